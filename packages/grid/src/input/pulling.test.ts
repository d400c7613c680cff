import { describe, expect, it } from 'vitest'
import type { ColumnKey } from '../model/grid-source.ts'
import { extendRows, selectRow } from '../select/choose.ts'
import { makeTable } from '../select/testing.ts'
import { rowIndex, viewX, viewY } from '../units.ts'
import { box, cellAt, cellPart, gutterAt, selected, TestGrid } from './testing.ts'

const ctrl = { isCtrl: true } as const

const pulledHandle = (more = {}) => {
  const grid = new TestGrid(more).drag(cellAt(2, 1), cellAt(3, 2)).pointer('up', cellAt(3, 2))
  grid.part = cellPart('fill-handle', 3, 2)
  grid.pointer('down', cellAt(3, 2))
  grid.part = null
  grid.taken()
  return grid
}

const endAt = (row: number, column: string) => ({ row: `r${row}`, hint: row, column })

const withChosenRows = (canMoveRows: boolean) => {
  const grid = new TestGrid({ canMoveRows })
  const selection = extendRows(grid.context.table, selectRow(grid.context.table, rowIndex(2)), rowIndex(3))
  grid.context = { ...grid.context, selection }
  return grid
}

/** Filled for two rows in A, for seven in the others. */
const content = (row: number, column: string) =>
  ({ kind: 'text', text: row < (column === 'A' ? 2 : 7) ? 'x' : '' }) as const

describe('the fill handle', () => {
  it('shows where it would fill, then fills: a series, or with Ctrl copies', () => {
    const grid = pulledHandle().pointer('move', cellAt(6, 2))
    expect(grid.taken()).toContainEqual({ kind: 'fill-preview', rectangle: box(2, 1, 6, 2) })
    grid.pointer('up', cellAt(6, 2))
    expect(selected(grid)).toEqual([box(2, 1, 6, 2)])
    expect(grid.commands()).toEqual([
      {
        kind: 'fill-range',
        from: { anchor: endAt(2, 'B'), focus: endAt(3, 'C') },
        to: { anchor: endAt(2, 'B'), focus: endAt(6, 'C') },
        isSeries: true,
      },
    ])
    const copies = pulledHandle().pointer('move', cellAt(6, 2)).pointer('up', cellAt(6, 2), ctrl)
    expect(copies.commands()).toMatchObject([{ kind: 'fill-range', isSeries: false }])
  })

  it.each([
    [cellAt(0, 1), box(0, 1, 3, 2)],
    [cellAt(3, 0), box(2, 0, 3, 2)],
    [cellAt(4, 3), box(2, 1, 4, 2)],
    [cellAt(2, 2), box(2, 1, 2, 2)],
    [cellAt(3, 1), box(2, 1, 3, 1)],
  ])('pulled to %j goes one way', (place, rectangle) => {
    const previews = pulledHandle().pointer('move', place).taken()
    expect(previews.at(-1)).toEqual({ kind: 'fill-preview', rectangle })
  })

  it('fills nothing when let go where it was, or given up', () => {
    expect(
      pulledHandle()
        .pointer('move', cellAt(6, 2))
        .pointer('move', cellAt(3, 2))
        .pointer('up', cellAt(3, 2))
        .commands(),
    ).toEqual([])
    const grid = pulledHandle().pointer('move', cellAt(6, 2)).key('Escape')
    expect(grid.taken()).toContainEqual({ kind: 'fill-preview', rectangle: null })
    expect(selected(grid)).toEqual([box(2, 1, 3, 2)])
  })

  it('clicked twice fills down as far as the column beside it is filled', () => {
    const rows = Array.from({ length: 12 }, (_, row) => `r${row}`)
    const twice = (far: readonly string[] = []) => {
      const table = makeTable({ rows, columns: [...'ABC'], content, far: new Set(far) })
      const grid = new TestGrid({ table }).click(cellAt(2, 1))
      grid.part = cellPart('fill-handle', 2, 1)
      expect(grid.pause(900).click(cellAt(2, 1)).commands()).toEqual([])
      grid.pause(200).click(cellAt(2, 1))
      return grid
    }
    const grid = twice()
    expect(grid.commands()).toMatchObject([{ kind: 'fill-range', to: { focus: endAt(6, 'B') } }])
    expect(selected(grid)).toEqual([box(2, 1, 6, 1)])
    // What is not loaded is not filled unseen.
    expect(selected(twice(['r5']))).toEqual([box(2, 1, 4, 1)])
    expect(twice(['r3']).commands()).toEqual([])
  })

  it('is only a cell where nothing may be changed', () => {
    expect(pulledHandle({ isReadOnly: true }).state.name).toBe('pointing')
  })
})

describe('dragging rows', () => {
  it('moves those that are chosen, to before a row', () => {
    const grid = withChosenRows(true)
    const { selection } = grid.context
    grid.drag(gutterAt(3), gutterAt(7))
    expect(grid.taken()).toContainEqual({ kind: 'drop-preview', before: 8 })
    grid.pointer('up', gutterAt(7))
    const ended = grid.taken()
    expect(ended).toContainEqual({ kind: 'drop-preview', before: null })
    expect(ended).toContainEqual({ kind: 'command', command: { kind: 'move-rows', selection, before: 8 } })
    expect(grid.context.selection).toBe(selection)
  })

  it('does nothing when given up, and chooses one row when let go at once', () => {
    expect(withChosenRows(true).drag(gutterAt(3), gutterAt(7)).key('Escape').commands()).toEqual([])
    expect(selected(withChosenRows(true).click(gutterAt(3)))).toEqual([box(3, 0, 3, 5)])
  })

  it('chooses others instead where rows have no order of their own', () => {
    expect(selected(withChosenRows(false).drag(gutterAt(3), gutterAt(5)))).toEqual([box(3, 0, 5, 5)])
  })
})

describe('dragging columns', () => {
  const keys = ['B'] as unknown as readonly ColumnKey[]
  const pulled = (grid = new TestGrid()) =>
    grid.give({ type: 'pull-columns', columns: keys, x: viewX(200), y: viewY(-10) })

  it('shows a line where they would lie, and moves them there; the selection stays', () => {
    const grid = pulled()
    const { selection } = grid.context
    expect(grid.taken()).toContainEqual({ kind: 'drop-columns-preview', before: 2 })
    grid.pointer('move', [340, -10])
    expect(grid.taken()).toEqual([{ kind: 'drop-columns-preview', before: 3 }])
    grid.pointer('up', [340, -10])
    const ended = grid.taken()
    expect(ended).toContainEqual({ kind: 'drop-columns-preview', before: null })
    expect(ended).toContainEqual({
      kind: 'command',
      command: { kind: 'move-columns', columns: keys, before: 3 },
    })
    expect(grid.context.selection).toBe(selection)
    expect(grid.state.name).toBe('idle')
  })

  it('scrolls sideways near an edge, never upright, and the line goes on with it', () => {
    const grid = pulled().pointer('move', [445, -40]).wait(16).wait(16)
    const before = grid.scrollLeft
    grid.wait(100)
    expect(grid.scrollLeft).toBeGreaterThan(before)
    expect(grid.scrollTop).toBe(0)
    for (let tick = 0; tick < 60; tick += 1) grid.wait(100)
    expect(grid.state).toMatchObject({ name: 'dragging-columns', target: 6 })
  })

  it('never lets a column before the one that names the rows', () => {
    expect(pulled().pointer('move', [-300, 0]).state).toMatchObject({ target: 1 })
  })

  it('does nothing when given up by key, or by the browser', () => {
    for (const give of [
      (grid: TestGrid) => grid.key('Escape'),
      (grid: TestGrid) => grid.give({ type: 'cancel' }),
    ]) {
      const grid = pulled().pointer('move', [340, -10])
      grid.taken()
      give(grid)
      expect(grid.taken()).toContainEqual({ kind: 'drop-columns-preview', before: null })
      expect(grid.pointer('up', [340, -10]).commands()).toEqual([])
    }
  })

  it('stores what is being edited first, and lets a drag in the body go on', () => {
    const editing = new TestGrid().give({ type: 'editor', isOpen: true })
    expect(pulled(editing).taken()).toContainEqual({ kind: 'commit-edit' })
    const selecting = new TestGrid().drag(cellAt(2, 1), cellAt(3, 2))
    expect(pulled(selecting).state.name).toBe('selecting-cells')
  })
})
