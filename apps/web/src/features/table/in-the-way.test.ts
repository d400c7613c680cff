import { appError } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { tryAgainLabel, whichRecord, withOther } from './in-the-way.ts'

const ada = { name: 'Ada', row: 1 }
const words = (code: 'batch_refused' | 'link_taken', more: Partial<Parameters<typeof withOther>[2]> = {}) =>
  withOther(appError(code), ada, { field: { name: 'Seat' }, isDecided: false, ...more }).message

describe('a record that is in the way', () => {
  it('is called by its name and its row, or by what there is of them', () => {
    expect(whichRecord(ada)).toBe('“Ada” in row 2')
    expect(whichRecord({ ...ada, row: null })).toBe('“Ada”')
    expect(whichRecord({ name: '', row: 1_233 })).toBe('row 1,234')
    expect(whichRecord({ name: '', row: null })).toBe('another record')
  })

  it('is named by those that were refused because of it, with what to do', () => {
    expect(words('batch_refused')).toBe(
      'Not stored, because “Seat” of “Ada” in row 2 was refused in the same change. Correct it there, or try again to store the rest without it.',
    )
    expect(words('batch_refused', { isDecided: true, field: undefined })).toBe(
      'Not stored, because “Ada” in row 2 was refused in the same change. That is decided now: try again.',
    )
  })

  it('is told where it links the same record', () => {
    expect(words('link_taken')).toBe(
      'The same change links this record to “Ada” in row 2 too, and it can be linked once only. Choose another one, here or there.',
    )
  })

  it('is not told where nothing is known of it', () => {
    const error = appError('link_taken')
    expect(withOther(error, null, { field: undefined, isDecided: false })).toBe(error)
  })
})

it('says how much is tried again', () => {
  expect([1, 2, 3].map(tryAgainLabel)).toEqual(['Try again', 'Try both again', 'Try all 3 again'])
})
