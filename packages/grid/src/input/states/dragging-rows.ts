/** Chosen rows are pulled to another place; a line shows where they would lie. */
import { autoscroll } from '../autoscroll.ts'
import {
  type DraggingRowsState,
  type GridStep,
  type InputContext,
  idleState,
  type Point,
  type StateHandlers,
  stepTo,
} from '../gesture.ts'
import { upright } from './selecting-rows.ts'

const end = [
  { kind: 'drop-preview', before: null },
  { kind: 'cursor', style: 'default' },
] as const

export const draggingRows: StateHandlers<DraggingRowsState> = {
  onEnter: () => [{ kind: 'cursor', style: 'grabbing' }],
  onPointerMove: dragRows,
  onTick(state, now, context) {
    const scroll = autoscroll(context, state.pointer, { tickedAt: state.tickedAt, now })
    const step = dragRows({ ...state, tickedAt: now }, state.pointer, context)
    return { ...step, effects: [...step.effects, ...upright(scroll)] }
  },
  onPointerUp({ target }, _, { selection }) {
    if (target === null) return stepTo(idleState, ...end)
    return stepTo(idleState, ...end, {
      kind: 'command',
      command: { kind: 'move-rows', selection, before: target },
    })
  },
  onCancel: () => stepTo(idleState, ...end),
}

export function dragRows(state: DraggingRowsState, { x, y }: Point, context: InputContext): GridStep {
  const target = context.boundaryAt(y)
  const next = { ...state, pointer: { x, y }, target }
  return target === state.target ? stepTo(next) : stepTo(next, { kind: 'drop-preview', before: target })
}
