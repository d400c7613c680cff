import type { RecordId } from '@plinth/domain'
import { ArrowDown, ArrowRightLeft, ArrowUp, ArrowUpDown, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { phoneQuery, useMedia } from '../../../lib/use-media.ts'
import { cx } from '../../../ui/cx.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger, SubmenuTrigger } from '../../../ui/Menu.tsx'
import { AboutItems, DeleteItem, OpenItems } from '../record/RecordMenuItems.tsx'
import { useTable } from '../table-context.ts'
import { useBoard } from './board-context.ts'
import type { Stack } from './stacks.ts'
import type { StackPlace } from './use-card-drag.ts'

interface BoardCardMenuProps {
  readonly id: RecordId
  readonly place: StackPlace
  readonly at: number
  readonly of: number
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly onStep: (by: -1 | 1) => void
}

/** What a card can be told to do, for those who do not drag. */
export function BoardCardMenu({ id, place, at, of, isOpen, onOpenChange, onStep }: BoardCardMenuProps) {
  const { isReadOnly } = useTable()
  const { field, lanes, stacks, laneList, cover, whyFixed } = useBoard()
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <AriaButton
        aria-label="Card menu"
        excludeFromTabOrder
        className={cx(
          'absolute top-1.5 right-1.5 grid size-7 cursor-default place-items-center rounded-control text-ink-muted opacity-0 outline-none group-focus-within/card:opacity-100 group-hover/card:opacity-100 focus-visible:opacity-100 focus-visible:ring-focus coarse:top-0 coarse:right-0 coarse:size-11 coarse:opacity-100 aria-expanded:opacity-100',
          // Over a picture it is read on a ground of its own.
          cover ? 'bg-surface/90 hovered:bg-surface' : 'hovered:bg-hover aria-expanded:bg-hover',
        )}
      >
        <Ellipsis aria-hidden className="size-4" />
      </AriaButton>
      <Menu aria-label="Card" placement="bottom end">
        <OpenItems id={id} />
        {!isReadOnly && (
          <MoveItems
            label="Move to"
            icon={<ArrowRightLeft aria-hidden />}
            by={field.name}
            among={stacks}
            placeIn={({ key }) => ({ stack: key, lane: place.lane })}
            {...{ id, place }}
          />
        )}
        {!isReadOnly && lanes && (
          <MoveItems
            label="Move to lane"
            icon={<ArrowUpDown aria-hidden />}
            by={lanes.name}
            among={laneList}
            placeIn={({ key }) => ({ stack: place.stack, lane: key })}
            {...{ id, place }}
          />
        )}
        {whyFixed === null && at > 0 && (
          <MenuItem icon={<ArrowUp aria-hidden />} onAction={() => onStep(-1)}>
            Move up
          </MenuItem>
        )}
        {whyFixed === null && at < of - 1 && (
          <MenuItem icon={<ArrowDown aria-hidden />} onAction={() => onStep(1)}>
            Move down
          </MenuItem>
        )}
        <MenuSeparator />
        <AboutItems id={id} />
        <DeleteItem id={id} />
      </Menu>
    </MenuTrigger>
  )
}

interface MoveItemsProps {
  readonly id: RecordId
  readonly place: StackPlace
  readonly label: string
  readonly icon: ReactNode
  /** What the places are by. */
  readonly by: string
  readonly among: readonly Stack[]
  readonly placeIn: (stack: Stack) => StackPlace
}

/** The other places of one kind; those where the record may not go say why, and say it in full when they are chosen. */
function MoveItems({ id, place, label, icon, by, among, placeIn }: MoveItemsProps) {
  const { refusalOf, move, wantFocus } = useBoard()
  // Beside the menu there is no room on phones.
  const isPhone = useMedia(phoneQuery)
  const others = among.filter((stack) => !isSame(placeIn(stack), place))
  if (others.length === 0) return null
  return (
    <SubmenuTrigger>
      <MenuItem icon={icon}>{label}</MenuItem>
      <Menu aria-label={by} placement={isPhone ? 'bottom start' : 'end top'}>
        {others.map((stack) => {
          const to = placeIn(stack)
          const refusal = refusalOf(id, place, to)
          return (
            <MenuItem
              key={stack.key}
              {...(refusal ? { description: refusal } : {})}
              onAction={() => {
                if (move(id, place, to)) wantFocus(id, to)
              }}
            >
              {stack.label}
            </MenuItem>
          )
        })}
      </Menu>
    </SubmenuTrigger>
  )
}

const isSame = (one: StackPlace, other: StackPlace): boolean =>
  one.stack === other.stack && one.lane === other.lane
