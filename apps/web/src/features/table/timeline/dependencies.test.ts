import type { CellValue, FieldId, RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { dependenciesOf, type PlacedRecord } from './dependencies.ts'

const after = 'after' as FieldId
const linking = (...ids: string[]): CellValue => ({
  count: ids.length,
  items: ids.map((id) => [id as RecordId, id] as const),
})

function placed(id: string, from: number | null, to: number, links: CellValue = null): PlacedRecord {
  const span = from === null ? null : ({ kind: 'bar', from, to, isBackwards: false, has: 'both' } as const)
  return { id: id as RecordId, row: 0, span, values: { [after]: links } }
}
const told = (records: readonly PlacedRecord[]) => {
  const find = (id: RecordId) => records.find((one) => one.id === id) ?? null
  return dependenciesOf(records, find, after).map(
    ({ before, after, isBroken }) => `${before.id} → ${after.id}${isBroken ? ' !' : ''}`,
  )
}

describe('what comes after what', () => {
  it('is told of records that are here, with those that begin too early', () => {
    const records = [
      placed('a', 0, 10),
      placed('b', 10, 20, linking('a')),
      placed('c', 15, 30, linking('b', 'a')),
    ]
    expect(told(records)).toEqual(['a → b', 'b → c !', 'a → c'])
  })

  it('is not told of records that are not here, have no dates, or link themselves', () => {
    const records = [
      placed('a', null, 0),
      placed('b', 0, 10, linking('a', 'b', 'gone')),
      placed('c', null, 0, linking('b')),
      placed('d', 0, 10, { count: 3, items: [] }),
    ]
    expect(told(records)).toEqual([])
  })
})
