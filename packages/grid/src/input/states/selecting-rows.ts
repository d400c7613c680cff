/** A range of whole rows grows with the pointer, down the gutter. */
import { extendRows, focusOf } from '../../select/choose.ts'
import { autoscroll } from '../autoscroll.ts'
import {
  type GridEffect,
  type InputContext,
  idleState,
  type Point,
  type SelectingRowsState,
  type StateHandlers,
  stepTo,
} from '../gesture.ts'

export const selectingRows: StateHandlers<SelectingRowsState> = {
  onPointerMove(state, { x, y }, context) {
    const pointer = { x, y }
    return stepTo({ ...state, pointer }, ...growTo(context, pointer))
  },
  onTick(state, now, context) {
    const next = { ...state, tickedAt: now }
    const scroll = autoscroll(context, state.pointer, { tickedAt: state.tickedAt, now })
    return stepTo(next, ...growTo(context, state.pointer), ...upright(scroll))
  },
  onPointerUp: () => stepTo(idleState),
  onCancel: ({ before }) => stepTo(idleState, { kind: 'select', selection: before }),
}

function growTo(context: InputContext, { x, y }: Point): readonly GridEffect[] {
  const { table, selection } = context
  const place = context.nearestCell(x, y)
  if (place === null || focusOf(table, selection)?.row === place.row) return []
  return [{ kind: 'select', selection: extendRows(table, selection, place.row) }]
}

/** The gutter lies outside of what scrolls sideways: a pointer there asks for no scrolling that way. */
export function upright(effects: readonly GridEffect[]): readonly GridEffect[] {
  return effects
    .map((effect) => (effect.kind === 'autoscroll' ? { ...effect, dx: 0 } : effect))
    .filter((effect) => effect.kind !== 'autoscroll' || effect.dy !== 0)
}
