import type { FieldId, RecordId } from '@plinth/domain'
import type { FindSnapshot } from '@plinth/record-store'
import { describe, expect, it } from 'vitest'
import { matchWords, wrapWords } from './find-words.ts'

const current = { record: 'r' as RecordId, field: 'f' as FieldId }
const found = (changes: Partial<FindSnapshot>): FindSnapshot => ({
  text: 'word',
  isSearching: false,
  error: null,
  current,
  ordinal: 3,
  known: 50,
  isAll: false,
  hidden: 0,
  wrapped: null,
  ...changes,
})

describe('matchWords', () => {
  it.each([
    [{}, '3 of 50+'],
    [{ isAll: true, known: 1_200 }, '3 of 1,200'],
    [{ ordinal: null }, '50+ found'],
    [{ ordinal: 1, known: 1 }, '1 of …'],
    [{ ordinal: 1, known: 1, isAll: true }, '1 of 1'],
    [{ current: null, ordinal: null, isAll: true, known: 2 }, '2 found'],
    [{ isSearching: true }, '3 of 50+'],
    [{ isSearching: true, known: 0, current: null, ordinal: null }, 'Searching…'],
    [{ known: 0, current: null, ordinal: null }, ''],
    [{ known: 0, current: null, ordinal: null, isAll: true }, 'Not found'],
    [{ known: 0, current: null, ordinal: null, isAll: true, hidden: 4 }, 'Only in hidden fields'],
    [{ text: '', known: 0, current: null, ordinal: null, isAll: true }, ''],
  ] as const)('of %o it says “%s”', (changes, words) => {
    expect(matchWords(found(changes))).toBe(words)
  })
})

describe('wrapWords', () => {
  it('says from which end the search went on', () => {
    expect([null, 'start', 'end'].map((wrapped) => wrapWords(found({ wrapped } as FindSnapshot)))).toEqual([
      '',
      'From the beginning again',
      'From the end again',
    ])
  })
})
