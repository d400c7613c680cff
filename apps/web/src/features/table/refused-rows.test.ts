import { describe, expect, it } from 'vitest'
import { fieldOf } from './grid/testing.ts'
import { listedRecord } from './refused-rows.ts'

const values = { locale: 'en-GB', timeZone: 'Europe/Vienna' }
const cells = (name: string | null, city: string | null) => [
  { field: fieldOf('Name', 'text'), value: name },
  { field: fieldOf('Note', 'text'), value: null },
  { field: fieldOf('City', 'text'), value: city },
]

describe('a record in a list of refusals', () => {
  it('is found by its row and its name', () => {
    expect(listedRecord(cells('Ada', null), 1, values)).toBe('Row 2: Ada')
    expect(listedRecord(cells(null, 'Vienna'), 1_233, values)).toBe('Row 1,234')
    expect(listedRecord(cells('Ada', null), null, values)).toBe('Ada')
  })

  it('is found by what else it holds where it has neither', () => {
    expect(listedRecord(cells(null, 'Vienna'), null, values)).toBe('Unnamed (City: Vienna)')
    expect(listedRecord(cells(null, null), null, values)).toBe('Unnamed')
  })

  it('is told to be new where it would be', () => {
    expect(listedRecord(null, 6, values)).toBe('Row 7, new')
    expect(listedRecord(null, null, values)).toBe('New record')
  })
})
