/**
 * The words of the input machine: what comes in, what a state remembers, what goes out. The machine is pure: the same
 * state, input and context always give the same next state and effects; time comes with the input.
 */
import type { GridCommand } from '../model/grid-command.ts'
import type { GridHit } from '../model/grid-hit.ts'
import type { ColumnKey } from '../model/grid-source.ts'
import type { GridSelection } from '../model/selection.ts'
import type { MoveSetting } from '../select/move.ts'
import type { CellPlace, Rectangle } from '../select/place.ts'
import type { ViewX, ViewY } from '../units.ts'
import type { KeyPress } from './key-press.ts'

export interface PointerInput {
  readonly type: 'down' | 'move' | 'up'
  readonly x: ViewX
  readonly y: ViewY
  /** As browsers count: 0 the main one, 1 the middle one, 2 the one for menus. */
  readonly button: number
  readonly isShift: boolean
  readonly isCtrl: boolean
  readonly isMeta: boolean
  readonly pointerType: 'mouse' | 'pen' | 'touch'
  /** Milliseconds, from any start. */
  readonly time: number
}

export type GridInput =
  | PointerInput
  /** The browser took the pointer away, or the window lost the focus. */
  | { readonly type: 'cancel' }
  /** A heading, which is no part of the body, begins to be dragged: these columns go with it. */
  | {
      readonly type: 'pull-columns'
      readonly columns: readonly ColumnKey[]
      readonly x: ViewX
      readonly y: ViewY
    }
  /** The pointer left the grid. */
  | { readonly type: 'out' }
  /** Once a frame, while `wantsTicks` says so. */
  | { readonly type: 'tick'; readonly time: number }
  | { readonly type: 'key'; readonly press: KeyPress }
  /** An editor was opened or closed. */
  | { readonly type: 'editor'; readonly isOpen: boolean }

/** What the machine may look at. */
export interface InputContext extends MoveSetting {
  readonly selection: GridSelection
  readonly isMac: boolean
  readonly isRtl: boolean
  /** Nothing of the table may be changed by gestures. */
  readonly isReadOnly: boolean
  /** Rows have an order of their own, which may be changed. */
  readonly canMoveRows: boolean
  /** The part of the view that scrolls, without gutter and frozen columns. */
  readonly view: {
    readonly left: ViewX
    readonly top: ViewY
    readonly right: ViewX
    readonly bottom: ViewY
  }
  hitAt(x: ViewX, y: ViewY): GridHit
  /** The cell under a point, or the one in sight that is nearest to it. Null without rows. */
  nearestCell(x: ViewX, y: ViewY): CellPlace | null
  /** The row before which something dropped at a height would lie; `rowCount` for the end. */
  boundaryAt(y: ViewY): number
  /** The same for columns: before this one, or after the last. */
  columnBoundaryAt(x: ViewX): number
}

export type GridCursorStyle = 'default' | 'pointer' | 'crosshair' | 'grab' | 'grabbing'

export type GridEffect =
  | { readonly kind: 'select'; readonly selection: GridSelection }
  | { readonly kind: 'command'; readonly command: GridCommand }
  | { readonly kind: 'reveal'; readonly place: CellPlace }
  /** CSS pixels to scroll at once. */
  | { readonly kind: 'autoscroll'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'cursor'; readonly style: GridCursorStyle }
  /** `header` is for the owner to act on; the others are Tab, which the browser goes on with. */
  | { readonly kind: 'leave'; readonly to: 'header' | 'before' | 'behind' }
  | { readonly kind: 'hover'; readonly hit: GridHit | null }
  /** What would be filled; null: nothing any more. */
  | { readonly kind: 'fill-preview'; readonly rectangle: Rectangle | null }
  | { readonly kind: 'drop-preview'; readonly before: number | null }
  | { readonly kind: 'drop-columns-preview'; readonly before: number | null }
  /** The open editor is to store what it holds and to close. */
  | { readonly kind: 'commit-edit' }

export interface Point {
  readonly x: ViewX
  readonly y: ViewY
}

export interface Click {
  readonly place: CellPlace
  readonly time: number
}

export interface IdleState {
  readonly name: 'idle'
  readonly hover: GridHit | null
  /** The click before, with which the next may be a double one. */
  readonly click: Click | null
}

export interface PointingState {
  readonly name: 'pointing'
  readonly start: Point
  readonly hit: GridHit
  readonly isDouble: boolean
  /** The cell had the cursor before it was pressed. */
  readonly isSecond: boolean
  /** The row was chosen already: moving on drags it and those chosen with it. */
  readonly isOnDraggable: boolean
  readonly hasModifier: boolean
  readonly before: GridSelection
}

/** A gesture that goes on while the pointer lies still beyond an edge. */
interface Scrolling {
  readonly pointer: Point
  /** Of the last tick; null before the first. */
  readonly tickedAt: number | null
  /** What to come back to. */
  readonly before: GridSelection
}

export interface SelectingCellsState extends Scrolling {
  readonly name: 'selecting-cells'
}

export interface SelectingRowsState extends Scrolling {
  readonly name: 'selecting-rows'
}

export interface FillingState extends Scrolling {
  readonly name: 'filling'
  readonly from: Rectangle
  readonly to: Rectangle
  /** The handle was clicked a moment before: let go here, it fills down beside the column next to it. */
  readonly isDouble: boolean
}

export interface DraggingRowsState extends Scrolling {
  readonly name: 'dragging-rows'
  readonly target: number | null
}

export interface DraggingColumnsState extends Scrolling {
  readonly name: 'dragging-columns'
  readonly columns: readonly ColumnKey[]
  readonly target: number | null
}

export interface TouchingState {
  readonly name: 'touching'
  readonly start: Point
  readonly time: number
  readonly hit: GridHit
  /** What the finger was for is decided: it scrolls, or its menu is open. */
  readonly isOver: boolean
}

export interface EditingState {
  readonly name: 'editing'
}

export type GridState =
  | IdleState
  | PointingState
  | SelectingCellsState
  | SelectingRowsState
  | FillingState
  | DraggingRowsState
  | DraggingColumnsState
  | TouchingState
  | EditingState

export interface GridStep {
  readonly state: GridState
  readonly effects: readonly GridEffect[]
  /** Whether the browser's own answer to the event is to be prevented. */
  readonly isHandled: boolean
}

/** One state's answers. What is not answered leaves everything as it is. */
export interface StateHandlers<State extends GridState> {
  onEnter?(state: State, context: InputContext): readonly GridEffect[]
  onPointerDown?(state: State, input: PointerInput, context: InputContext): GridStep
  onPointerMove?(state: State, input: PointerInput, context: InputContext): GridStep
  onPointerUp?(state: State, input: PointerInput, context: InputContext): GridStep
  onTick?(state: State, time: number, context: InputContext): GridStep
  onCancel?(state: State, context: InputContext): GridStep
  onKey?(state: State, press: KeyPress, context: InputContext): GridStep
}

export const idleState: IdleState = { name: 'idle', hover: null, click: null }

export function stepTo(state: GridState, ...effects: readonly GridEffect[]): GridStep {
  return { state, effects, isHandled: true }
}

/** The event is the browser's. */
export function passOver(state: GridState, ...effects: readonly GridEffect[]): GridStep {
  return { state, effects, isHandled: false }
}

export function isMod(input: PointerInput, context: InputContext): boolean {
  return context.isMac ? input.isMeta : input.isCtrl
}
