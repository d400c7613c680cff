/** Nothing is pressed: hovering, keys, and the press that begins something else. */
import type { GridHit } from '../../model/grid-hit.ts'
import type { GridSelection } from '../../model/selection.ts'
import {
  addCell,
  extendRows,
  extendTo,
  selectCell,
  selectRow,
  stopAt,
  toggleRow,
} from '../../select/choose.ts'
import { type CellPlace, isSamePlace, placeOf } from '../../select/place.ts'
import { isCellSelected, isRowSelected } from '../../select/resolve.ts'
import { columnIndex, type RowIndex } from '../../units.ts'
import {
  type GridCursorStyle,
  type GridEffect,
  type GridStep,
  type IdleState,
  type InputContext,
  isMod,
  type PointerInput,
  type PointingState,
  passOver,
  type StateHandlers,
  stepTo,
} from '../gesture.ts'
import { onKeyPress } from '../on-key-press.ts'
import { enterFilling } from './filling.ts'
import { pullHandle } from './selecting-cells.ts'

/** As desktops have it: two presses within this are a double click. */
const doubleClickMs = 500

export const idle: StateHandlers<IdleState> = {
  onPointerDown: press,
  onPointerMove: hover,
  onKey: onKeyPress,
}

function press(state: IdleState, input: PointerInput, context: InputContext): GridStep {
  const hit = context.hitAt(input.x, input.y)
  // Ctrl and a click is how Macs with one button ask for a menu.
  if (input.button === 2 || (context.isMac && input.isCtrl)) return openMenu(state, input, context)
  if (input.button !== 0 || hit.zone === 'nothing') return passOver(state)
  const isOnHandle = hit.zone === 'cell' && (hit.part === 'first-handle' || hit.part === 'last-handle')
  if (isOnHandle) return pullHandle(input, hit.part === 'first-handle', context)
  if (hit.zone === 'cell' && hit.part === 'fill-handle' && !context.isReadOnly) {
    return enterFilling(input, context, (place) => isDoubleClick(state, place, input.time))
  }
  if (input.pointerType === 'touch') {
    // Not prevented: the finger may be about to scroll.
    return passOver({
      name: 'touching',
      start: { x: input.x, y: input.y },
      time: input.time,
      hit,
      isOver: false,
    })
  }
  const hasModifier = isMod(input, context)
  // A link opens in a tab of its own that way.
  if (hit.zone === 'cell' && hit.part === 'link' && hasModifier) return passOver(state)
  const selection = pressed(hit, input, context)
  const place = hit.zone === 'cell' ? { row: hit.row, column: hit.column } : null
  const isPlain = !hasModifier && !input.isShift
  const pointing: PointingState = {
    name: 'pointing',
    start: { x: input.x, y: input.y },
    hit,
    isDouble: isPlain && isDoubleClick(state, place, input.time),
    isSecond: isPlain && isCursor(context, place),
    isOnDraggable: isPlain && hit.zone === 'gutter' && isDraggable(context, hit.row),
    hasModifier: !isPlain,
    before: context.selection,
  }
  return stepTo(pointing, ...changed(context, selection))
}

/** What a press selects at once; the rest waits for the pointer to be let go. */
function pressed(hit: GridHit, input: PointerInput, context: InputContext): GridSelection {
  const { table, selection } = context
  const isAdding = isMod(input, context)
  switch (hit.zone) {
    case 'cell':
      if (input.isShift) return extendTo(table, selection, hit)
      return isAdding ? addCell(table, selection, hit) : selectCell(table, hit)
    case 'gutter':
      if (hit.part !== 'number') return selection
      if (input.isShift) return extendRows(table, { ...selection, stop: 'gutter' }, hit.row)
      if (isAdding) return toggleRow(table, selection, hit.row)
      return isDraggable(context, hit.row) ? selection : selectRow(table, hit.row)
    case 'group':
      return stopAt(selection, { group: hit.key }, selection.cursor)
    default:
      return selection
  }
}

/** What is selected under the pointer stays selected: the menu is for all of it. */
function openMenu(state: IdleState, { x, y }: PointerInput, context: InputContext): GridStep {
  const hit = context.hitAt(x, y)
  const menu: GridEffect = { kind: 'command', command: { kind: 'menu', at: { x, y } } }
  if (hit.zone !== 'cell' && hit.zone !== 'gutter') return passOver(state)
  return stepTo(state, ...changed(context, menuSelection(context, hit)), menu)
}

export function menuSelection(
  { table, selection }: InputContext,
  hit: Extract<GridHit, { zone: 'cell' | 'gutter' }>,
): GridSelection {
  if (hit.zone === 'gutter') {
    return isRowSelected(table, selection, hit.row) ? selection : selectRow(table, hit.row)
  }
  return isCellSelected(table, selection, hit) ? selection : selectCell(table, hit)
}

export function changed(context: InputContext, selection: GridSelection): readonly GridEffect[] {
  return selection === context.selection ? [] : [{ kind: 'select', selection }]
}

export function isCursor({ table, selection }: InputContext, place: CellPlace | null): boolean {
  return selection.stop === 'cell' && isSamePlace(placeOf(table, selection.cursor), place)
}

/** Chosen rows stay chosen when one of them is pressed: they may be about to be moved. */
function isDraggable({ table, selection, canMoveRows }: InputContext, row: RowIndex): boolean {
  return canMoveRows && isRowSelected(table, selection, row)
}

function isDoubleClick({ click }: IdleState, place: CellPlace | null, time: number): boolean {
  return click !== null && time - click.time <= doubleClickMs && isSamePlace(click.place, place)
}

function hover(state: IdleState, input: PointerInput, context: InputContext): GridStep {
  if (input.pointerType === 'touch') return passOver(state)
  const hit = context.hitAt(input.x, input.y)
  if (state.hover && isSameHit(state.hover, hit)) return passOver(state)
  return passOver(
    { ...state, hover: hit },
    { kind: 'hover', hit },
    { kind: 'cursor', style: styleOf(hit, context) },
  )
}

function styleOf(hit: GridHit, context: InputContext): GridCursorStyle {
  switch (hit.zone) {
    case 'cell':
      if (hit.part === 'fill-handle') return context.isReadOnly ? 'default' : 'crosshair'
      if (hit.part === 'check') return context.isReadOnly ? 'default' : 'pointer'
      return hit.part === 'body' ? 'default' : 'pointer'
    case 'gutter': {
      if (hit.part !== 'number') return 'pointer'
      return isDraggable(context, hit.row) ? 'grab' : 'default'
    }
    case 'group':
      return hit.part === 'toggle' ? 'pointer' : 'default'
    case 'add-row':
      return 'pointer'
    case 'nothing':
      return 'default'
  }
}

function isSameHit(one: GridHit, other: GridHit): boolean {
  switch (one.zone) {
    case 'cell':
      return (
        other.zone === 'cell' &&
        one.row === other.row &&
        one.column === other.column &&
        one.part === other.part
      )
    case 'gutter':
      return other.zone === 'gutter' && one.row === other.row && one.part === other.part
    case 'group':
      return other.zone === 'group' && one.key === other.key && one.part === other.part
    default:
      return one.zone === other.zone
  }
}

/** The gutter as a stop in a row. */
export function atRow({ table, selection }: InputContext, row: RowIndex): GridSelection {
  const cursor = selectCell(table, { row, column: columnIndex(0) }).cursor
  return stopAt(selection, 'gutter', cursor)
}
