/** The fill handle is pulled: a preview follows, and letting go fills. */

import type { CellRange } from '../../model/selection.ts'
import { extendTo, selectCell } from '../../select/choose.ts'
import { filledBelow } from '../../select/edge.ts'
import { type CellPlace, cellRefAt, type GridTable, type Rectangle } from '../../select/place.ts'
import { rectangles } from '../../select/resolve.ts'
import { columnIndex, rowIndex } from '../../units.ts'
import { autoscroll } from '../autoscroll.ts'
import {
  type FillingState,
  type GridStep,
  type InputContext,
  idleState,
  isMod,
  type Point,
  type PointerInput,
  passOver,
  type StateHandlers,
  stepTo,
} from '../gesture.ts'

const noPreview = { kind: 'fill-preview', rectangle: null } as const

export const filling: StateHandlers<FillingState> = {
  onEnter: () => [{ kind: 'cursor', style: 'crosshair' }],
  onPointerMove: (state, { x, y }, context) => stretch(state, { x, y }, context),
  onTick(state, now, context) {
    const scroll = autoscroll(context, state.pointer, { tickedAt: state.tickedAt, now })
    const step = stretch({ ...state, tickedAt: now }, state.pointer, context)
    return { ...step, effects: [...step.effects, ...scroll] }
  },
  onPointerUp: finish,
  onCancel: () => stepTo(idleState, noPreview, { kind: 'cursor', style: 'default' }),
}

/** `isDouble`: asked with the cell at whose corner the handle is. */
export function enterFilling(
  input: PointerInput,
  context: InputContext,
  isDouble: (place: CellPlace) => boolean,
): GridStep {
  const from = rectangles(context.table, context.selection).at(-1)
  if (!from) return passOver(idleState)
  const pointer = { x: input.x, y: input.y }
  return stepTo({
    name: 'filling',
    pointer,
    tickedAt: null,
    before: context.selection,
    from,
    to: from,
    isDouble: isDouble(cornerOf(from)),
  })
}

function stretch(state: FillingState, pointer: Point, context: InputContext): GridStep {
  const place = context.nearestCell(pointer.x, pointer.y)
  const to = place === null ? state.to : fillTarget(state.from, place)
  const next = { ...state, pointer, to }
  return isSame(to, state.to) ? stepTo(next) : stepTo(next, { kind: 'fill-preview', rectangle: to })
}

/**
 * The range grown in one direction up to a cell: the one in which the cell lies further outside. A cell inside makes it
 * smaller from its end.
 */
export function fillTarget(from: Rectangle, { row, column }: CellPlace): Rectangle {
  const [up, down] = [from.top - row, row - from.bottom]
  const [left, right] = [from.left - column, column - from.right]
  const upright = Math.max(up, down)
  const sideways = Math.max(left, right)
  if (upright > 0 && upright >= sideways) return up > 0 ? { ...from, top: row } : { ...from, bottom: row }
  if (sideways > 0) return left > 0 ? { ...from, left: column } : { ...from, right: column }
  return -down >= -right ? { ...from, bottom: row } : { ...from, right: column }
}

function finish(state: FillingState, input: PointerInput, context: InputContext): GridStep {
  const { from } = state
  if (!isSame(from, state.to)) return fill(state, state.to, { input, context })
  const beside = state.isDouble ? besideNeighbour(context.table, from) : from
  if (!isSame(from, beside)) return fill(state, beside, { input, context })
  const click = { place: cornerOf(from), time: input.time }
  return stepTo({ ...idleState, click }, noPreview, { kind: 'cursor', style: 'default' })
}

function fill(
  { from }: FillingState,
  to: Rectangle,
  { input, context }: { input: PointerInput; context: InputContext },
): GridStep {
  const { table } = context
  const [fromRange, toRange] = [rangeOf(table, from), rangeOf(table, to)]
  const ended = [noPreview, { kind: 'cursor', style: 'default' }] as const
  if (!fromRange || !toRange) return stepTo(idleState, ...ended)
  const first = { row: to.top, column: to.left }
  const isSeries = !isMod(input, context)
  return stepTo(
    idleState,
    ...ended,
    { kind: 'select', selection: extendTo(table, selectCell(table, first), cornerOf(to)) },
    { kind: 'command', command: { kind: 'fill-range', from: fromRange, to: toRange, isSeries } },
  )
}

/** Down to where the column to the left ends, or the one to the right. */
function besideNeighbour(table: GridTable, from: Rectangle): Rectangle {
  const isThere = (column: number) => column >= 0 && column < table.columns.length
  const run = [from.left - 1, from.right + 1]
    .filter(isThere)
    .map((column) => filledBelow(table, { row: from.bottom, column: columnIndex(column) }))
    .find((rows) => rows > 0)
  return run === undefined ? from : { ...from, bottom: rowIndex(from.bottom + run) }
}

function cornerOf({ bottom, right }: Rectangle): CellPlace {
  return { row: bottom, column: right }
}

function rangeOf(table: GridTable, { top, bottom, left, right }: Rectangle): CellRange | null {
  const anchor = cellRefAt(table, { row: top, column: left })
  const focus = cellRefAt(table, { row: bottom, column: right })
  return anchor && focus && { anchor, focus }
}

function isSame(one: Rectangle, other: Rectangle): boolean {
  return (
    one.top === other.top &&
    one.bottom === other.bottom &&
    one.left === other.left &&
    one.right === other.right
  )
}
