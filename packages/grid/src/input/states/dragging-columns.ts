/** Columns are pulled to another place by their headings; a line shows where they would lie. */
import { autoscroll } from '../autoscroll.ts'
import {
  type DraggingColumnsState,
  type GridEffect,
  type GridInput,
  type GridState,
  type GridStep,
  type InputContext,
  idleState,
  type Point,
  passOver,
  type StateHandlers,
  stepTo,
} from '../gesture.ts'

const end = [
  { kind: 'drop-columns-preview', before: null },
  { kind: 'cursor', style: 'default' },
] as const

export const draggingColumns: StateHandlers<DraggingColumnsState> = {
  onEnter: () => [{ kind: 'cursor', style: 'grabbing' }],
  onPointerMove: dragColumns,
  onTick(state, now, context) {
    const scroll = autoscroll(context, state.pointer, { tickedAt: state.tickedAt, now })
    const step = dragColumns({ ...state, tickedAt: now }, state.pointer, context)
    return { ...step, effects: [...step.effects, ...level(scroll)] }
  },
  onPointerUp({ columns, target }) {
    if (target === null) return stepTo(idleState, ...end)
    return stepTo(idleState, ...end, {
      kind: 'command',
      command: { kind: 'move-columns', columns, before: target },
    })
  },
  onCancel: () => stepTo(idleState, ...end),
}

/** Only from rest: what is under way in the body goes on. An open editor stores what it holds first. */
export function pullColumns(
  state: GridState,
  { columns, x, y }: Extract<GridInput, { type: 'pull-columns' }>,
  context: InputContext,
): GridStep {
  if (state.name !== 'idle' && state.name !== 'editing') return passOver(state)
  const pulled: DraggingColumnsState = {
    name: 'dragging-columns',
    pointer: { x, y },
    tickedAt: null,
    before: context.selection,
    columns,
    target: null,
  }
  const step = dragColumns(pulled, { x, y }, context)
  if (state.name === 'idle') return step
  return { ...step, effects: [{ kind: 'commit-edit' }, ...step.effects] }
}

function dragColumns(state: DraggingColumnsState, { x, y }: Point, context: InputContext): GridStep {
  const target = context.columnBoundaryAt(x)
  const next = { ...state, pointer: { x, y }, target }
  return target === state.target
    ? stepTo(next)
    : stepTo(next, { kind: 'drop-columns-preview', before: target })
}

/** Headings stand above of what scrolls upright: a pointer there asks for no scrolling that way. */
function level(effects: readonly GridEffect[]): readonly GridEffect[] {
  return effects
    .map((effect) => (effect.kind === 'autoscroll' ? { ...effect, dy: 0 } : effect))
    .filter((effect) => effect.kind !== 'autoscroll' || effect.dx !== 0)
}
