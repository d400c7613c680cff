import type { MutationId, RecordId, RowsWindow, Sort } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import type { FetchPlan } from './fetch-plan.ts'
import { PlacedRows } from './placed-rows.ts'
import { RecordStore } from './record-store.ts'
import { rankField, table } from './testing/fake-backend.ts'
import { WindowOrder } from './window-order.ts'

const blockSize = 4
const id = (no: number) => `r${String(no).padStart(3, '0')}` as RecordId
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => id(from + at))
const plan = (first: number, changes: Partial<FetchPlan> = {}): FetchPlan => ({
  anchor: null,
  direction: 'forward',
  skip: first,
  take: blockSize,
  first,
  asOf: null,
  isFirm: true,
  isDrifting: false,
  ...changes,
})
const claim = { asOf: '10', generation: 1 }

function bench(sorts: readonly Sort[] = []) {
  const store = new RecordStore()
  const placed = new PlacedRows({ store, order: new WindowOrder({ table, sorts }), blockSize })
  return { store, placed }
}

const generations = (placed: PlacedRows) =>
  placed.blocks.numbers().map((no) => placed.blocks.get(no)?.generation)

const filled = () => {
  const world = bench()
  for (const no of [0, 1, 2, 3, 4]) {
    const first = no * blockSize
    world.placed.put(plan(first), ids(first, first + blockSize - 1), claim)
  }
  return world
}

describe('placing rows', () => {
  it('cuts an answer into blocks, and keeps its records', () => {
    const { store, placed } = bench()
    placed.put(plan(4, { take: 8 }), ids(4, 10), claim)
    expect(placed.blocks.numbers()).toEqual([1, 2])
    expect([placed.idAt(4, 11), placed.idAt(10, 11), placed.idAt(11, 11), placed.idAt(0, 11)]).toEqual([
      id(4),
      id(10),
      null,
      null,
    ])
    expect(ids(4, 10).every((one) => store.has(one))).toBe(true)
  })

  it('tells the place of what is shown, and of nothing else', () => {
    const { placed } = filled()
    placed.addNewRow(id(90))
    for (const count of [1, 2, 7, 20, 21, 25]) {
      const shown = Array.from({ length: count }, (_, at) => placed.idAt(at, count))
      for (const one of [...ids(0, 19), id(90)]) {
        const at = shown.indexOf(one)
        expect([count, one, placed.indexOf(one, count)]).toEqual([count, one, at < 0 ? null : at])
      }
      expect(placed.idAt(count, count)).toBeNull()
    }
  })

  it('gives back the records of a block that is replaced, and all when it is closed', () => {
    const { store, placed } = bench()
    placed.put(plan(0), ids(0, 3), claim)
    placed.put(plan(0), [id(0), id(9)], claim)
    expect([store.has(id(1)), store.has(id(9)), store.size]).toEqual([false, true, 2])
    placed.newRows.add(id(50))
    store.retain([id(50)])
    placed.close()
    expect(store.size).toBe(0)
  })

  it('places an answer without rows as an empty block, so that it is not asked for again', () => {
    const { placed } = bench()
    placed.put(plan(0), [], claim)
    expect(placed.blocks.get(0)).toMatchObject({ ids: [], generation: 1 })
  })

  it('takes a new record from the end once a block shows it, unless it is held', () => {
    const { store, placed } = bench()
    for (const one of [id(2), id(3)]) {
      placed.newRows.add(one)
      store.retain([one])
    }
    placed.held.hold(id(3))
    placed.put(plan(0), ids(0, 3), claim)
    expect(placed.newRows.list.map((row) => row.id)).toEqual([id(3)])
  })

  it('counts new records from the end', () => {
    const { placed } = bench()
    placed.put(plan(0), ids(0, 2), claim)
    placed.newRows.add(id(90))
    placed.newRows.add(id(91))
    expect(ids(0, 2).map((one) => placed.indexOf(one, 5))).toEqual([0, 1, 2])
    expect([placed.indexOf(id(90), 5), placed.indexOf(id(91), 5)]).toEqual([3, 4])
    expect([placed.idAt(3, 5), placed.idAt(4, 5), placed.idAt(5, 5)]).toEqual([id(90), id(91), null])
  })
})

describe('rows that may have moved', () => {
  it('keeps what lies wholly before a change in creation order', () => {
    const { placed } = bench()
    placed.put(plan(0, { take: 8 }), ids(0, 7), claim)
    placed.raise({ seq: '20', behind: id(5) })
    expect(generations(placed)).toEqual([2, 1])
  })

  it('doubts all blocks in any other order', () => {
    const { placed } = bench([{ field: rankField, direction: 'asc' }])
    placed.put(plan(0, { take: 8 }), ids(0, 7), claim)
    placed.raise({ seq: '20', behind: null })
    expect(generations(placed)).toEqual([1, 1])
  })

  it('doubts a short block: rows that come in may stand right behind it', () => {
    const { placed } = bench()
    placed.put(plan(0), ids(0, 1), claim)
    placed.raise({ seq: '20', behind: id(5) })
    expect(generations(placed)).toEqual([1])
  })

  it('doubts rows that were counted from the end', () => {
    const { placed } = bench()
    placed.put(plan(0, { isFirm: false }), ids(0, 3), claim)
    placed.raise({ seq: '20', behind: id(5) })
    expect(generations(placed)).toEqual([1])
  })

  it('believes an answer that contained the change already', () => {
    const { placed } = bench()
    placed.put(plan(0), ids(0, 3), { asOf: '21', generation: 1 })
    placed.raise({ seq: '20', behind: null })
    expect(generations(placed)).toEqual([2])
  })

  it('judges keys in the same way, and never trusts those from a doubtful start', () => {
    const { placed } = bench()
    const answer: RowsWindow = {
      rows: ids(0, 3).map((one) => ({ id: one, ver: 1, values: {} })),
      firstKey: [id(0)],
      lastKey: [id(3)],
      atSeq: '10',
      atEnd: false,
    }
    placed.noteKeys(plan(0), answer, claim)
    placed.noteKeys(plan(100, { isDrifting: true }), answer, claim)
    placed.raise({ seq: '20', behind: id(2) })
    expect(placed.anchors.before(99, 2)?.index).toBe(0)
    expect(placed.anchors.before(99, 1)?.index).toBe(3)
    expect(placed.anchors.after(99, 1)).toBeNull()
    expect(placed.anchors.after(99, 0)?.index).toBe(100)
  })
})

describe('forgetting', () => {
  it('evicts the least used blocks, never those in view', () => {
    const { placed, store } = filled()
    placed.evict(2, 0, 1)
    expect(placed.blocks.numbers().sort()).toEqual([0, 1])
    expect(store.size).toBe(2 * blockSize)
  })

  it('spares the block with the cursor, with a held record, or with an unsent change', () => {
    const { placed, store } = filled()
    placed.held.cursor = id(1)
    placed.held.hold(id(6))
    store.addPatch({
      id: 'm' as MutationId,
      kind: 'update',
      table,
      record: id(10),
      values: { [rankField]: 1 },
      base: {},
    })
    placed.evict(1, 4, 4)
    expect(placed.blocks.numbers().sort()).toEqual([0, 1, 2, 4])
  })

  it('forgets blocks behind the end, but never the first', () => {
    const { placed, store } = filled()
    placed.trim(6)
    expect(placed.blocks.numbers().sort()).toEqual([0, 1])
    placed.trim(0)
    expect(placed.blocks.numbers()).toEqual([0])
    expect(store.size).toBe(blockSize)
  })
})

const shown = (placed: PlacedRows) => Array.from({ length: 20 }, (_, at) => placed.idAt(at, 20))
const afterMove = (moved: readonly RecordId[], before: RecordId | null) => {
  const rest = ids(0, 19).filter((one) => !moved.includes(one))
  return rest.toSpliced(before === null ? rest.length : rest.indexOf(before), 0, ...moved)
}

describe('an order by hand that is changed here', () => {
  it.each([
    [[9], 2],
    [[2], 9],
    [[1, 2], 1 + 3],
    [[17, 3, 8], 5],
    [[5], null],
    [[0, 19], 10],
  ] as const)('has %j before %s at once, in all blocks between', (moved, before) => {
    const { placed, store } = filled()
    const target = before === null ? null : id(before)
    placed.reorder(moved.map(id), target, 20)
    expect(shown(placed)).toEqual(afterMove(moved.map(id), target))
    for (const [at, one] of shown(placed).entries()) expect(placed.indexOf(one!, 20)).toBe(at)
    expect(ids(0, 19).every((one) => store.has(one))).toBe(true)
    expect(generations(placed)).toEqual([1, 1, 1, 1, 1])
    placed.close()
    expect(ids(0, 19).some((one) => store.has(one))).toBe(false)
  })

  it('stays as it is where not all between is here', () => {
    const { placed } = filled()
    placed.reorder([id(2)], id(99), 20)
    placed.reorder([id(99)], id(2), 20)
    placed.reorder([id(2)], null, 400)
    expect(shown(placed)).toEqual(ids(0, 19))
  })
})
