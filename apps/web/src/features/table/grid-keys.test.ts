import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commandOf, type GridBounds, type KeyPress, placeAfter } from './grid-keys.ts'

const bounds: GridBounds = { rowCount: 100, colCount: 5, page: 20 }
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  shiftKey: false,
  mod: false,
  altKey: false,
  ...held,
})
const at = { row: 10, col: 2 }
const moves = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Home', 'End', 'Tab']

describe('placeAfter', () => {
  it.each([
    ['ArrowUp', {}, { row: 9, col: 2 }],
    ['ArrowDown', {}, { row: 11, col: 2 }],
    ['ArrowLeft', {}, { row: 10, col: 1 }],
    ['ArrowRight', {}, { row: 10, col: 3 }],
    ['ArrowUp', { mod: true }, { row: 0, col: 2 }],
    ['ArrowDown', { mod: true }, { row: 99, col: 2 }],
    ['ArrowLeft', { mod: true }, { row: 10, col: 1 }],
    ['ArrowRight', { mod: true }, { row: 10, col: 4 }],
    ['Home', {}, { row: 10, col: 1 }],
    ['End', {}, { row: 10, col: 4 }],
    ['Home', { mod: true }, { row: 0, col: 1 }],
    ['End', { mod: true }, { row: 99, col: 4 }],
    ['PageUp', {}, { row: 0, col: 2 }],
    ['PageDown', {}, { row: 30, col: 2 }],
    ['Tab', {}, { row: 10, col: 3 }],
    ['Tab', { shiftKey: true }, { row: 10, col: 1 }],
  ])('%s with %j leads to %j', (key, held, place) => {
    expect(placeAfter(press(key, held), at, bounds)).toEqual(place)
  })

  it('goes on in the next row after the last column', () => {
    expect(placeAfter(press('Tab'), { row: 10, col: 4 }, bounds)).toEqual({ row: 11, col: 1 })
    expect(placeAfter(press('Tab', { shiftKey: true }), { row: 10, col: 1 }, bounds)).toEqual({
      row: 9,
      col: 4,
    })
  })

  it('lets Tab leave the grid at both ends', () => {
    expect(placeAfter(press('Tab'), { row: 99, col: 4 }, bounds)).toBeNull()
    expect(placeAfter(press('Tab', { shiftKey: true }), { row: 0, col: 1 }, bounds)).toBeNull()
  })

  it('reaches the header above the first row and the adding line below the last', () => {
    expect(placeAfter(press('ArrowUp'), { row: 0, col: 2 }, bounds)).toEqual({ row: -1, col: 2 })
    expect(placeAfter(press('ArrowDown'), { row: 99, col: 2 }, bounds)).toEqual({ row: 100, col: 2 })
  })

  it('never leads out of the grid', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...moves),
        fc.boolean(),
        fc.boolean(),
        fc.nat(300),
        fc.integer({ min: 2, max: 40 }),
        fc.nat(400),
        fc.nat(50),
        (key, mod, shiftKey, rowCount, colCount, row, col) => {
          const place = { row: Math.min(row, rowCount) - 1, col: Math.min(col, colCount - 1) }
          const next = placeAfter(press(key, { mod, shiftKey }), place, { rowCount, colCount, page: 20 })
          if (!next) return
          expect(next.row).toBeGreaterThanOrEqual(-1)
          expect(next.row).toBeLessThanOrEqual(rowCount)
          expect(next.col).toBeGreaterThanOrEqual(0)
          expect(next.col).toBeLessThanOrEqual(colCount - 1)
        },
      ),
    )
  })
})

describe('commandOf', () => {
  it.each([
    [press('Enter'), { kind: 'edit', text: null }],
    [press('F2'), { kind: 'edit', text: null }],
    [press('x'), { kind: 'edit', text: 'x' }],
    [press('ß'), { kind: 'edit', text: 'ß' }],
    [press('Enter', { shiftKey: true }), { kind: 'add' }],
    [press('Delete'), { kind: 'clear' }],
    [press('Backspace'), { kind: 'clear' }],
    [press(' '), { kind: 'toggle' }],
    [press(' ', { shiftKey: true }), { kind: 'select' }],
    [press('z', { mod: true }), { kind: 'undo' }],
    [press('Z', { mod: true, shiftKey: true }), { kind: 'redo' }],
    [press('y', { mod: true }), { kind: 'redo' }],
    [press('F10', { shiftKey: true }), { kind: 'menu' }],
    [press('Escape'), { kind: 'escape' }],
  ])('%j means %j', (key, command) => {
    expect(commandOf(key, at, bounds)).toEqual(command)
  })

  it.each([
    press('c', { mod: true }),
    press('v', { mod: true }),
    press('F5'),
    press('Shift'),
    press('x', { altKey: true }),
  ])('leaves %j to the browser', (key) => {
    expect(commandOf(key, at, bounds)).toBeNull()
  })

  it('selects a row from its number, and opens it', () => {
    expect(commandOf(press(' '), { row: 3, col: 0 }, bounds)).toEqual({ kind: 'select' })
    expect(commandOf(press('Enter'), { row: 3, col: 0 }, bounds)).toEqual({ kind: 'open' })
    expect(commandOf(press('a'), { row: 3, col: 0 }, bounds)).toBeNull()
  })

  it('adds a record on the last line, and leaves the header to its buttons', () => {
    expect(commandOf(press('Enter'), { row: 100, col: 1 }, bounds)).toEqual({ kind: 'add' })
    expect(commandOf(press('a'), { row: 100, col: 1 }, bounds)).toBeNull()
    expect(commandOf(press('Enter'), { row: -1, col: 1 }, bounds)).toBeNull()
  })
})
