/**
 * The grid: cells that are painted, elements for those who do not see them, and a machine of states that makes of keys and
 * pointers what happens. This class ties them to one element that scrolls. It owns cursor and selection; everything else
 * that is asked of it is a command for its owner.
 */
import { contextOfGrid } from './input/context-of-grid.ts'
import {
  type GridEffect,
  type GridInput,
  type GridState,
  type InputContext,
  idleState,
} from './input/gesture.ts'
import { holdsPointer, step, wantsTicks } from './input/machine.ts'
import type { MirrorWords } from './mirror/cell-text.ts'
import { mirrorFrame } from './mirror/frame-of-grid.ts'
import { GridMirror } from './mirror/grid-mirror.ts'
import type { Direction, GridCommand } from './model/grid-command.ts'
import type { ColumnKey, GridSource, RowKey } from './model/grid-source.ts'
import type { GridSelection } from './model/selection.ts'
import { listenTo, onEscape } from './page-events.ts'
import type { GridHighlights } from './paint/overlay-marks.ts'
import { chooseArea, collapse, emptySelection, selectAll, selectCell, toRow } from './select/choose.ts'
import { type ColumnChoice, chooseColumn } from './select/choose-column.ts'
import { followColumns, followRows, type HeldRows, holdRows } from './select/follow.ts'
import { move } from './select/move.ts'
import { type CellPlace, type GridTable, placeOf, type Rectangle } from './select/place.ts'
import { countCells } from './select/resolve.ts'
import type { GridLayout } from './surface/grid-layout.ts'
import { Rest } from './surface/rest.ts'
import { GridSurface, type GridView } from './surface.ts'
import { columnIndex, rowIndex, viewX, viewY } from './units.ts'

/** After scrolling has rested this long, the elements follow: while it goes on they would only cost frames. */
const mirrorRestMs = 100

export interface GridCallbacks {
  onCommand(command: GridCommand): void
  /** Rows on screen, both included. */
  onView(first: number, last: number): void
  /** The cursor was on a heading, and is in the rows again: by a press, or by the owner's call. */
  onEnter(): void
  /** `header`: by the arrow up from the first line; `column` is where the cursor was. */
  onLeave(to: 'header' | 'before' | 'behind', column: number): void
}

export interface GridOptions {
  /** Scrolls; has the role of a grid. */
  readonly scroller: HTMLElement
  /** Within it, below what sticks at its top: takes the height of all lines. */
  readonly body: HTMLElement
  readonly words: MirrorWords
  readonly callbacks: GridCallbacks
}

/** What people may do here, beside looking. */
export interface GridRights {
  /** Nothing of the table may be changed by gestures. */
  readonly isReadOnly: boolean
  /** Rows have an order of their own, which may be changed. */
  readonly canMoveRows: boolean
}

const noSource: GridSource = {
  rowCount: 0,
  groups: [],
  keyAt: () => null,
  indexOf: () => null,
  rowAt: () => null,
}

export class Grid {
  readonly #options: GridOptions
  readonly #surface: GridSurface
  readonly #mirror: GridMirror
  readonly #listeners = new Set<() => void>()
  readonly #stops: (() => void)[]
  #layout: GridLayout | null = null
  #rights: GridRights = { isReadOnly: true, canMoveRows: false }
  #table: GridTable = { source: noSource, columns: [] }
  #selection: GridSelection = emptySelection
  #held: HeldRows = { ranges: [] }
  #state: GridState = idleState
  #isCursorShown = true
  /** A row that is to have the cursor when it is known where it stands. */
  #wanted: { readonly key: RowKey; readonly takesFocus: boolean } | null = null
  #seen = { height: 0, hasCursor: false }
  readonly #mirrorRest = new Rest(mirrorRestMs, () => this.#mirrorNow())
  #ticking = 0

  constructor(options: GridOptions) {
    const { scroller, body, words } = options
    this.#options = options
    this.#surface = new GridSurface({ scroller, body })
    this.#mirror = new GridMirror(body, words)
    this.#surface.setKnobs(window.matchMedia('(pointer: coarse)').matches)
    this.#stops = [
      this.#surface.onView((view) => this.#onView(view)),
      listenTo(options, (input) => this.#input(input)),
      // The focus may be anywhere while a heading is dragged.
      onEscape(
        () => this.#state.name === 'dragging-columns',
        () => this.#input({ type: 'cancel' }),
      ),
    ]
  }

  /** What the selection is made over. */
  get table(): GridTable {
    return this.#table
  }

  get selection(): GridSelection {
    return this.#selection
  }

  get rowHeight(): number {
    return this.#layout?.rowHeight ?? 0
  }

  /** Rows on screen, both included. */
  get view(): { readonly first: number; readonly last: number } {
    const { firstRow, lastRow } = this.#surface.view
    return { first: firstRow, last: lastRow }
  }

  /** Runs when the selection changes, or where things stand in the body. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  setRights(rights: GridRights): void {
    this.#rights = rights
    this.#surface.setFillable(!rights.isReadOnly)
    this.#mirrorNow()
  }

  setLayout(layout: GridLayout): void {
    const before = this.#table.columns
    this.#layout = layout
    this.#table = { ...this.#table, columns: layout.columns.map(({ key }) => key) }
    this.#surface.setLayout(layout)
    if (before.join(' ') !== this.#table.columns.join(' ') && before.length > 0) {
      this.#put(followColumns(this.#table, this.#selection, before))
    }
    this.#mirrorNow()
  }

  /** Other rows, or the same ones painted otherwise. */
  setSource(source: GridSource): void {
    this.#table = { ...this.#table, source }
    this.refresh()
  }

  /** Rows came, went or moved: the selection stays with its rows, and what is on screen is painted anew. */
  refresh(): void {
    this.#surface.setSource(this.#table.source)
    this.#followWanted()
    const followed = followRows(this.#table, this.#selection, this.#held)
    const isNowhere = followed.cursor === null && typeof followed.stop !== 'object'
    this.#put(isNowhere ? this.#firstCell() : followed)
    this.#mirrorNow()
  }

  /** Rows whose cells look otherwise; null: all of them. */
  damage(keys: readonly RowKey[] | null): void {
    // What is late may tell a grid that has gone.
    if (this.#layout === null) return
    this.#surface.damage(keys)
    this.#mirrorSoon()
  }

  select(selection: GridSelection): void {
    this.#wanted = null
    this.#put(selection)
    this.#mirrorNow()
  }

  selectAll(): void {
    this.select(selectAll(this.#table, this.#selection))
  }

  /** The cells of an area; the cursor stays where it is. */
  selectArea(area: Rectangle): void {
    this.select(chooseArea(this.#table, this.#selection, area))
  }

  /** Nothing but the cell with the cursor. */
  unselect(): void {
    this.select(collapse(this.#selection))
  }

  /** A whole column, by its heading; `extend` from the one with the cursor, `toggle` beside the others. */
  selectColumn(column: number, how: ColumnChoice): void {
    const row = rowIndex(this.#surface.view.firstRow)
    const place: CellPlace = { row, column: columnIndex(column) }
    this.#enter()
    this.select(chooseColumn(this.#table, this.#selection, { place, how }))
    this.#mirror.focus()
  }

  /** A heading is dragged, and these columns with it: from now on the pointer is the grid's. */
  pullColumns(columns: readonly ColumnKey[], event: { pointerId: number; x: number; y: number }): void {
    const { x, y, pointerId } = event
    const { holdsPointer } = this.#input({ type: 'pull-columns', columns, x: viewX(x), y: viewY(y) })
    if (holdsPointer) this.#options.scroller.setPointerCapture(pointerId)
  }

  /** Those whose headings are dragged; told to those who subscribe. */
  get pulledColumns(): readonly ColumnKey[] {
    return this.#state.name === 'dragging-columns' ? this.#state.columns : []
  }

  /** Puts the cursor on a cell, brings it into sight, and takes the focus. */
  goTo(row: number, column: number): void {
    const place: CellPlace = { row: rowIndex(row), column: columnIndex(Math.max(0, column)) }
    this.select(selectCell(this.#table, place))
    this.#surface.reveal(row, Math.max(0, column))
    this.focus()
  }

  /** Goes to the first cell of a row that may not have a place yet, as soon as it has one. */
  follow(key: RowKey): void {
    this.#wanted = { key, takesFocus: true }
    this.#followWanted()
  }

  /**
   * Puts the cursor on a row, in the column where it is, and brings it into sight, as soon as the row has a place; the focus
   * stays where it is. Null: no more row is waited for.
   */
  accompany(key: RowKey | null): void {
    if (key !== null) this.#wanted = { key, takesFocus: false }
    else if (this.#wanted?.takesFocus === false) this.#wanted = null
    this.#followWanted()
  }

  /** Puts the cursor on a cell and brings it into sight; the focus stays where it is. */
  lookAt(row: number, column: number): void {
    const place: CellPlace = { row: rowIndex(row), column: columnIndex(Math.max(0, column)) }
    this.select(selectCell(this.#table, place))
    this.bring(row, column)
  }

  /** Brings a place into sight, loaded or not: with rows above it, where that is a way off. */
  bring(row: number, column: number): void {
    const { first, last } = this.view
    if (row < first || row > last) {
      this.#surface.scrollToRow(Math.max(0, row - Math.floor((last - first) / 3)))
    }
    this.#surface.reveal(row, column)
  }

  /** What was found; null: nothing is looked for. */
  setHighlights(highlights: GridHighlights | null): void {
    this.#surface.setHighlights(highlights)
  }

  /** One step from the cursor, as after an edit: through what is selected, else to the next cell beside it. */
  step(direction: Direction): void {
    const isBack = direction === 'up' || direction === 'left'
    const along = direction === 'up' || direction === 'down' ? 'columns' : 'rows'
    if (countCells(this.#table, this.#selection) > 1) {
      const moved = move(this.#context(), this.#selection, { kind: 'next', along, by: isBack ? -1 : 1 })
      if (moved.kind === 'moved') return this.select(moved.selection)
    }
    const place = placeOf(this.#table, this.#selection.cursor)
    if (place === null) return
    const by = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] }[direction] as [number, number]
    const row = Math.max(0, Math.min(this.#table.source.rowCount - 1, place.row + by[0]))
    const column = Math.max(0, Math.min(this.#table.columns.length - 1, place.column + by[1]))
    this.goTo(row, column)
  }

  focus(): void {
    this.#enter()
    this.#revealCursor()
    this.#mirrorNow()
    this.#mirror.focus()
  }

  get hasFocus(): boolean {
    return this.#mirror.active !== null && this.#mirror.active === document.activeElement
  }

  /** False while the focus is on a heading: then no cell has the cursor. */
  setCursorShown(isShown: boolean): void {
    if (this.#isCursorShown === isShown) return
    this.#isCursorShown = isShown
    this.#markSelection()
    this.#mirrorNow()
  }

  setEditing(isEditing: boolean): void {
    this.#surface.setEditing(isEditing)
    this.#input({ type: 'editor', isOpen: isEditing })
  }

  /** From the top of the body: for what stands over a cell. */
  topOf(row: number): number {
    return this.#surface.rectOf(row, 0).body.y
  }

  /** The cell with the cursor on the screen. */
  cursorBox(): DOMRect | null {
    return this.#mirror.active?.getBoundingClientRect() ?? null
  }

  /** The cell at a point of the window; null where there is none. */
  cellAt(clientX: number, clientY: number): CellPlace | null {
    const hit = this.#surface.hitAt(clientX, clientY)
    return hit.zone === 'cell' ? { row: hit.row, column: hit.column } : null
  }

  /** A cell in pixels of the window. */
  boxOf({ row, column }: CellPlace): DOMRect {
    return this.#surface.rectOf(row, column).client
  }

  /** The rows in view have got other numbers: stays with them. */
  shiftRows(by: number): void {
    this.#surface.shiftRows(by)
  }

  toTop(): void {
    this.#surface.scrollToRow(0)
  }

  destroy(): void {
    this.#layout = null
    for (const stop of this.#stops) stop()
    this.#mirrorRest.stop()
    cancelAnimationFrame(this.#ticking)
    this.#mirror.destroy()
    this.#surface.destroy()
  }

  #put(selection: GridSelection): void {
    if (selection === this.#selection) return
    this.#selection = selection
    this.#held = holdRows(this.#table, selection)
    this.#markSelection()
    this.#tell()
  }

  #enter(): void {
    if (this.#isCursorShown) return
    this.#isCursorShown = true
    this.#markSelection()
    this.#options.callbacks.onEnter()
  }

  #markSelection(): void {
    this.#surface.setSelection(this.#isCursorShown ? this.#selection : { ...this.#selection, cursor: null })
  }

  #firstCell(): GridSelection {
    return selectCell(this.#table, { row: rowIndex(0), column: columnIndex(0) })
  }

  #followWanted(): void {
    const wanted = this.#wanted
    const row = wanted === null ? null : this.#table.source.indexOf(wanted.key)
    if (wanted === null || row === null) return
    this.#wanted = null
    if (wanted.takesFocus) return this.goTo(row, 0)
    const moved = toRow(this.#table, this.#selection, row)
    if (moved === this.#selection) return
    this.select(moved)
    this.bring(row, placeOf(this.#table, moved.cursor)?.column ?? 0)
  }

  #revealCursor(): void {
    const place = placeOf(this.#table, this.#selection.cursor)
    if (place === null) return
    const isOnCell = this.#selection.stop === 'cell'
    this.#surface.reveal(place.row, isOnCell ? place.column : undefined)
  }

  /** A banner may take some of the room: the cursor stays in sight where it was. */
  #keepCursorInSight(): void {
    const { height } = this.#surface.view
    const place = placeOf(this.#table, this.#selection.cursor)
    if (height !== this.#seen.height && this.#seen.hasCursor) this.#revealCursor()
    const { firstRow, lastRow } = this.#surface.view
    this.#seen = { height, hasCursor: place !== null && place.row >= firstRow && place.row <= lastRow }
  }

  #onView({ scrollLeft }: GridView): void {
    this.#keepCursorInSight()
    const { first, last } = this.view
    this.#options.callbacks.onView(first, last)
    this.#mirror.slide(scrollLeft)
    this.#tell()
    this.#mirrorSoon()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }

  #mirrorSoon(): void {
    this.#mirrorRest.note()
  }

  #mirrorNow(): void {
    this.#mirrorRest.stop()
    if (this.#layout === null) return
    const { isReadOnly } = this.#rights
    const moment = {
      table: this.#table,
      selection: this.#selection,
      hasCursor: this.#isCursorShown,
      isReadOnly,
    }
    this.#mirror.update(mirrorFrame(this.#surface, this.#layout, moment))
  }

  #context(): InputContext {
    const moment = { table: this.#table, selection: this.#selection, ...this.#rights }
    const origin = this.#options.scroller.getBoundingClientRect()
    return contextOfGrid(this.#surface, this.#layout, { ...moment, origin })
  }

  /** Answers whether the browser's own answer to the event is to be prevented, and whether the pointer is held. */
  #input(input: GridInput): { isHandled: boolean; holdsPointer: boolean } {
    const next = step(this.#state, input, this.#context())
    const wasPulling = this.pulledColumns.length > 0
    this.#state = next.state
    if (wasPulling !== this.pulledColumns.length > 0) this.#tell()
    for (const effect of next.effects) this.#run(effect)
    if (wantsTicks(this.#state) && this.#ticking === 0) this.#tick()
    return { isHandled: next.isHandled, holdsPointer: holdsPointer(this.#state) }
  }

  #tick(): void {
    this.#ticking = requestAnimationFrame((time) => {
      this.#ticking = 0
      if (wantsTicks(this.#state)) this.#input({ type: 'tick', time })
    })
  }

  #run(effect: GridEffect): void {
    const { callbacks, scroller } = this.#options
    switch (effect.kind) {
      case 'select':
        this.#enter()
        if (typeof effect.selection.stop === 'object') this.#surface.revealGroup(effect.selection.stop.group)
        this.select(effect.selection)
        return this.#mirror.focus()
      case 'command':
        if (effect.command.kind === 'toggle-group') this.#surface.holdHeading(effect.command.key)
        return callbacks.onCommand(effect.command)
      case 'reveal':
        this.#surface.reveal(effect.place.row, effect.place.column)
        return this.focus()
      case 'autoscroll':
        return this.#surface.scrollBy(effect.dx, effect.dy)
      case 'cursor':
        scroller.style.cursor = effect.style
        return
      case 'leave': {
        const place = placeOf(this.#table, this.#selection.cursor)
        return callbacks.onLeave(effect.to, this.#selection.stop === 'gutter' ? -1 : (place?.column ?? 0))
      }
      case 'hover':
        return this.#surface.setHover(effect.hit)
      case 'fill-preview':
        return this.#surface.setFillPreview(effect.rectangle)
      case 'drop-preview':
        return this.#surface.setDrop(effect.before === null ? null : { kind: 'row', before: effect.before })
      case 'drop-columns-preview':
        return this.#surface.setDrop(
          effect.before === null ? null : { kind: 'column', before: effect.before },
        )
      case 'commit-edit':
        // What has the focus stores what it holds when it loses it.
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }
  }
}
