/** Pressed and not moved yet: a click if it is let go here, else the beginning of a drag. */
import { extendRows, selectRow, stopAt, toggleRow } from '../../select/choose.ts'
import {
  type GridEffect,
  type GridStep,
  type InputContext,
  idleState,
  type PointerInput,
  type PointingState,
  type StateHandlers,
  stepTo,
} from '../gesture.ts'
import { dragRows } from './dragging-rows.ts'
import { atRow } from './idle.ts'
import { selectingCells } from './selecting-cells.ts'
import { selectingRows } from './selecting-rows.ts'

/** A hand is not quite still when it clicks. A pen even less. */
const slopPx = { mouse: 4, pen: 8, touch: 10 }

export const pointing: StateHandlers<PointingState> = {
  onPointerMove(state, input, context) {
    const moved = Math.hypot(input.x - state.start.x, input.y - state.start.y)
    return moved <= slopPx[input.pointerType] ? stepTo(state) : beginDrag(state, input, context)
  },
  onPointerUp: click,
  onCancel: ({ before }) => stepTo(idleState, { kind: 'select', selection: before }),
}

function beginDrag(state: PointingState, input: PointerInput, context: InputContext): GridStep {
  const { hit, before } = state
  const scrolling = { pointer: { x: input.x, y: input.y }, tickedAt: null, before }
  const selecting = hit.zone === 'cell' || (hit.zone === 'gutter' && hit.part === 'number')
  if (!selecting) return stepTo(state)
  if (hit.zone === 'cell') {
    const next = { name: 'selecting-cells', ...scrolling } as const
    return selectingCells.onPointerMove?.(next, input, context) ?? stepTo(next)
  }
  if (state.isOnDraggable) {
    return dragRows({ name: 'dragging-rows', ...scrolling, target: null }, input, context)
  }
  const next = { name: 'selecting-rows', ...scrolling } as const
  return selectingRows.onPointerMove?.(next, input, context) ?? stepTo(next)
}

function click(state: PointingState, input: PointerInput, context: InputContext): GridStep {
  const { hit } = state
  const place = hit.zone === 'cell' ? { row: hit.row, column: hit.column } : null
  const idle = {
    ...idleState,
    click: place === null || state.isDouble || state.hasModifier ? null : { place, time: input.time },
  }
  return stepTo(idle, ...clickEffects(state, input, context))
}

function clickEffects(
  state: PointingState,
  input: PointerInput,
  context: InputContext,
): readonly GridEffect[] {
  const { hit, hasModifier } = state
  const { table, selection } = context
  switch (hit.zone) {
    case 'cell':
      if (hasModifier) return []
      if (hit.part === 'check') return context.isReadOnly ? [] : [command({ kind: 'toggle' })]
      if (hit.part === 'link' && state.isSecond && !state.isDouble) return [command({ kind: 'follow' })]
      return state.isDouble ? [command({ kind: 'edit', text: null })] : []
    case 'gutter':
      if (hit.part === 'open') return [select(atRow(context, hit.row)), command({ kind: 'open' })]
      if (hit.part === 'select') {
        const isRange = input.isShift && selection.stop === 'gutter'
        return [
          select(isRange ? extendRows(table, selection, hit.row) : toggleRow(table, selection, hit.row)),
        ]
      }
      // Let go without a drag, the press meant this row alone.
      return state.isOnDraggable ? [select(selectRow(table, hit.row))] : []
    case 'group':
      return hit.part === 'toggle' ? [command({ kind: 'toggle-group', key: hit.key })] : []
    case 'add-row':
      return [
        select(stopAt(selection, 'add-row', selection.cursor)),
        command({ kind: 'add-row', where: 'end' }),
      ]
    case 'nothing':
      return []
  }
}

type Command = Extract<GridEffect, { kind: 'command' }>['command']
type Selection = Extract<GridEffect, { kind: 'select' }>['selection']
const command = (asked: Command): GridEffect => ({ kind: 'command', command: asked })
const select = (selection: Selection): GridEffect => ({ kind: 'select', selection })
