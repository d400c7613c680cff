import type { RecordId } from '@plinth/domain'
import { ArrowDown, ArrowRightLeft, ArrowUp, Ellipsis } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { cx } from '../../../ui/cx.ts'
import { Menu, MenuItem, MenuSeparator, MenuTrigger, SubmenuTrigger } from '../../../ui/Menu.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { CardCover } from '../cards/CardCover.tsx'
import { CardFields, CardTitle } from '../cards/CardFields.tsx'
import { cardFields } from '../cards/card-fields.ts'
import { optionOf } from '../cards/option-of.ts'
import { ColorNote } from '../color/ColorNote.tsx'
import { colorWords, rowTintClass } from '../color/color-words.ts'
import { AboutItems, DeleteItem, OpenItems } from '../record/RecordMenuItems.tsx'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { useView } from '../view/table-view.ts'
import { useBoard } from './board-context.ts'
import { coverPx } from './card-measures.ts'
import type { StackPlace } from './use-card-drag.ts'

export interface BoardCardProps {
  readonly id: RecordId | null
  readonly place: StackPlace
  /** Among the cards of its stack. */
  readonly at: number
  readonly top: number
  readonly of: number
  /** One card of each stack is a stop of the Tab key. */
  readonly isStop: boolean
  /** The card at a place goes past its neighbour; the same function for as long as the stack is there. */
  readonly step: (at: number, by: -1 | 1) => void
}

/** A record of a board. */
export const BoardCard = memo(function BoardCard({ id, place, at, top, of, isStop, step }: BoardCardProps) {
  const { session, table, openRecord, paintOf } = useTable()
  const { config } = useView()
  const board = useBoard()
  const row = useRow(session, id)
  const button = useRef<HTMLButtonElement>(null)
  const { takeFocus } = board
  useEffect(() => {
    if (takeFocus(id)) button.current?.focus()
  })
  const { row: rule } = paintOf(row)
  const hue = rule?.hue ?? (row && optionOf(board.color, row.values)?.hue)
  const isHeld = board.drag?.id === id && id !== null
  const isLeaving = row?.state === 'deleting' || row?.state === 'gone'
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.altKey && event.shiftKey ? arrows[event.key] : undefined
    if (!by || id === null) return
    event.preventDefault()
    event.stopPropagation()
    if (by[1] !== 0) step(at, by[1])
    else moveAside(by[0])
  }
  const moveAside = (by: -1 | 0 | 1) => {
    const { stacks, move } = board
    const from = stacks.findIndex(({ key }) => key === place.stack)
    const to = stacks[from + by]
    if (!to || by === 0 || id === null) return
    board.wantFocus(id)
    move(id, place, { stack: to.key, lane: place.lane })
  }
  return (
    <li
      className="group/card absolute inset-x-0 pb-2"
      style={{ top, height: board.cardPx }}
      aria-posinset={at + 1}
      aria-setsize={of}
      data-place={at}
    >
      <button
        ref={button}
        type="button"
        data-card={id}
        disabled={!row}
        tabIndex={isStop ? 0 : -1}
        aria-keyshortcuts="Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown"
        onClick={() => openRecord(id)}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => id !== null && row && board.beginDrag(event, id, place)}
        {...(hue ? { 'data-hue': hue } : {})}
        title={colorWords(rule)}
        className={cx(
          'flex size-full cursor-default touch-manipulation flex-col overflow-hidden rounded-card border bg-surface text-left outline-none select-none focus-visible:ring-focus active:bg-hover',
          row?.problem || (row && row.problems.size > 0) ? 'border-danger-line' : 'border-line',
          hue && 'border-l-3! border-l-chip-dot!',
          rule && rowTintClass,
          (isLeaving || isHeld) && 'opacity-45',
        )}
      >
        {row && board.cover && (
          <CardCover
            value={row.values[board.cover.id] ?? null}
            fit={config.settings.coverFit}
            className={coverPx.className}
          />
        )}
        <span className="flex w-full min-h-0 flex-1 flex-col gap-0.5 px-3 py-2.5">
          {row ? (
            <>
              <CardTitle row={row} field={table.fields[0]} className="pr-6 text-sm" />
              <ColorNote rule={rule} />
              <CardFields row={row} fields={cardFields(row.values, board.fields, null)} />
            </>
          ) : (
            <>
              <span className="sr-only">Loading</span>
              <Skeleton className="h-4.5 w-2/3" />
              <Skeleton className="mt-2 h-3 w-full" />
              <Skeleton className="mt-2 h-3 w-4/5" />
            </>
          )}
        </span>
      </button>
      {row && id !== null && <CardMenu id={id} place={place} onStep={(by) => step(at, by)} at={at} of={of} />}
    </li>
  )
})

const arrows: Readonly<Record<string, readonly [-1 | 0 | 1, -1 | 0 | 1]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** What a card can be told to do, for those who do not drag. */
function CardMenu({
  id,
  place,
  at,
  of,
  onStep,
}: {
  id: RecordId
  place: StackPlace
  at: number
  of: number
  onStep: (by: -1 | 1) => void
}) {
  const { isReadOnly } = useTable()
  const board = useBoard()
  const others = board.stacks.filter(({ key }) => key !== place.stack)
  return (
    <MenuTrigger>
      <AriaButton
        aria-label="Card menu"
        excludeFromTabOrder
        className={cx(
          'absolute top-1.5 right-1.5 grid size-7 cursor-default place-items-center rounded-control text-ink-muted opacity-0 outline-none group-focus-within/card:opacity-100 group-hover/card:opacity-100 focus-visible:opacity-100 focus-visible:ring-focus coarse:top-0 coarse:right-0 coarse:size-11 coarse:opacity-100 aria-expanded:opacity-100',
          // Over a picture it is read on a ground of its own.
          board.cover ? 'bg-surface/90 hovered:bg-surface' : 'hovered:bg-hover aria-expanded:bg-hover',
        )}
      >
        <Ellipsis aria-hidden className="size-4" />
      </AriaButton>
      <Menu aria-label="Card" placement="bottom end">
        <OpenItems id={id} />
        {!isReadOnly && others.length > 0 && (
          <SubmenuTrigger>
            <MenuItem icon={<ArrowRightLeft aria-hidden />}>Move to</MenuItem>
            <Menu aria-label={board.field.name}>
              {others.map((stack) => (
                <MenuItem
                  key={stack.key}
                  onAction={() => board.move(id, place, { stack: stack.key, lane: place.lane })}
                >
                  {stack.label}
                </MenuItem>
              ))}
            </Menu>
          </SubmenuTrigger>
        )}
        {board.whyFixed === null && at > 0 && (
          <MenuItem icon={<ArrowUp aria-hidden />} onAction={() => onStep(-1)}>
            Move up
          </MenuItem>
        )}
        {board.whyFixed === null && at < of - 1 && (
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
