import { ChevronDown, ChevronRight } from 'lucide-react'
import { groupIndentPx } from '../../../lib/group-indent.ts'
import { GroupCount, GroupLabel } from '../cards/GroupHeading.tsx'
import type { LinePlace } from '../cards/line-place.ts'
import type { CardGroup } from '../cards/use-card-lines.ts'
import { useClosedGroups } from '../view/closed-groups.ts'

/** What the records below it have in common, over the whole line; closes and opens them. Its words stay in sight. */
export function TimelineGroup({ group, place }: { group: CardGroup; place: LinePlace }) {
  const closed = useClosedGroups()
  const Arrow = group.isCollapsed ? ChevronRight : ChevronDown
  const look = 'flex h-full max-w-full items-center gap-2 rounded-control px-3 text-left text-sm'
  const content = (
    <>
      <GroupLabel group={group} />
      <GroupCount group={group} />
    </>
  )
  return (
    <li
      className="absolute inset-x-0 z-5 border-b border-line bg-sunken"
      style={{ top: place.top, height: place.height }}
      aria-posinset={place.number}
      aria-setsize={place.of}
    >
      <div
        className="sticky left-0 h-full w-max max-w-[92vw]"
        style={{ paddingLeft: group.depth * groupIndentPx }}
      >
        {group.path === null ? (
          <p className={look}>{content}</p>
        ) : (
          <button
            type="button"
            aria-expanded={!group.isCollapsed}
            onClick={() => closed.toggle(group.key)}
            className={`${look} cursor-default outline-none focus-visible:ring-focus-inset active:bg-hover`}
          >
            <Arrow aria-hidden className="size-4 shrink-0 text-ink-muted" />
            {content}
          </button>
        )}
      </div>
    </li>
  )
}
