import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { GridMove } from '../input/grid-move.ts'
import type { Direction } from '../model/grid-command.ts'
import type { GridSelection } from '../model/selection.ts'
import { rowIndex } from '../units.ts'
import { addCell, emptySelection, extendTo, focusOf, selectCell, stopAt, toggleRow } from './choose.ts'
import { type MoveSetting, move } from './move.ts'
import { placeOf } from './place.ts'
import { isCellSelected, rectangles } from './resolve.ts'
import { at, makeGroup, makeTable } from './testing.ts'

const table = makeTable({ rows: Array.from({ length: 50 }, (_, row) => `r${row}`), columns: [...'ABCD'] })
const setting: MoveSetting = { table, pageRows: 10, pageColumns: 2, hasAddRow: true }
const arrow = (direction: Direction, held: { far?: true; extending?: true } = {}): GridMove => ({
  kind: 'arrow',
  direction,
  isFar: held.far ?? false,
  isExtending: held.extending ?? false,
})
const tab: GridMove = { kind: 'next', along: 'rows', by: 1 }
const backTab: GridMove = { kind: 'next', along: 'rows', by: -1 }

function moved(selection: GridSelection, ...how: GridMove[]): GridSelection {
  return how.reduce((so, next) => {
    const answer = move(setting, so, next)
    if (answer.kind === 'left') throw new Error(`left to ${answer.to}`)
    return answer.selection
  }, selection)
}
const cursorAfter = (selection: GridSelection, ...how: GridMove[]) =>
  placeOf(table, moved(selection, ...how).cursor)

describe('one cell', () => {
  const start = selectCell(table, at(10, 1))

  it.each<[GridMove, number, number]>([
    [arrow('up'), 9, 1],
    [arrow('down'), 11, 1],
    [arrow('left'), 10, 0],
    [arrow('right'), 10, 2],
    [arrow('up', { far: true }), 0, 1],
    [arrow('down', { far: true }), 49, 1],
    [{ kind: 'end', of: 'row', isFirst: true, isExtending: false }, 10, 0],
    [{ kind: 'end', of: 'row', isFirst: false, isExtending: false }, 10, 3],
    [{ kind: 'end', of: 'table', isFirst: true, isExtending: false }, 0, 0],
    [{ kind: 'end', of: 'table', isFirst: false, isExtending: false }, 49, 3],
    [{ kind: 'page', direction: 'up', isExtending: false }, 0, 1],
    [{ kind: 'page', direction: 'down', isExtending: false }, 20, 1],
    [{ kind: 'page', direction: 'right', isExtending: false }, 10, 3],
    [tab, 10, 2],
    [backTab, 10, 0],
  ])('%j leads to row %i, column %i', (how, row, column) => {
    expect(cursorAfter(start, how)).toEqual(at(row, column))
  })

  it('goes on in the next row by Tab, and leaves at the very ends', () => {
    expect(cursorAfter(selectCell(table, at(10, 3)), tab)).toEqual(at(11, 0))
    expect(cursorAfter(selectCell(table, at(10, 0)), backTab)).toEqual(at(9, 3))
    expect(move(setting, selectCell(table, at(49, 3)), tab)).toEqual({ kind: 'left', to: 'behind' })
    expect(move(setting, selectCell(table, at(0, 0)), backTab)).toEqual({ kind: 'left', to: 'before' })
    expect(move(setting, emptySelection, tab)).toEqual({ kind: 'left', to: 'behind' })
  })

  it('reaches the header above the first row', () => {
    expect(move(setting, selectCell(table, at(0, 2)), arrow('up'))).toEqual({ kind: 'left', to: 'header' })
  })

  it('stops on the adding line below the last row, and remembers its column', () => {
    const below = moved(selectCell(table, at(49, 2)), arrow('down'))
    expect(below.stop).toBe('add-row')
    expect(moved(below, arrow('down'))).toEqual(below)
    expect(moved(below, arrow('up'))).toEqual(selectCell(table, at(49, 2)))
    expect(move(setting, below, tab)).toEqual({ kind: 'left', to: 'behind' })
  })
})

describe('the gutter', () => {
  const gutter = moved(selectCell(table, at(3, 0)), arrow('left'))

  it('is a stop left of the first column, where nothing is selected', () => {
    expect(gutter.stop).toBe('gutter')
    expect(rectangles(table, gutter)).toEqual([])
    expect(moved(gutter, arrow('left'))).toEqual(gutter)
    expect(moved(gutter, arrow('right'))).toEqual(selectCell(table, at(3, 0)))
    expect(moved(gutter, tab)).toEqual(selectCell(table, at(3, 0)))
  })

  it('keeps what was chosen on the way along it, and lets Tab go on to what can be done with it', () => {
    const two = moved(gutter, { kind: 'toggle-row' }, arrow('down'), { kind: 'toggle-row' })
    expect(rectangles(table, two).map(({ top, bottom }) => [top, bottom])).toEqual([[3, 4]])
    expect(move(setting, two, tab)).toEqual({ kind: 'left', to: 'behind' })
    expect(rectangles(table, moved(two, arrow('right')))).toHaveLength(1)
  })

  it('selects rows with Shift and arrows', () => {
    const three = moved(gutter, arrow('down', { extending: true }), arrow('down', { extending: true }))
    expect(rectangles(table, three)).toEqual([{ top: 3, bottom: 5, left: 0, right: 3 }])
  })
})

describe('several cells', () => {
  const range = extendTo(table, selectCell(table, at(1, 1)), at(2, 2))

  const places = (how: GridMove) =>
    [1, 2, 3, 4].map((times) => cursorAfter(range, ...Array.from({ length: times }, () => how)))

  it('are gone through by Tab in rows, by Enter in columns, round and round', () => {
    expect(places(tab)).toEqual([at(1, 2), at(2, 1), at(2, 2), at(1, 1)])
    const enter: GridMove = { kind: 'next', along: 'columns', by: 1 }
    expect(places(enter)).toEqual([at(2, 1), at(1, 2), at(2, 2), at(1, 1)])
    expect(places(backTab)).toEqual([at(2, 2), at(2, 1), at(1, 2), at(1, 1)])
  })

  it('have every cell under the cursor once in a round through ranges that lie apart', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.nat(3), fc.boolean(), (height, width, isTab) => {
        const first = extendTo(table, selectCell(table, at(0, 0)), at(height, width))
        const both = extendTo(table, addCell(table, first, at(20, 1)), at(21, 2))
        const how: GridMove = { kind: 'next', along: isTab ? 'rows' : 'columns', by: 1 }
        const size = (height + 1) * (width + 1) + 4
        let selection = both
        const seen = new Set<string>()
        for (let step = 0; step < size; step += 1) {
          selection = moved(selection, how)
          const place = placeOf(table, selection.cursor)
          if (place) seen.add(`${place.row}:${place.column}`)
          expect(selection.chosen).toEqual(both.chosen)
        }
        expect(seen.size).toBe(size)
        expect(selection.cursor).toEqual(both.cursor)
      }),
    )
  })

  it('begin anew at the cursor when it has moved about in them', () => {
    const inside = moved(range, tab, arrow('down', { extending: true }))
    expect(rectangles(table, inside)).toEqual([{ top: 1, bottom: 2, left: 2, right: 2 }])
  })
})

describe('the edge of what is filled', () => {
  // Column A: filled 0–2, empty 3–5, filled 6–7, empty to the end.
  const filled = new Set([0, 1, 2, 6, 7])
  const gaps = (far?: Set<string>) =>
    makeTable({
      rows: Array.from({ length: 12 }, (_, row) => `r${row}`),
      columns: ['A'],
      content: (row) => (filled.has(row) ? { kind: 'text', text: 'x' } : { kind: 'empty' }),
      ...(far && { far }),
    })
  const from = (row: number, direction: Direction, far?: Set<string>) => {
    const here = { ...setting, table: gaps(far) }
    const answer = move(here, selectCell(here.table, at(row, 0)), arrow(direction, { far: true }))
    return answer.kind === 'moved' ? answer.reveal?.row : null
  }

  it('is found within a block, over a gap, and at the end of the table', () => {
    expect([0, 2, 4, 6, 7].map((row) => from(row, 'down'))).toEqual([2, 6, 6, 7, 11])
    expect([11, 7, 6, 2, 1].map((row) => from(row, 'up'))).toEqual([7, 6, 2, 0, 0])
  })

  it('is the end of the table where rows are not loaded', () => {
    expect(from(0, 'down', new Set(['r1', 'r2']))).toBe(11)
  })
})

const where = ({ stop, cursor }: GridSelection) =>
  typeof stop === 'object' ? stop.group : stop === 'cell' ? cursor?.row : stop

describe('headings of groups', () => {
  const grouped = makeTable({
    rows: [...'abcd'],
    columns: ['A', 'B'],
    groups: [makeGroup('g0', 0), makeGroup('g1', 2, true), makeGroup('g2', 2), makeGroup('g3', 4, true)],
  })
  const here = { ...setting, table: grouped }
  const step = (selection: GridSelection, direction: Direction) => {
    const answer = move(here, selection, arrow(direction))
    return answer.kind === 'left' ? answer.to : answer.selection
  }

  it('are stops on the way, down and up alike', () => {
    const start = stopAt(selectCell(grouped, at(0, 1)), { group: 'g0' }, selectCell(grouped, at(0, 1)).cursor)
    const walk = (direction: Direction, from: GridSelection) => {
      const met = [where(from)]
      let now: GridSelection | string = from
      for (let steps = 0; steps < 8; steps += 1) {
        now = step(now as GridSelection, direction)
        if (typeof now === 'string') return { met: [...met, now], last: from }
        met.push(where(now))
      }
      return { met, last: now as GridSelection }
    }
    const down = walk('down', start)
    expect(down.met).toEqual(['g0', 'a', 'b', 'g1', 'g2', 'c', 'd', 'g3', 'add-row'])
    const up = walk('up', down.last)
    expect(up.met).toEqual(['add-row', 'g3', 'd', 'c', 'g2', 'g1', 'b', 'a', 'g0'])
    expect(up.last.cursor).toMatchObject({ column: 'B' })
    expect(step(up.last, 'up')).toBe('header')
  })
})

it('never leads out of the table, whatever is pressed', () => {
  const direction = fc.constantFrom<Direction>('up', 'down', 'left', 'right')
  const how: fc.Arbitrary<GridMove> = fc.oneof(
    fc.record({
      kind: fc.constant('arrow' as const),
      direction,
      isFar: fc.boolean(),
      isExtending: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('page' as const), direction, isExtending: fc.boolean() }),
    fc.record({
      kind: fc.constant('end' as const),
      of: fc.constantFrom('row' as const, 'table' as const),
      isFirst: fc.boolean(),
      isExtending: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('next' as const),
      along: fc.constantFrom('rows' as const, 'columns' as const),
      by: fc.constantFrom(1 as const, -1 as const),
    }),
    fc.record({
      kind: fc.constantFrom(
        'select-all' as const,
        'select-rows' as const,
        'select-columns' as const,
        'toggle-row' as const,
        'collapse' as const,
      ),
    }),
  )
  fc.assert(
    fc.property(fc.array(how, { maxLength: 30 }), (moves) => {
      let selection = toggleRow(table, selectCell(table, at(5, 1)), rowIndex(5))
      for (const next of moves) {
        const answer = move(setting, selection, next)
        if (answer.kind === 'left') continue
        selection = answer.selection
        const place = placeOf(table, selection.cursor)
        expect(place).not.toBeNull()
        expect(focusOf(table, selection)).not.toBeNull()
        for (const { top, bottom, left, right } of rectangles(table, selection)) {
          expect(top >= 0 && top <= bottom && bottom < 50).toBe(true)
          expect(left >= 0 && left <= right && right < 4).toBe(true)
        }
        const isOnCell = selection.stop === 'cell' && selection.chosen.kind === 'cells'
        expect(!isOnCell || (place && isCellSelected(table, selection, place))).toBe(true)
      }
    }),
  )
})
