import { fieldTypeNames, fieldTypes } from '@plinth/domain'
import { expect, it } from 'vitest'
import { misfitWords } from './misfit-words.ts'

it('says of every type that others become why a value does not fit', () => {
  const silent = fieldTypeNames.flatMap((from) =>
    fieldTypes[from].becomes.filter((type) => misfitWords({ type: from }, type, {}) === null),
  )
  expect(silent).toEqual([])
})

it('names the best of a rating, and what options may be', () => {
  expect(misfitWords({ type: 'number' }, 'rating', {})).toBe('is not a whole number from 1 to 5')
  expect(misfitWords({ type: 'number' }, 'rating', { max: 10 })).toBe('is not a whole number from 1 to 10')
  expect(misfitWords({ type: 'text' }, 'single_select', {})).toMatch('200 characters')
  expect(misfitWords({ type: 'status' }, 'single_select', {})).toBe('is not one of the options')
  expect(misfitWords({ type: 'multi_select' }, 'single_select', {})).toBe('holds more than one option')
})
