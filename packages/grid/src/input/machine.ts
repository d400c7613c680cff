/** From one state of input to the next. Each state has a file of its own; this hands events to the one that holds. */
import {
  type GridInput,
  type GridState,
  type GridStep,
  type InputContext,
  idleState,
  passOver,
  type StateHandlers,
  stepTo,
} from './gesture.ts'
import { draggingColumns, pullColumns } from './states/dragging-columns.ts'
import { draggingRows } from './states/dragging-rows.ts'
import { editing } from './states/editing.ts'
import { filling } from './states/filling.ts'
import { idle } from './states/idle.ts'
import { pointing } from './states/pointing.ts'
import { selectingCells } from './states/selecting-cells.ts'
import { selectingRows } from './states/selecting-rows.ts'
import { touching } from './states/touching.ts'

const handlers: { readonly [Name in GridState['name']]: StateHandlers<Extract<GridState, { name: Name }>> } =
  {
    idle,
    pointing,
    'selecting-cells': selectingCells,
    'selecting-rows': selectingRows,
    filling,
    'dragging-rows': draggingRows,
    'dragging-columns': draggingColumns,
    touching,
    editing,
  }

export function step(state: GridState, input: GridInput, context: InputContext): GridStep {
  // Of a union of states each finds the handlers of its own name, which types cannot follow.
  const next = answer(handlers[state.name] as StateHandlers<GridState>, state, input, context)
  if (next.state.name === state.name) return next
  const entered = handlers[next.state.name] as StateHandlers<GridState>
  const effects = entered.onEnter?.(next.state, context) ?? []
  return { ...next, effects: [...effects, ...next.effects] }
}

function answer(
  on: StateHandlers<GridState>,
  state: GridState,
  input: GridInput,
  context: InputContext,
): GridStep {
  switch (input.type) {
    case 'down':
      // A second finger or button while something is under way.
      return on.onPointerDown?.(state, input, context) ?? passOver(state)
    case 'move':
      return on.onPointerMove?.(state, input, context) ?? passOver(state)
    case 'up':
      return on.onPointerUp?.(state, input, context) ?? passOver(state)
    case 'tick':
      return on.onTick?.(state, input.time, context) ?? passOver(state)
    case 'cancel':
      return on.onCancel?.(state, context) ?? passOver(state)
    case 'pull-columns':
      return pullColumns(state, input, context)
    case 'out':
      return state.name === 'idle' && state.hover !== null
        ? passOver({ ...state, hover: null }, { kind: 'hover', hit: null })
        : passOver(state)
    case 'editor':
      return openEditor(on, state, input.isOpen, context)
    case 'key':
      if (on.onKey) return on.onKey(state, input.press, context)
      if (state.name === 'editing' || !on.onCancel) return passOver(state)
      // While something is pulled Escape gives it up, and other keys are not to change what it is pulled over.
      return input.press.key === 'Escape'
        ? { ...on.onCancel(state, context), isHandled: true }
        : stepTo(state)
  }
}

function openEditor(
  on: StateHandlers<GridState>,
  state: GridState,
  isOpen: boolean,
  context: InputContext,
): GridStep {
  if (!isOpen) return passOver(state.name === 'editing' ? idleState : state)
  const given = on.onCancel?.(state, context).effects ?? []
  return passOver({ name: 'editing' }, ...given)
}

/** Whether the state is to be told of each frame: something scrolls by itself, or waits for time to pass. */
export function wantsTicks({ name }: GridState): boolean {
  switch (name) {
    case 'selecting-cells':
    case 'selecting-rows':
    case 'filling':
    case 'dragging-rows':
    case 'dragging-columns':
    case 'touching':
      return true
    default:
      return false
  }
}

/** Whether the pointer is to be captured, and a finger not to scroll. */
export function holdsPointer(state: GridState): boolean {
  return state.name === 'pointing' || (wantsTicks(state) && state.name !== 'touching')
}
