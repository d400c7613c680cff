import type { RecordId } from '@plinth/domain'
import { type KeyboardEvent, memo, useEffect, useRef, useState } from 'react'
import { ColorNote } from '../../../lib/color/ColorNote.tsx'
import { colorWords, rowTintClass } from '../../../lib/color/color-words.ts'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { CardCover } from '../cards/CardCover.tsx'
import { CardFields, CardTitle } from '../cards/CardFields.tsx'
import { cardFields } from '../cards/card-fields.ts'
import { optionOf } from '../cards/option-of.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { useView } from '../view/table-view.ts'
import { BoardCardMenu } from './BoardCardMenu.tsx'
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
    if (takeFocus(id, place)) button.current?.focus()
  })
  const { row: rule } = paintOf(row)
  const hue = rule?.hue ?? (row && optionOf(board.color, row.values)?.hue)
  const isHeld = board.drag?.id === id && id !== null
  const isLeaving = row?.state === 'deleting' || row?.state === 'gone'
  const [isMenuOpen, setMenuOpen] = useState(false)
  const openMenu = (isOpen: boolean) => {
    setMenuOpen(isOpen)
    board.openMenu(isOpen ? id : null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (id === null || !takeKey(event)) return
    event.preventDefault()
    event.stopPropagation()
  }
  /** Answers false where the key is none of a card. */
  const takeKey = ({ key, altKey, shiftKey }: KeyboardEvent): boolean => {
    const by = altKey && shiftKey ? moves[key] : undefined
    if (by?.way === 'step') step(at, by.by)
    else if (by) moveTo(neighbourOf(by.way, by.by))
    else if (key === 'ContextMenu' || (shiftKey && key === 'F10')) openMenu(true)
    else return false
    return true
  }
  const neighbourOf = (way: 'stack' | 'lane', by: -1 | 1): StackPlace | null => {
    const among = way === 'stack' ? board.stacks : board.laneList
    const to = among[among.findIndex(({ key }) => key === place[way]) + by]
    return to ? { ...place, [way]: to.key } : null
  }
  const moveTo = (to: StackPlace | null) => {
    if (to && id !== null && board.move(id, place, to)) board.wantFocus(id, to)
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
        aria-keyshortcuts={board.lanes ? `${shortcuts} ${laneShortcuts}` : shortcuts}
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
      {row && id !== null && (
        <BoardCardMenu
          {...{ id, place, at, of }}
          isOpen={isMenuOpen}
          onOpenChange={openMenu}
          onStep={(by) => step(at, by)}
        />
      )}
    </li>
  )
})

/** With Alt and Shift. */
const moves: Readonly<Record<string, { way: 'stack' | 'lane' | 'step'; by: -1 | 1 }>> = {
  ArrowLeft: { way: 'stack', by: -1 },
  ArrowRight: { way: 'stack', by: 1 },
  ArrowUp: { way: 'step', by: -1 },
  ArrowDown: { way: 'step', by: 1 },
  PageUp: { way: 'lane', by: -1 },
  PageDown: { way: 'lane', by: 1 },
}

const shortcuts = 'Shift+F10 Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown'
const laneShortcuts = 'Alt+Shift+PageUp Alt+Shift+PageDown'
