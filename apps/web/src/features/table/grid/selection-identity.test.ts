/**
 * Random streams of changes, moves, scrolls and broken connections while rows or cells are selected: what is selected are the records
 * that the person chose, wherever they stand now, and never another one.
 */
import type { RecordId, TableId, ViewQuery } from '@plinth/domain'
import type { ColumnKey, GridSource, RowKey } from '@plinth/grid'
import {
  columnIndex,
  emptySelection,
  extendRows,
  extendTo,
  followRows,
  type GridTable,
  holdRows,
  isCellSelected,
  isRowSelected,
  rowIndex,
  selectCell,
  selectRow,
} from '@plinth/grid/testing'
import { type Action, action, query, screen, World } from '@plinth/record-store/testing'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** The app runs in browsers and knows nothing of Node; its tests run there. */
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

/** `PLINTH_MODEL_RUNS` for a longer run than the daily one. */
const runs = Number(process.env.PLINTH_MODEL_RUNS ?? 400)
const columns = ['a', 'b'] as unknown as readonly ColumnKey[]

/** Where the rows of the world stand, as the grid asks for them. */
function tableOf({ window }: World): GridTable {
  const source: GridSource = {
    get rowCount() {
      return window.snapshot().rowCount
    },
    groups: [],
    keyAt: (row) => window.idAt(row) as RowKey | null,
    indexOf: (key) => {
      const index = window.indexOf(key as string as RecordId)
      return index === null ? null : rowIndex(index)
    },
    rowAt: () => null,
  }
  return { source, columns }
}

type Kind = 'rows' | 'cells'

/** What the grid does when its owner says that rows came, went or moved. */
class Selected {
  readonly chosen: ReadonlySet<RecordId>
  readonly #world: World
  readonly #table: GridTable
  readonly #kind: Kind
  #selection = emptySelection
  #held = holdRows({ source: {} as GridSource, columns }, emptySelection)

  constructor(world: World, kind: Kind, [one, other]: readonly [number, number]) {
    this.#world = world
    this.#table = tableOf(world)
    this.#kind = kind
    const visible = world.visible()
    const [first, last] = [one, other].map((at) => at % visible.length) as [number, number]
    const [from, to] = [rowIndex(world.top + first), rowIndex(world.top + last)]
    const cell = (row: typeof from, column: number) => ({ row, column: columnIndex(column) })
    this.#put(
      kind === 'rows'
        ? extendRows(this.#table, selectRow(this.#table, from), to)
        : extendTo(this.#table, selectCell(this.#table, cell(from, 0)), cell(to, 1)),
    )
    const span = visible.slice(Math.min(first, last), Math.max(first, last) + 1)
    this.chosen = new Set(span.filter((id) => id !== null))
  }

  #put(selection: typeof emptySelection): void {
    if (selection === this.#selection) return
    this.#selection = selection
    this.#held = holdRows(this.#table, selection)
  }

  follow(): void {
    this.#put(followRows(this.#table, this.#selection, this.#held))
  }

  /** The records on screen that are selected. */
  seen(): RecordId[] {
    return this.#world.visible().filter((id, at): id is RecordId => {
      const row = rowIndex(this.#world.top + at)
      if (id === null) return false
      return this.#kind === 'rows'
        ? isRowSelected(this.#table, this.#selection, row)
        : isCellSelected(this.#table, this.#selection, { row, column: columnIndex(1) })
    })
  }
}

const canSelect = (world: World) => world.visible().length > 0 && !world.visible().includes(null)

/** Runs the steps with something selected; `check` after each of them. */
async function live(
  world: World,
  steps: readonly Action[],
  selected: Selected,
  check: () => void,
): Promise<void> {
  for (const step of steps) {
    await world.run(step)
    selected.follow()
    check()
    await world.clock.advance(4)
    selected.follow()
    check()
  }
  await world.quiet()
  selected.follow()
  check()
}

type Example = [[number, number, ViewQuery], [number, number], Action[]]

const ends = fc.tuple(fc.nat(screen - 1), fc.nat(screen - 1))
const world = fc.tuple(fc.nat(1_000_000), fc.integer({ min: 8, max: 70 }), query)

/** A row is selected beyond a count that is lower for a while: the record is selected when it is shown again. */
const countedTwice: Example = [
  [0, 8, { table: 'table-1' as TableId, sorts: [] }],
  [6, 0],
  [
    { kind: 'remoteDelete', pick: 0 },
    { kind: 'remove', pick: 0 },
    { kind: 'reconnect' },
    { kind: 'undo' },
    { kind: 'remoteMove', picks: [0], before: 0 },
  ],
]

describe('a selection under random changes', () => {
  it('of rows is the same records, on screen or not', { timeout: 120_000 + runs * 20 }, async () => {
    await fc.assert(
      fc.asyncProperty(world, ends, fc.array(action, { maxLength: 30 }), async (input, at, steps) => {
        const here = new World(...input)
        await here.clock.advance(60)
        if (!canSelect(here)) return
        const selected = new Selected(here, 'rows', at)
        await live(here, steps, selected, () => {
          const shown = here.visible().filter((id) => id !== null)
          expect(selected.seen()).toEqual(shown.filter((id) => selected.chosen.has(id)))
        })
        here.stores.close()
      }),
      { numRuns: runs, examples: [countedTwice] },
    )
  })

  it('of cells is never in another record', { timeout: 120_000 + runs * 20 }, async () => {
    await fc.assert(
      fc.asyncProperty(world, ends, fc.array(action, { maxLength: 30 }), async (input, at, steps) => {
        const here = new World(...input)
        await here.clock.advance(60)
        if (!canSelect(here)) return
        const selected = new Selected(here, 'cells', at)
        await live(here, steps, selected, () => {
          const others = selected.seen().filter((id) => !selected.chosen.has(id))
          // Where none of its records is left, the cell with the cursor is what is selected.
          const isSomeLeft = selected.seen().length > others.length
          expect(others.length).toBeLessThanOrEqual(isSomeLeft ? 0 : 1)
        })
        here.stores.close()
      }),
      { numRuns: runs },
    )
  })
})
