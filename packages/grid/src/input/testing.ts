/** A grid of even cells for tests, with an owner who does what the machine asks: gutter 50 px, cells 100 × 30 px. */
import type { GridHit } from '../model/grid-hit.ts'
import { emptySelection, selectCell } from '../select/choose.ts'
import { clampColumn, clampRow } from '../select/place.ts'
import { rectangles } from '../select/resolve.ts'
import { at, makeTable } from '../select/testing.ts'
import { columnIndex, rowIndex, type ViewX, type ViewY, viewX, viewY } from '../units.ts'
import {
  type GridEffect,
  type GridInput,
  type GridState,
  type InputContext,
  idleState,
  type PointerInput,
} from './gesture.ts'
import type { KeyPress } from './key-press.ts'
import { step } from './machine.ts'

const gutterPx = 50
const columnPx = 100
const rowPx = 30
const viewWidth = 450
const viewHeight = 300

export class TestGrid {
  state: GridState = idleState
  context: InputContext
  /** What was asked for since it was last looked at. */
  effects: GridEffect[] = []
  isHandled = false
  scrollTop = 0
  scrollLeft = 0
  /** What lies under the pointer beside bodies of cells and numbers of rows. */
  part: GridHit | null = null
  #now = 0

  constructor(setting: Partial<InputContext> = {}) {
    const table = makeTable({
      rows: Array.from({ length: 40 }, (_, row) => `r${row}`),
      columns: [...'ABCDEF'],
    })
    this.context = {
      table,
      selection: selectCell(table, at(0, 0)) ?? emptySelection,
      pageRows: 10,
      pageColumns: 3,
      hasAddRow: true,
      isMac: false,
      isRtl: false,
      isReadOnly: false,
      canMoveRows: false,
      view: { left: viewX(gutterPx), top: viewY(0), right: viewX(viewWidth), bottom: viewY(viewHeight) },
      hitAt: (x, y) => this.#hitAt(x, y),
      nearestCell: (x, y) => this.#nearestCell(x, y),
      boundaryAt: (y) => Math.max(0, Math.min(40, Math.round((y + this.scrollTop) / rowPx))),
      columnBoundaryAt: (x) =>
        Math.max(1, Math.min(6, Math.round((x + this.scrollLeft - gutterPx) / columnPx))),
      ...setting,
    }
  }

  #hitAt(x: ViewX, y: ViewY): GridHit {
    if (this.part) return this.part
    const row = Math.floor((y + this.scrollTop) / rowPx)
    if (row < 0 || row > 40) return { zone: 'nothing' }
    if (row === 40) return { zone: 'add-row' }
    if (x < gutterPx) return { zone: 'gutter', row: rowIndex(row), part: 'number' }
    const column = columnIndex(Math.floor((x - gutterPx) / columnPx))
    return column > 5 ? { zone: 'nothing' } : { zone: 'cell', row: rowIndex(row), column, part: 'body' }
  }

  #nearestCell(x: ViewX, y: ViewY) {
    const { table } = this.context
    const inSight = Math.max(0, Math.min(viewHeight - 1, y)) + this.scrollTop
    return {
      row: clampRow(table, Math.floor(inSight / rowPx)),
      column: clampColumn(table, Math.floor((Math.min(viewWidth - 1, x) - gutterPx) / columnPx)),
    }
  }

  give(input: GridInput): this {
    const next = step(this.state, input, this.context)
    this.state = next.state
    this.isHandled = next.isHandled
    for (const effect of next.effects) {
      this.effects.push(effect)
      if (effect.kind === 'select') this.context = { ...this.context, selection: effect.selection }
      if (effect.kind === 'autoscroll') {
        this.scrollLeft = Math.max(
          0,
          Math.min(gutterPx + 6 * columnPx - viewWidth, this.scrollLeft + effect.dx),
        )
        this.scrollTop = Math.max(0, Math.min(40 * rowPx - viewHeight, this.scrollTop + effect.dy))
      }
    }
    return this
  }

  pointer(
    type: PointerInput['type'],
    [x, y]: readonly [number, number],
    more: Partial<PointerInput> = {},
  ): this {
    return this.give({
      type,
      x: viewX(x),
      y: viewY(y),
      button: 0,
      isShift: false,
      isCtrl: false,
      isMeta: false,
      pointerType: 'mouse',
      time: this.#now,
      ...more,
    })
  }

  click(place: readonly [number, number], more: Partial<PointerInput> = {}): this {
    return this.pointer('down', place, more).pointer('up', place, more)
  }

  drag(
    from: readonly [number, number],
    to: readonly [number, number],
    more: Partial<PointerInput> = {},
  ): this {
    return this.pointer('down', from, more).pointer('move', to, more)
  }

  wait(ms: number): this {
    this.#now += ms
    return this.give({ type: 'tick', time: this.#now })
  }

  /** Time that passes with nobody told. */
  pause(ms: number): this {
    this.#now += ms
    return this
  }

  key(key: string, held: Partial<KeyPress> = {}): this {
    const press: KeyPress = {
      key,
      code: '',
      isCtrl: false,
      isMeta: false,
      isShift: false,
      isAlt: false,
      isAltGraph: false,
      isComposing: false,
      ...held,
    }
    return this.give({ type: 'key', press })
  }

  taken(): readonly GridEffect[] {
    const taken = this.effects
    this.effects = []
    return taken
  }

  commands() {
    return this.taken().flatMap((effect) => (effect.kind === 'command' ? [effect.command] : []))
  }
}

/** The middle of a cell. */
export const cellAt = (row: number, column: number) =>
  [gutterPx + columnPx * column + 50, rowPx * row + 15] as const
export const gutterAt = (row: number) => [20, rowPx * row + 15] as const

/** As `rectangles` tells it. */
export const box = (top: number, left: number, bottom: number, right: number) => ({
  top,
  left,
  bottom,
  right,
})
export const selected = ({ context }: TestGrid) => rectangles(context.table, context.selection)
export const cellPart = (part: Extract<GridHit, { zone: 'cell' }>['part'], row = 2, column = 1): GridHit => ({
  zone: 'cell',
  row: rowIndex(row),
  column: columnIndex(column),
  part,
})
