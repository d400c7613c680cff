/**
 * A finger: moving scrolls, which the browser does itself; a tap selects, a tap on what is selected edits, and a long press
 * selects and opens the menu. Ranges are pulled by their knobs.
 */
import { selectCell, selectRow, stopAt, toggleRow } from '../../select/choose.ts'
import { isSingle } from '../../select/resolve.ts'
import {
  type GridEffect,
  type GridStep,
  type InputContext,
  idleState,
  passOver,
  type StateHandlers,
  stepTo,
  type TouchingState,
} from '../gesture.ts'
import { atRow, isCursor, menuSelection } from './idle.ts'

/** As phones have it. */
const longPressMs = 500
/** A fingertip rolls about so much. */
const slopPx = 10

export const touching: StateHandlers<TouchingState> = {
  onPointerMove(state, input) {
    const moved = Math.hypot(input.x - state.start.x, input.y - state.start.y)
    return passOver(moved > slopPx ? { ...state, isOver: true } : state)
  },
  onTick(state, now, context) {
    return state.isOver || now - state.time < longPressMs ? stepTo(state) : pressLong(state, context)
  },
  onPointerUp(state, _, context) {
    return state.isOver ? passOver(idleState) : stepTo(idleState, ...tap(state, context))
  },
  onCancel: () => passOver(idleState),
}

function pressLong(state: TouchingState, context: InputContext): GridStep {
  const { hit, start } = state
  const over = { ...state, isOver: true }
  if (hit.zone !== 'cell' && hit.zone !== 'gutter') return stepTo(over)
  return stepTo(
    over,
    { kind: 'select', selection: menuSelection(context, hit) },
    { kind: 'command', command: { kind: 'menu', at: start } },
  )
}

function tap({ hit }: TouchingState, context: InputContext): readonly GridEffect[] {
  const { table, selection } = context
  switch (hit.zone) {
    case 'cell': {
      const isSecond = isCursor(context, hit) && isSingle(table, selection)
      const select: GridEffect = { kind: 'select', selection: selectCell(table, hit) }
      if (hit.part === 'check' && !context.isReadOnly) return [select, command({ kind: 'toggle' })]
      if (!isSecond) return [select]
      return [command(hit.part === 'link' ? { kind: 'follow' } : { kind: 'edit', text: null })]
    }
    case 'gutter':
      if (hit.part === 'open') {
        return [{ kind: 'select', selection: atRow(context, hit.row) }, command({ kind: 'open' })]
      }
      return hit.part === 'select'
        ? [{ kind: 'select', selection: toggleRow(table, selection, hit.row) }]
        : [{ kind: 'select', selection: selectRow(table, hit.row) }]
    case 'group':
      return [
        { kind: 'select', selection: stopAt(selection, { group: hit.key }, selection.cursor) },
        command({ kind: 'toggle-group', key: hit.key }),
      ]
    case 'add-row':
      return [command({ kind: 'add-row', where: 'end' })]
    case 'nothing':
      return []
  }
}

type Command = Extract<GridEffect, { kind: 'command' }>['command']
const command = (asked: Command): GridEffect => ({ kind: 'command', command: asked })
