/** A range of cells grows with the pointer. */
import { extendTo, focusOf, selectCell } from '../../select/choose.ts'
import { isSamePlace } from '../../select/place.ts'
import { rectangles } from '../../select/resolve.ts'
import { autoscroll } from '../autoscroll.ts'
import {
  type GridEffect,
  type GridStep,
  type InputContext,
  idleState,
  type Point,
  type PointerInput,
  passOver,
  type SelectingCellsState,
  type StateHandlers,
  stepTo,
} from '../gesture.ts'

export const selectingCells: StateHandlers<SelectingCellsState> = {
  onPointerMove(state, { x, y }, context) {
    const pointer = { x, y }
    return stepTo({ ...state, pointer }, ...growTo(context, pointer))
  },
  onTick(state, now, context) {
    const next = { ...state, tickedAt: now }
    const scroll = autoscroll(context, state.pointer, { tickedAt: state.tickedAt, now })
    return stepTo(next, ...growTo(context, state.pointer), ...scroll)
  },
  onPointerUp: () => stepTo(idleState),
  onCancel: ({ before }) => stepTo(idleState, { kind: 'select', selection: before }),
}

function growTo(context: InputContext, { x, y }: Point): readonly GridEffect[] {
  const { table, selection } = context
  const place = context.nearestCell(x, y)
  if (place === null || isSamePlace(focusOf(table, selection), place)) return []
  return [{ kind: 'select', selection: extendTo(table, selection, place) }]
}

/** A knob at a corner of the selection: the opposite corner stays. */
export function pullHandle(input: PointerInput, isFirst: boolean, context: InputContext): GridStep {
  const { table, selection } = context
  const bounds = rectangles(table, selection).at(-1)
  if (!bounds) return passOver(idleState)
  const { top, bottom, left, right } = bounds
  const first = { row: top, column: left }
  const last = { row: bottom, column: right }
  const [anchor, focus] = isFirst ? [last, first] : [first, last]
  const turned = extendTo(table, selectCell(table, anchor), focus)
  const pointer = { x: input.x, y: input.y }
  return stepTo(
    { name: 'selecting-cells', pointer, tickedAt: null, before: selection },
    { kind: 'select', selection: turned },
  )
}
