import { describe, expect, it } from 'vitest'
import type { BaseSchema, Field } from '../schema.ts'
import { withListed } from './listed.ts'
import { fieldTypes } from './registry.ts'

const context = { locale: 'en-GB', timeZone: 'Europe/Vienna' }
const read = (text: string, listed: Field['listed'], locale = 'en-GB') =>
  fieldTypes.long_text.formatText(
    text,
    { options: {}, ...(listed ? { listed } : {}) },
    { ...context, locale },
  )

describe('values in a row', () => {
  it('are read as values of their type', () => {
    expect(read('1928-05-30, 1943-02-05', { type: 'date', options: {} })).toBe('30 May 1928, 5 Feb 1943')
    expect(read('1250.00, -0.50', { type: 'currency', options: { currency: 'EUR' } })).toBe(
      '€1,250.00; -€0.50',
    )
    expect(read('25%, 12.5%', { type: 'percent', options: {} })).toBe('25%, 12.5%')
    expect(read('1200, 7', { type: 'integer', options: {} })).toBe('1,200; 7')
    expect(read('2024-03-30T22:30:00.000Z', { type: 'datetime', options: {} })).toContain('30 Mar 2024')
  })

  it('are read in the language of the base', () => {
    expect(read('0.5, 2', { type: 'number', options: {} }, 'de-DE')).toBe('0,5; 2')
  })

  it('stay as they are written where they are no such values, and other texts with their commas', () => {
    expect(read('soon, 2', { type: 'integer', options: {} })).toBe('soon, 2')
    expect(read('a, b', { type: 'text', options: {} })).toBe('a, b')
    expect(read('1928-05-30', undefined)).toBe('1928-05-30')
  })
})

const field = (id: string, more: object) => ({ id, name: id, type: 'long_text', options: {}, ...more })
const rollup = (name: string, of: string, link = 'link') => ({
  rollup: { link, function: name, field: of },
})

it('the schema says what they are, of links whose table is there', () => {
  const schema = {
    tables: [
      {
        id: 'films',
        fields: [
          field('link', { type: 'link', options: { target: 'people' } }),
          field('far', { type: 'link', options: { target: 'gone' } }),
          field('born', rollup('concatenate', 'birth')),
          field('each', rollup('unique', 'fee')),
          field('names', rollup('concatenate', 'name')),
          field('first', { ...rollup('first', 'birth'), type: 'date' }),
          field('none', rollup('concatenate', 'birth', 'far')),
        ],
      },
      {
        id: 'people',
        fields: [
          field('birth', { type: 'date' }),
          field('fee', { type: 'currency', options: { currency: 'CHF' } }),
          field('name', { type: 'text' }),
        ],
      },
    ],
  } as unknown as BaseSchema
  const [films] = withListed(schema).tables
  expect(films!.fields.map(({ listed }) => listed?.type)).toEqual([
    undefined,
    undefined,
    'date',
    'currency',
    undefined,
    undefined,
    undefined,
  ])
  expect(films!.fields[3]!.listed!.options).toEqual({ currency: 'CHF' })
})
