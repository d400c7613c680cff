import type { RecordId, Seq } from '@plinth/domain'
import { expect, it } from 'vitest'
import { NewRows } from './new-rows.ts'

const a = 'a' as RecordId
const b = 'b' as RecordId

it('keeps new records in the order of making, each once', () => {
  const rows = new NewRows()
  rows.add(a)
  rows.add(b)
  rows.add(a)
  expect(rows.list.map((row) => row.id)).toEqual([a, b])
  expect(rows.has(b)).toBe(true)
})

it('counts those that the total does not include yet', () => {
  const rows = new NewRows()
  rows.add(a)
  rows.add(b)
  rows.acknowledge(a, 100)
  rows.countedSince(99)
  expect(rows.uncounted).toBe(2)
  rows.countedSince(100)
  expect(rows.uncounted).toBe(1)
  rows.count(b)
  expect(rows.uncounted).toBe(0)
})

it('counts anew what was made again after it was deleted', () => {
  const rows = new NewRows()
  rows.add(a)
  rows.told(a, '1' as Seq)
  rows.countedAsOf('2' as Seq)
  expect(rows.uncounted).toBe(0)
  rows.uncount(a)
  rows.countedAsOf('3' as Seq)
  expect(rows.uncounted).toBe(1)
  rows.told(a, '4' as Seq)
  rows.countedAsOf('5' as Seq)
  expect(rows.uncounted).toBe(0)
})

it('answers which it has let go', () => {
  const rows = new NewRows()
  rows.add(a)
  rows.add(b)
  expect(rows.remove((row) => row.id === a)).toEqual([a])
  expect(rows.list.map((row) => row.id)).toEqual([b])
})
