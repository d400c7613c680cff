/**
 * Records as cards in stacks, one for each value of a field; with lanes, a row of stacks for each value of another. Each stack is a window of
 * its own, so that of a board of a hundred thousand records what is seen is loaded. Cards go from stack to stack by pointer, key and menu.
 */
import { coverOf, type Field, fieldOf, limits, type RecordId, type ViewQuery } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useCallback, useMemo, useRef, useState } from 'react'
import { LaneRow } from '../../../lib/LaneRow.tsx'
import { useClosedLanes } from '../../../lib/use-closed-lanes.ts'
import { TableDrawing } from '../../../ui/Drawings.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { useFigureWords } from '../cards/use-figure-words.ts'
import type { KindViewProps } from '../kinds/kind-views.ts'
import { whyFixed } from '../row-order.ts'
import { useTable } from '../table-context.ts'
import { type ClosedGroups, useClosedGroups } from '../view/closed-groups.ts'
import { useView } from '../view/table-view.ts'
import { shownFields } from '../view/view-params.ts'
import { BoardStack } from './BoardStack.tsx'
import { BoardContext, type BoardScope } from './board-context.ts'
import { cardPx } from './card-measures.ts'
import { StackName } from './StackName.tsx'
import { conditionOf, narrowed, type Stack, valuesIn } from './stacks.ts'
import { useBoardMoves } from './use-board-moves.ts'
import { type CardDrag, type DropSpot, type StackPlace, useCardDrag } from './use-card-drag.ts'
import { useMove } from './use-move.ts'
import { useMoveRights, usePut } from './use-put.ts'
import { useRefusals } from './use-refusals.ts'
import { useBoardCounts, useStacks } from './use-stacks.ts'

export default function Board(props: KindViewProps) {
  const { table } = useTable()
  const { config } = useView()
  const field = fieldOf('stacks', config.settings, table.fields)
  if (field) return <BoardBy key={field.id} field={field} {...props} />
  return (
    <EmptyState
      className="min-h-0 flex-1 justify-center"
      drawing={<TableDrawing />}
      title="Nothing to stack by"
    >
      A board needs a field of choices, states, people or links, or a checkbox. Add one to this table.
    </EmptyState>
  )
}

function BoardBy(props: KindViewProps & { field: Field }) {
  const { field, window } = props
  const { table } = useTable()
  const { config } = useView()
  const other = fieldOf('lanes', config.settings, table.fields)
  const lanes = other?.id === field.id ? null : other
  const counts = useBoardCounts(window, field, lanes)
  const { stacks, isCut } = useStacks(field, counts.stacks)
  const { stacks: laneList } = useStacks(lanes, counts.lanes)
  const element = useRef<HTMLDivElement>(null)
  const closedLanes = useClosedLanes()
  const scope = useBoardScope({ ...props, lanes, stacks, laneList, element, openLane: closedLanes.open })
  const closed = useClosedGroups()
  const wordsOf = useFigureWords(window)
  const row = (lane: Stack | null) =>
    stacks.map((stack) => {
      const count = counts.of(stack.value, lane?.value)
      return (
        <BoardStack
          key={stack.key}
          stack={lane ? { ...stack, count } : stack}
          lane={lane}
          figure={wordsOf(counts.figuresOf(stack.value, lane?.value), count ?? 0)}
          isClosed={isClosed(closed, stack)}
          onToggle={() => closed.toggle(JSON.stringify([stack.value]))}
        />
      )
    })
  return (
    <BoardContext value={scope}>
      {isCut && <CutNote field={field} />}
      <div
        ref={element}
        className="scroll-thin min-h-0 flex-1 overflow-auto bg-page p-3 max-sm:snap-x max-sm:snap-mandatory max-sm:scroll-px-3"
      >
        {lanes ? (
          <div className="flex w-max min-w-full flex-col gap-2">
            {laneList.map((lane) => (
              <LaneRow
                key={lane.key}
                label={lane.label}
                name={<StackName stack={lane} />}
                count={lane.count}
                isOpen={!closedLanes.has(lane.key)}
                onToggle={() => closedLanes.toggle(lane.key)}
              >
                {row(lane)}
              </LaneRow>
            ))}
          </div>
        ) : (
          <div className="flex h-full w-max min-w-full items-start gap-3">{row(null)}</div>
        )}
      </div>
    </BoardContext>
  )
}

/** Not all linked records have stacks, so not all records stand in one. */
function CutNote({ field }: { field: Field }) {
  const { tableOf } = useTable()
  const target = field.options.target && tableOf(field.options.target)
  return (
    <p className="shrink-0 bg-page px-3 pt-2 text-xs text-ink-muted">
      Only the first {limits.stacksByLinks} records of {target ? `“${target.name}”` : 'the linked table'}, by
      name, have stacks. What is linked only to others is not on this board: choose other stacks in Layout, or
      find it by a filter in a grid.
    </p>
  )
}

const isClosed = ({ paths }: ClosedGroups, { value }: Stack): boolean =>
  paths.some((path) => path.length === 1 && path[0] === value)

interface ScopeParts extends KindViewProps {
  readonly field: Field
  readonly lanes: Field | null
  readonly stacks: readonly Stack[]
  readonly laneList: readonly Stack[]
  readonly element: React.RefObject<HTMLDivElement | null>
  openLane(lane: string): void
}

/** Puts together what the parts of the board work with. */
function useBoardScope(parts: ScopeParts): BoardScope {
  const { field, lanes, stacks, laneList, window, create, element, openLane } = parts
  const { table, session } = useTable()
  const view = useView()
  const { config, saved } = view
  const focus = useWantedFocus()
  const [menuOf, openMenu] = useState<RecordId | null>(null)
  const cover = coverOf('board', config.settings, table.fields)
  const color = fieldOf('color', config.settings, table.fields)
  const moves = useBoardMoves(
    session,
    useMemo(() => (lanes ? [field.id, lanes.id] : [field.id]), [field, lanes]),
  )
  const fixed = whyFixed({ ...view, config: { ...config, groups: [] } })
  const rights = useMoveRights(field, lanes)
  const ordered = fixed === null ? (saved?.id ?? null) : null
  const put = usePut({ field, lanes, stacks, laneList, moves, ordered })
  const dragging = useCardDrag({
    board: element,
    // Where the order is made by hand, a card may go up and down though it stays in its stack.
    mayDrag: (id) => fixed === null || rights.mayMove(id),
    onDrop({ id, from, over }) {
      move(id, from, over, beforeIn(element.current, over, id))
    },
  })
  const refusalOf = useRefusals(field, lanes, dragging.drag?.id ?? menuOf)
  const move = useMove({ put, moves, refusalOf, fixed, openLane, wantFocus: focus.want })
  const queryOf = useQueryOf(window, field, lanes)
  const fields = useMemo(
    () =>
      shownFields(table.fields, config)
        .slice(1)
        .filter(({ id }) => id !== field.id && id !== lanes?.id && id !== cover?.id),
    [table.fields, config, field, lanes, cover],
  )
  const { drag, begin } = dragging
  return {
    field,
    lanes,
    cover,
    color,
    fields,
    cardPx: cardPx(cover !== null),
    stacks,
    laneList,
    moves: moves.list,
    drag,
    beginDrag: begin,
    refusalOf,
    openMenu,
    move,
    whyFixed: fixed,
    queryOf,
    createIn: (stack, lane) =>
      rights.mayCreateIn(stack)
        ? () => create({ ...valuesIn(field, stack), ...(lanes && lane ? valuesIn(lanes, lane) : {}) })
        : null,
    wantFocus: focus.want,
    takeFocus: focus.take,
  }
}

/** Which card is to have the focus as soon as it is there. */
function useWantedFocus() {
  const wanted = useRef('')
  return useMemo(() => {
    const nameOf = (id: RecordId, { stack, lane }: StackPlace) => JSON.stringify([id, stack, lane])
    return {
      want(id: RecordId, place: StackPlace) {
        wanted.current = nameOf(id, place)
      },
      take(id: RecordId | null, place: StackPlace) {
        if (id === null || wanted.current !== nameOf(id, place)) return false
        wanted.current = ''
        return true
      },
    }
  }, [])
}

function useQueryOf(window: RowWindow, field: Field, lanes: Field | null): BoardScope['queryOf'] {
  const { saved } = useView()
  const { query } = window
  return useCallback(
    (stack: Stack, lane: Stack | null): Omit<ViewQuery, 'table'> => {
      const { filter, search, sorts } = query
      const conditions = [
        conditionOf(field, stack.value),
        ...(lanes && lane ? [conditionOf(lanes, lane.value)] : []),
      ]
      return {
        sorts,
        filter: narrowed(filter, conditions),
        ...(search ? { search } : {}),
        ...(saved && sorts.length === 0 ? { view: saved.id } : {}),
      }
    },
    [query, field, lanes, saved],
  )
}

/** The record before which a dropped card comes to lie; null: at the end. */
function beforeIn(board: HTMLElement | null, over: DropSpot, id: CardDrag['id']): RecordId | null {
  const stack = [...(board?.querySelectorAll<HTMLElement>('[data-stack]') ?? [])].find(
    ({ dataset }) => dataset['stack'] === over.stack && (dataset['lane'] ?? '') === over.lane,
  )
  const cardAt = (at: number): string | undefined =>
    stack?.querySelector<HTMLElement>(`[data-place="${at}"] [data-card]`)?.dataset['card']
  const card = cardAt(over.at)
  return ((card === id ? cardAt(over.at + 1) : card) ?? null) as RecordId | null
}
