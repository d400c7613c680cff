import { type Field, fieldTypes, type GroupPath, type LinkItem } from '@plinth/domain'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { groupIndentPx } from '../../../lib/group-indent.ts'
import { cx } from '../../../ui/cx.ts'
import { CellContent } from '../CellContent.tsx'
import { cellOfGroup, textOfGroup } from '../group-value.ts'
import { useTable } from '../table-context.ts'
import { useClosedGroups } from '../view/closed-groups.ts'
import { useView } from '../view/table-view.ts'
import type { LinePlace } from './line-place.ts'
import type { CardGroup } from './use-card-lines.ts'

/** What the records below it have in common; closes and opens them. */
export function GroupHeading({ group, place }: { group: CardGroup; place: LinePlace }) {
  const closed = useClosedGroups()
  const isOpen = !group.isCollapsed
  const look = 'flex size-full items-center gap-2 rounded-control pr-1 text-left text-sm'
  const content = (
    <>
      <GroupLabel group={group} />
      <GroupCount group={group} className="ml-auto pl-2" />
    </>
  )
  return (
    <li
      className="absolute inset-x-0 py-1"
      style={{ top: place.top, height: place.height, paddingLeft: group.depth * groupIndentPx }}
      aria-posinset={place.number}
      aria-setsize={place.of}
    >
      {group.path === null ? (
        <p className={look}>{content}</p>
      ) : (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => closed.toggle(group.key)}
          className={`${look} cursor-default outline-none focus-visible:ring-focus active:bg-hover`}
        >
          {isOpen ? (
            <ChevronDown aria-hidden className="size-4 shrink-0 text-ink-muted" />
          ) : (
            <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-muted" />
          )}
          {content}
        </button>
      )}
    </li>
  )
}

/** How many records a group has. */
export function GroupCount({ group: { count }, className }: { group: CardGroup; className?: string }) {
  return (
    <span className={cx('tabular shrink-0 text-ink-muted', className)}>
      {count.toLocaleString()}
      <span className="sr-only">{count === 1 ? ' record' : ' records'}</span>
    </span>
  )
}

/** The field, and what the records have in it. */
export function GroupLabel({ group: { path, depth, linked } }: { group: CardGroup }) {
  const { table } = useTable()
  const { config } = useView()
  const field = table.fields.find(({ id }) => id === config.groups[depth]?.field)
  if (path === null) return <span className="min-w-0 truncate">Further groups, without headings</span>
  if (!field) return null
  return (
    <>
      <span className="max-w-[40%] shrink-0 truncate text-ink-muted">{field.name}</span>
      <span className="flex min-w-0 items-center font-medium">
        <GroupValue field={field} value={path[depth] ?? null} linked={linked} />
      </span>
    </>
  )
}

function GroupValue({
  field,
  value,
  linked,
}: {
  field: Field
  value: GroupPath[number]
  linked: LinkItem | null
}) {
  const { values } = useTable()
  const text = textOfGroup(field, value, values)
  if (text !== null) return <span className="truncate">{text}</span>
  const held = cellOfGroup(field, value, linked)
  if (field.type !== 'checkbox' && fieldTypes[field.type].isEmpty(held)) {
    return <span className="text-ink-muted">Empty</span>
  }
  return <CellContent record={null} field={field} value={held} isPlain />
}
