import type { Field, FieldId, FieldTypeName } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { barWords, datesText } from './bar-words.ts'
import { spanOf } from './spans.ts'

const field = (id: string, type: FieldTypeName) =>
  ({ id: id as FieldId, name: id, type, options: {} }) as Field
const fields = { start: field('start', 'date'), end: field('end', 'date'), zone: 'Europe/Berlin' }
const context = { locale: 'en-GB', timeZone: 'Europe/Berlin' }
const quiet = { name: 'Poster', choice: null, tooEarlyFor: [], isRefused: false }
const wordsOf = (values: Record<string, string | null>, state: Partial<typeof quiet> = {}) =>
  barWords({ ...quiet, ...state, span: spanOf(values, fields) }, values, fields, context)

describe('a bar says', () => {
  it('from when to when it goes', () => {
    expect(wordsOf({ start: '2027-03-01', end: '2027-03-04' })).toBe('Poster, from 1 Mar 2027 to 4 Mar 2027')
    expect(wordsOf({ start: '2027-03-01', end: '2027-03-01' })).toBe('Poster, 1 Mar 2027')
    expect(wordsOf({ start: null, end: '2027-03-01' })).toBe('Poster, 1 Mar 2027')
    expect(wordsOf({ start: null, end: null })).toBe('Poster, no dates')
    expect(datesText({ start: '2027-03-01', end: '2027-03-04' }, fields, context)).toBe(
      '1 Mar 2027 – 4 Mar 2027',
    )
  })

  it('what its colour means, and what is wrong with it', () => {
    const values = { start: '2027-03-04', end: '2027-03-01' }
    const tooEarlyFor = ['Rights', 'Print'] as never[]
    expect(wordsOf(values, { choice: 'Doing' as never, tooEarlyFor, isRefused: true })).toBe(
      'Poster, from 4 Mar 2027 to 1 Mar 2027, Doing, it ends before it begins, ' +
        'begins before the end of “Rights” and “Print”, a change of it is not stored',
    )
  })
})
