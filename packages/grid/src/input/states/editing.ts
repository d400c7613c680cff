/** An editor is open, and has the keys. A press elsewhere stores what it holds and is what it would have been anyway. */
import { type EditingState, idleState, passOver, type StateHandlers } from '../gesture.ts'
import { idle } from './idle.ts'

export const editing: StateHandlers<EditingState> = {
  onPointerDown(state, input, context) {
    const step = idle.onPointerDown?.(idleState, input, context) ?? passOver(state)
    return { ...step, effects: [{ kind: 'commit-edit' }, ...step.effects] }
  },
}
