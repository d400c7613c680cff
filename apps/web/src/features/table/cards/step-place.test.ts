import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CardStep, stepFrom, stepOfKey } from './step-place.ts'

const steps: readonly CardStep[] = [
  'left',
  'right',
  'up',
  'down',
  'row-start',
  'row-end',
  'first',
  'last',
  'page-up',
  'page-down',
]
const anyRows = fc
  .record({
    count: fc.integer({ min: 1, max: 200 }),
    columns: fc.integer({ min: 1, max: 9 }),
    pageRows: fc.integer({ min: 1, max: 6 }),
    at: fc.nat(),
  })
  .map(({ at, ...rows }) => ({ rows, place: at % rows.count }))

const pressed = (
  key: string,
  held: Partial<Record<'ctrlKey' | 'altKey' | 'shiftKey' | 'metaKey', boolean>> = {},
) => ({
  key,
  altKey: false,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  ...held,
})

describe('a step among cards', () => {
  it('leads to a card that is there', () => {
    fc.assert(
      fc.property(anyRows, fc.constantFrom(...steps), ({ rows, place }, step) => {
        const next = stepFrom(place, step, rows)
        expect(next).toBeGreaterThanOrEqual(0)
        expect(next).toBeLessThan(rows.count)
        expect(Number.isInteger(next)).toBe(true)
      }),
    )
  })

  it('stays in its column up and down, but where the last row is too short', () => {
    fc.assert(
      fc.property(anyRows, fc.constantFrom('up', 'down', 'page-up', 'page-down'), ({ rows, place }, step) => {
        const next = stepFrom(place, step, rows)
        const isShort = next === rows.count - 1
        expect(isShort || next % rows.columns === place % rows.columns).toBe(true)
      }),
    )
  })

  it('stays in its row to its start and its end', () => {
    fc.assert(
      fc.property(anyRows, fc.constantFrom('row-start', 'row-end'), ({ rows, place }, step) => {
        const rowOf = (one: number) => Math.floor(one / rows.columns)
        expect(rowOf(stepFrom(place, step, rows))).toBe(rowOf(place))
      }),
    )
  })

  it('reaches every card by going on, and comes back', () => {
    const rows = { count: 7, columns: 3, pageRows: 2 }
    const way = (step: CardStep, from: number) => {
      const seen = [from]
      for (let at = from; ; ) {
        const next = stepFrom(at, step, rows)
        if (next === at) return seen
        seen.push(next)
        at = next
      }
    }
    expect([way('right', 0), way('left', 6)]).toEqual([
      [0, 1, 2, 3, 4, 5, 6],
      [6, 5, 4, 3, 2, 1, 0],
    ])
    expect([way('down', 1), way('down', 0), way('up', 6), way('page-down', 2)]).toEqual([
      [1, 4, 6],
      [0, 3, 6],
      [6, 3, 0],
      [2, 6],
    ])
  })
})

describe('a key among cards', () => {
  it('goes to the ends of a row, and with Ctrl of all', () => {
    expect([
      stepOfKey(pressed('Home'), false),
      stepOfKey(pressed('End', { ctrlKey: true }), false),
      stepOfKey(pressed('Home', { metaKey: true }), true),
      stepOfKey(pressed('End'), true),
    ]).toEqual(['row-start', 'last', 'first', 'last'])
  })

  it('is a letter in lists alone, and nothing with Alt or Shift', () => {
    expect([
      stepOfKey(pressed('j'), true),
      stepOfKey(pressed('k'), true),
      stepOfKey(pressed('j'), false),
      stepOfKey(pressed('j', { ctrlKey: true }), true),
      stepOfKey(pressed('ArrowDown', { altKey: true }), true),
      stepOfKey(pressed('ArrowLeft', { shiftKey: true }), false),
      stepOfKey(pressed('ArrowRight'), true),
    ]).toEqual(['down', 'up', null, null, null, null, null])
  })
})
