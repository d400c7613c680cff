import { ChevronDown, ChevronRight, Plus } from 'lucide-react'
import { groupIndentPx } from '../../../lib/group-indent.ts'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { GroupCount, GroupLabel } from '../cards/GroupHeading.tsx'
import type { CardGroup } from '../cards/use-card-lines.ts'

/** What the records below have in common, how many they are, and what is added up of them. */
export function ListHeading({
  group,
  place,
  of,
  top,
  height,
  figure,
  isStop,
  onToggle,
  onCreate,
}: {
  group: CardGroup
  place: number
  of: number
  top: number
  height: number
  figure: string
  isStop: boolean
  onToggle: () => void
  /** Null: nobody makes a record here. */
  onCreate: (() => void) | null
}) {
  return (
    <li
      className="absolute inset-x-0"
      style={{ top, height }}
      aria-posinset={place + 1}
      aria-setsize={of}
      data-place={place}
    >
      <HeadingButton
        group={group}
        figure={figure}
        isStop={isStop}
        hasEnd={onCreate !== null}
        onPress={onToggle}
      />
      {onCreate && (
        <span className="absolute inset-y-0 right-2 flex items-center">
          <IconButton
            size="sm"
            label="New record in this group"
            icon={<Plus aria-hidden />}
            onPress={onCreate}
            excludeFromTabOrder
          />
        </span>
      )}
    </li>
  )
}

/** The heading of the lines at the top while its own place is above them. For those who read line by line it is there once. */
export function StuckHeading({
  group,
  figure,
  height,
  onPress,
}: {
  group: CardGroup
  figure: string
  height: number
  onPress: () => void
}) {
  return (
    <div aria-hidden className="sticky top-0 z-10 h-0">
      <div style={{ height }}>
        <HeadingButton group={group} figure={figure} isStop={false} hasEnd={false} onPress={onPress} />
      </div>
    </div>
  )
}

function HeadingButton({
  group,
  figure,
  isStop,
  hasEnd,
  onPress,
}: {
  group: CardGroup
  figure: string
  isStop: boolean
  hasEnd: boolean
  onPress: () => void
}) {
  const { depth, path, isCollapsed } = group
  const Arrow = isCollapsed ? ChevronRight : ChevronDown
  // Those that are too many have none to close.
  const canToggle = path !== null
  return (
    <button
      type="button"
      data-main
      tabIndex={isStop ? 0 : -1}
      {...(canToggle ? { 'aria-expanded': !isCollapsed } : { 'aria-disabled': true })}
      onClick={() => canToggle && onPress()}
      className={cx(
        'flex size-full cursor-default items-center gap-2 border-b border-line bg-sunken text-left text-sm outline-none select-none focus-visible:ring-focus-inset',
        canToggle && 'hover:bg-pressed',
        hasEnd ? 'pr-12' : 'pr-4',
      )}
      style={{ paddingLeft: 12 + depth * groupIndentPx }}
    >
      {canToggle && <Arrow aria-hidden className="size-4 shrink-0 text-ink-muted" />}
      <GroupLabel group={group} />
      <GroupCount group={group} />
      <span className="tabular min-w-0 flex-1 truncate text-right text-xs text-ink-muted">{figure}</span>
    </button>
  )
}
