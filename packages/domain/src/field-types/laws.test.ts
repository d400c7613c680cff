import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoDay } from '../formats/calendar.ts'
import type { OptionId, UserId } from '../ids.ts'
import type { CellValue } from '../rows.ts'
import { type FieldTypeName, fieldTypeNames } from '../schema.ts'
import type { FieldShape, PersonName, ValueContext } from './field-type.ts'
import { fieldTypes } from './registry.ts'
import { isComputed, isOfPeople } from './traits.ts'

const field: FieldShape = {
  options: {
    options: [
      { id: 'a1' as OptionId, label: 'Drama', hue: 'red' },
      { id: 'b2' as OptionId, label: 'drama', hue: 'blue' },
      { id: 'c3' as OptionId, label: 'Black Comedy', hue: 'teal' },
      { id: 'a0' as OptionId, label: 'War, "great"', hue: 'pink' },
    ],
  },
}

const person = (digit: string, name: string, email: string): PersonName => {
  return { id: `3f1c0a52-7b1d-4c3e-9a55-0c7be1d2000${digit}` as UserId, name, email }
}
/** Two of one name; one named like the address of another. */
const people = [
  person('1', 'Ada', 'ada@example.org'),
  person('2', 'ada ', 'ada.b@example.org'),
  person('3', 'Grace Hopper', 'grace@example.org'),
  person('4', 'GRACE@example.org', 'other@example.org'),
]

const storable = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((s) => !s.includes('\0'))
const day = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 31 }))
  .map(([year, month, date]) => isoDay(year, month, date))
  .filter((text) => text !== null)
const instant = fc
  .date({ min: new Date('0001-01-03'), max: new Date('9999-12-29'), noInvalidDate: true })
  .map((date) => date.toISOString())

/** Valid, stored values of each type that has a text form. */
const values: Partial<Record<FieldTypeName, fc.Arbitrary<CellValue>>> = {
  text: storable,
  long_text: storable,
  integer: fc.maxSafeInteger().map((value) => value || 0),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  checkbox: fc.boolean(),
  date: day,
  datetime: instant,
  single_select: fc.constantFrom('a1', 'b2', 'c3'),
  status: fc.constantFrom('a1', 'b2', 'c3'),
  multi_select: fc
    .subarray(['a1', 'b2', 'c3', 'a0'] as OptionId[], { minLength: 1 })
    .map((ids) => ids.toSorted()),
  email: fc.constantFrom('ada@example.org', 'müller+x@über.example', 'a.b@c.de'),
  url: fc.webUrl({ withFragments: true, withQueryParameters: true }),
  phone: fc.constantFrom('112', '+43 (0)1 234-56-78', '555.0123 x42'),
  percent: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value || 0),
  rating: fc.integer({ min: 1, max: 5 }),
  duration: fc.maxSafeInteger().map((value) => value || 0),
  currency: fc.maxSafeInteger().map((value) => value || 0),
  json: fc
    .json({ maxDepth: 4 })
    .filter((text) => text !== 'null' && !text.includes('\\u0000'))
    .map((text) => fieldTypes.json.validate(text, field))
    .filter((read) => read.ok && read.value !== null)
    .map((read) => (read.ok ? read.value : null)),
  person: fc.constantFrom(...people.map(({ id }) => id)),
}
const contexts = fc.record<ValueContext>({
  locale: fc.constantFrom('en-US', 'en-GB', 'de-DE', 'de-CH', 'fr-FR', 'ar-EG', 'hi-IN', 'ja-JP', 'fa-IR'),
  timeZone: fc.constantFrom(
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
  ),
  people: fc.constant(people),
})

describe.each(Object.entries(values))('a value of type %s', (name, arbitrary) => {
  const type = fieldTypes[name as FieldTypeName]

  it('comes back unchanged from its editor', () => {
    fc.assert(
      fc.property(arbitrary, contexts, (value, context) => {
        const edited = type.parseText(type.editText(value, field, context), field, context)
        expect(edited).toEqual({ ok: true, value })
      }),
      { numRuns: 300 },
    )
  })

  it('comes back unchanged from an exported file', () => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const context = { locale: 'en-US', timeZone: 'UTC', people }
        expect(type.parseText(type.toExport(value, field, context), field, context)).toEqual({
          ok: true,
          value,
        })
      }),
      { numRuns: 300 },
    )
  })

  it('is valid, shows something and is not empty', () => {
    fc.assert(
      fc.property(arbitrary, contexts, (value, context) => {
        expect(type.validate(value, field)).toEqual({ ok: true, value })
        expect(type.isEmpty(value)).toBe(false)
        expect(type.formatText(value, field, context)).not.toBe('')
      }),
      { numRuns: 100 },
    )
  })

  it('has an order that agrees with itself both ways', () => {
    const { compare } = type
    if (!compare) return
    fc.assert(
      fc.property(arbitrary, arbitrary, (a, b) => {
        expect(Math.sign(compare(a, b, field))).toBe(0 - Math.sign(compare(b, a, field)))
        expect(compare(a, a, field)).toBe(0)
      }),
    )
  })
})

describe('what the database fills in', () => {
  const computed = fieldTypeNames.filter(isComputed)
  const context = { locale: 'en-US', timeZone: 'UTC', people }

  it.each(computed)('is no text and no value of a person: %s', (name) => {
    const type = fieldTypes[name]
    const value = name === 'autonumber' ? 2026 : isOfPeople(name) ? people[2]!.id : '2026-01-02T03:04:05.678Z'
    const refusal = { ok: false, error: { code: 'field_read_only' } }
    expect(type.parseText(type.editText(value, field, context), field, context)).toMatchObject(refusal)
    expect(type.validate(value, field)).toMatchObject(refusal)
    expect(type.formatText(value, field, context)).toContain(isOfPeople(name) ? 'Grace' : '2026')
  })

  it('calls who has left by name, where it is known', () => {
    const left = { ...context, formerPeople: [{ id: 'x' as UserId, name: 'Joan' }] }
    expect(fieldTypes.created_by.formatText('x', field, left)).toBe('Joan')
    expect(fieldTypes.person.formatText('y', field, left)).toBe('Former member')
  })
})

describe('every type', () => {
  it.each(fieldTypeNames)('%s is registered under its own name and takes the empty value', (name) => {
    const type = fieldTypes[name]
    const context = { locale: 'en-US', timeZone: 'UTC' }
    expect(type.name).toBe(name)
    expect(type.parseText('', field, context)).toEqual({ ok: true, value: null })
    expect(type.validate(null, field)).toEqual({ ok: true, value: null })
    expect(type.isEmpty(null)).toBe(true)
    expect(type.formatText(null, field, context)).toBe('')
    expect(type.editText(null, field, context)).toBe('')
    expect(type.toExport(null, field)).toBe('')
  })

  it.each(fieldTypeNames.filter((name) => name !== 'text' && name !== 'long_text'))(
    '%s refuses text that is no value of it',
    (name) => {
      const result = fieldTypes[name].parseText('no such thing!', field, { locale: 'en-US', timeZone: 'UTC' })
      expect(result.ok).toBe(false)
    },
  )
})
