/** A key while nothing is pressed: moves are made here, commands are handed on. */
import { move } from '../select/move.ts'
import { placeOf } from '../select/place.ts'
import { countCells, selectedColumns, selectedRows } from '../select/resolve.ts'
import {
  type GridEffect,
  type GridStep,
  type IdleState,
  type InputContext,
  passOver,
  stepTo,
} from './gesture.ts'
import type { GridMove } from './grid-move.ts'
import type { KeyPress } from './key-press.ts'
import { commandOf, type KeyContext } from './keymap.ts'

export function onKeyPress(state: IdleState, press: KeyPress, context: InputContext): GridStep {
  const meaning = commandOf(press, keyContextOf(context))
  if (meaning === null) return passOver(state)
  if (meaning.kind === 'move') return moveBy(state, meaning.move, context)
  const effect: GridEffect = { kind: 'command', command: meaning.command }
  return meaning.isComposition ? passOver(state, effect) : stepTo(state, effect)
}

/** Where a move leads, as effects. */
function moveBy(state: IdleState, how: GridMove, context: InputContext): GridStep {
  const moved = move(context, context.selection, how)
  if (moved.kind === 'left') {
    const leave: GridEffect = { kind: 'leave', to: moved.to }
    return moved.to === 'header' ? stepTo(state, leave) : passOver(state, leave)
  }
  const select: GridEffect = { kind: 'select', selection: moved.selection }
  return moved.reveal === null
    ? stepTo(state, select)
    : stepTo(state, select, { kind: 'reveal', place: moved.reveal })
}

function keyContextOf({ table, selection, isMac, isRtl }: InputContext): KeyContext {
  const { stop } = selection
  return {
    isMac,
    isRtl,
    stop,
    isCheck: isCheck({ table, selection }),
    cellCount: countCells(table, selection),
    columnCount: selectedColumns(table, selection).length,
    hasChosenRows: selectedRows(table, selection).length > 0,
    isGroupCollapsed:
      typeof stop === 'object' &&
      (table.source.groups.find(({ key }) => key === stop.group)?.isCollapsed ?? false),
  }
}

function isCheck({ table, selection }: Pick<InputContext, 'table' | 'selection'>): boolean {
  const place = placeOf(table, selection.cursor)
  const column = selection.cursor?.column
  if (place === null || column === undefined) return false
  return table.source.rowAt(place.row)?.cell(column).kind === 'check'
}
