import type { RecordId } from '@plinth/domain'
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

it('leaves out of the number what was no row of the view when the rows were counted', () => {
  const rows = new NewRows()
  const leftOut = () => rows.list.filter((row) => row.isLeftOut).map((row) => row.id)
  rows.add(a)
  rows.add(b)
  rows.judge(a, true)
  rows.onCount()
  expect(leftOut()).toEqual([a])
  rows.judge(a, false)
  expect(leftOut()).toEqual([a])
  rows.onCount()
  expect(leftOut()).toEqual([])
})

it('answers which it has let go', () => {
  const rows = new NewRows()
  rows.add(a)
  rows.add(b)
  expect(rows.remove((row) => row.id === a)).toEqual([a])
  expect(rows.list.map((row) => row.id)).toEqual([b])
})
