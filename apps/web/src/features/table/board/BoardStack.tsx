import type { RecordId } from '@plinth/domain'
import { type RowWindow, stackSizes } from '@plinth/record-store'
import { ChevronsLeftRight, ChevronsRightLeft, Plus } from 'lucide-react'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { cx } from '../../../ui/cx.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { drawnLines } from '../list/list-lines.ts'
import { useTable } from '../table-context.ts'
import { useRowWindow, useSnapshot } from '../use-table-session.ts'
import { BoardCard } from './BoardCard.tsx'
import { useBoard } from './board-context.ts'
import { StackName } from './StackName.tsx'
import { StackRows } from './stack-rows.ts'
import { isInStack, type Stack } from './stacks.ts'
import { useStackLines } from './use-stack-lines.ts'

interface StackProps {
  readonly stack: Stack
  readonly lane: Stack | null
  /** What is added up of its records, in words. */
  readonly figure: string
  readonly isClosed: boolean
  onToggle(): void
}

/** One stack: its heading, and its cards below. */
export function BoardStack({ stack, lane, figure, isClosed, onToggle }: StackProps) {
  const { session } = useTable()
  const board = useBoard()
  const window = useRowWindow(isClosed ? null : session, board.queryOf(stack, lane), stackSizes)
  const place = { stack: stack.key, lane: lane?.key ?? '' }
  const isOver = board.drag?.over?.stack === place.stack && board.drag.over.lane === place.lane
  const refusal = board.drag && board.refusalOf(board.drag.id, board.drag.from, place)
  const create = board.createIn(stack, lane)
  // Of several regions none is called like another.
  const name = lane ? `${stack.label}, ${lane.label}` : stack.label
  const isTaking = isOver && !refusal
  if (isClosed)
    return <ClosedStack {...{ stack, name }} isOver={isTaking} onOpen={onToggle} lane={place.lane} />
  return (
    <section
      aria-label={`${name}, ${countText(stack.count)}`}
      data-stack={stack.key}
      data-lane={place.lane}
      data-count={stack.count ?? 0}
      className={cx(
        'flex w-70 shrink-0 snap-start flex-col rounded-card bg-sunken max-sm:w-[86vw]',
        lane ? 'max-h-96' : 'max-h-full',
        isTaking && 'ring-2 ring-accent ring-inset',
        refusal && '[&>:not([data-reason])]:opacity-60',
      )}
    >
      <header className="flex h-10 shrink-0 items-center gap-1.5 px-3 coarse:h-12">
        <span className="flex min-w-0 items-center text-sm font-medium">
          <StackName stack={stack} />
        </span>
        <span className="tabular shrink-0 text-sm text-ink-muted">{stack.count?.toLocaleString()}</span>
        <span className="min-w-0 flex-1 truncate text-right text-xs text-ink-muted">{figure}</span>
        <IconButton
          size="sm"
          label={`Close ${stack.label}`}
          icon={<ChevronsRightLeft aria-hidden />}
          onPress={onToggle}
        />
        {create && (
          <IconButton
            size="sm"
            label={`New record in ${name}`}
            icon={<Plus aria-hidden />}
            onPress={create}
          />
        )}
      </header>
      {refusal && (
        <p data-reason className="px-3 pb-2 text-xs text-ink">
          {refusal}
        </p>
      )}
      {window && <StackCards window={window} stack={stack} lane={lane} />}
    </section>
  )
}

const countText = (count: number | null): string =>
  count === null ? 'counting' : `${count.toLocaleString()} ${count === 1 ? 'record' : 'records'}`

/** Narrow, with its name from top to bottom. Cards may be dropped on it. */
function ClosedStack({
  stack,
  name,
  lane,
  isOver,
  onOpen,
}: {
  stack: Stack
  name: string
  lane: string
  isOver: boolean
  onOpen: () => void
}) {
  return (
    <section
      aria-label={`${name}, ${countText(stack.count)}, closed`}
      data-stack={stack.key}
      data-lane={lane}
      data-count={0}
      className={cx(
        'flex w-11 shrink-0 flex-col items-center gap-2 rounded-card bg-sunken py-2',
        isOver && 'ring-2 ring-accent ring-inset',
      )}
    >
      <IconButton
        size="sm"
        label={`Open ${stack.label}`}
        icon={<ChevronsLeftRight aria-hidden />}
        onPress={onOpen}
      />
      <span className="tabular text-xs text-ink-muted">{stack.count?.toLocaleString()}</span>
      <span className="max-h-60 truncate text-sm font-medium [writing-mode:vertical-rl]">{stack.label}</span>
    </section>
  )
}

function StackCards({ window, stack, lane }: { window: RowWindow; stack: Stack; lane: Stack | null }) {
  const board = useBoard()
  const { status, rowCount } = useSnapshot(window)
  const rows = useStackRows(window, stack, lane)
  const list = useRef<HTMLDivElement>(null)
  const { scroller, lines, view } = useStackLines(window, rows, list, board.cardPx)
  const [stop, setStop] = useState<RecordId | null>(null)
  const place = useMemo(() => ({ stack: stack.key, lane: lane?.key ?? '' }), [stack.key, lane?.key])
  const { over } = board.drag ?? {}
  const mark =
    over && over.stack === place.stack && over.lane === place.lane && board.whyFixed === null ? over.at : null
  const lastAt = stop === null ? null : rows.placeOf(stop)
  const stopAt = lastAt ?? 0
  const step = (at: number, by: -1 | 1) => {
    const id = rows.idAt(at)
    if (id === null || at + by < 0 || at + by >= rows.count) return
    const before = rows.idAt(by < 0 ? at - 1 : at + 2)
    if (board.move(id, place, place, before)) board.wantFocus(id, place)
  }
  // The same for as long as the stack is there: else each answer of the server would draw every card anew.
  const newestStep = useRef(step)
  useEffect(() => {
    newestStep.current = step
  })
  const stepBy = useCallback((at: number, by: -1 | 1) => newestStep.current(at, by), [])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-place]')
    if (!card || event.altKey || event.ctrlKey || event.metaKey) return
    const at = Number(card.dataset['place'])
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const next = at + (event.key === 'ArrowDown' ? 1 : -1)
      const id = next < 0 || next >= rows.count ? null : rows.idAt(next)
      if (id === null) return
      scroller.bring(next)
      board.wantFocus(id, place)
      setStop(id)
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault()
      focusAside(card, event.key === 'ArrowRight' ? 1 : -1)
    }
  }
  if (rows.count === 0) {
    return (
      <div ref={list} data-stack-list className="px-3 pb-3 text-xs text-ink-faint">
        {status === 'ready' || rowCount === 0 ? 'No records' : ''}
      </div>
    )
  }
  return (
    <div
      ref={list}
      data-stack-list
      className="scroll-thin min-h-24 flex-1 overflow-y-auto px-2 pt-0.5 [overflow-anchor:none]"
    >
      {/* Keys go from card to card; each card is a button. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        aria-label={stack.label}
        className="relative overflow-clip [overflow-clip-margin:8px]"
        style={{ height: view.spacer }}
        onKeyDown={onKeyDown}
        onFocus={(event) => setStop((event.target.dataset['card'] as RecordId | undefined) ?? stop)}
      >
        {drawnLines(lines, view, lastAt).map((line) => {
          if (line.kind !== 'row') return null
          const id = rows.idAt(line.row)
          return (
            <BoardCard
              key={id ?? line.row}
              id={id}
              place={place}
              at={line.row}
              of={rows.count}
              top={view.origin + line.y}
              isStop={line.row === stopAt}
              step={stepBy}
            />
          )
        })}
        {mark !== null && (
          <li
            aria-hidden
            className="pointer-events-none absolute inset-x-0 h-0.5 rounded-full bg-accent"
            style={{ top: view.origin + mark * board.cardPx - 5 }}
          />
        )}
      </ul>
    </div>
  )
}

/** What the window has, and what was moved in and out a moment ago. */
function useStackRows(window: RowWindow, stack: Stack, lane: Stack | null): StackRows {
  const { session } = useTable()
  const board = useBoard()
  const snapshot = useSnapshot(window)
  const { moves, field, lanes } = board
  return useMemo(() => {
    const isHere = (id: RecordId): boolean => {
      const values = session.store.get(id)?.values
      if (!values) return false
      const isInLane = !lanes || !lane || isInStack(values[lanes.id], lane.value)
      return isInStack(values[field.id], stack.value) && isInLane
    }
    const { rowCount: count, idAt, indexOf } = snapshot
    const gone = moves.flatMap(({ id }) => (indexOf(id) !== null && !isHere(id) ? [id] : []))
    const arrivals = moves.filter(
      ({ id, to }) =>
        to.stack === stack.key && to.lane === (lane?.key ?? '') && indexOf(id) === null && isHere(id),
    )
    return new StackRows({ count, idAt, indexOf }, gone, arrivals)
  }, [session, snapshot, moves, field, lanes, stack.key, stack.value, lane])
}

/** The card beside this one, in the next stack that has any. */
function focusAside(card: HTMLElement, by: -1 | 1): void {
  const { top, height } = card.getBoundingClientRect()
  const middle = top + height / 2
  let stack: Element | null = card.closest('[data-stack]')
  for (;;) {
    stack = (by > 0 ? stack?.nextElementSibling : stack?.previousElementSibling) ?? null
    if (!stack) return
    const cards = [...stack.querySelectorAll<HTMLElement>('button[data-card]')]
    const [nearest] = cards.toSorted((a, b) => distance(a, middle) - distance(b, middle))
    if (!nearest) continue
    nearest.focus()
    nearest.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    return
  }
}

function distance(card: HTMLElement, y: number): number {
  const { top, height } = card.getBoundingClientRect()
  return Math.abs(top + height / 2 - y)
}
