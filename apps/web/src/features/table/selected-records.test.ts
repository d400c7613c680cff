import type { RecordId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { noneSelected, withoutRecords } from './selected-records.ts'

const ids = (...names: string[]) => names as RecordId[]
const selected = (count: number, ...here: string[]) => ({
  ...noneSelected,
  count,
  here: new Set(ids(...here)),
})

describe('a selection after records were deleted', () => {
  it('has those left that were not deleted', () => {
    expect(withoutRecords(selected(3, 'a', 'b', 'c'), ids('b', 'x'))).toMatchObject({
      count: 2,
      here: new Set(['a', 'c']),
    })
  })

  it('is empty when all are gone, those that were not here too', () => {
    expect(withoutRecords(selected(4, 'a', 'b'), ids('a', 'b', 'c', 'd'))).toMatchObject({
      count: 0,
      here: new Set(),
    })
  })
})
