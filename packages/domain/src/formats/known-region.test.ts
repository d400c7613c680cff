import { describe, expect, test } from 'vitest'
import { fieldTypes } from '../field-types/registry.ts'
import { knownLocale, knownTimeZone } from './known-region.ts'

const field = { options: {} }
const plain = { locale: 'en', timeZone: 'UTC' }

describe('a language or time zone that the browser does not know', () => {
  const names = ['en-ab-cd-ef', '', 'x', 'de_AT', `en${'-abcd'.repeat(2_000)}`]
  test.each(names.map((name) => ({ name, start: name.slice(0, 12) })))(
    'shows and reads values as English in UTC ($start)',
    ({ name }) => {
      const strange = { locale: name, timeZone: name }
      const values = { number: 1234.5, date: '2024-06-12', datetime: '2024-06-12T08:30:00.000Z' } as const
      for (const [type, value] of Object.entries(values)) {
        const { formatText, editText, parseText } = fieldTypes[type as keyof typeof values]
        expect(formatText(value, field, strange)).toBe(formatText(value, field, plain))
        const text = editText(value, field, strange)
        expect(text).toBe(editText(value, field, plain))
        expect(parseText(text, field, strange)).toEqual({ ok: true, value })
      }
    },
  )

  test('is told from those that it knows', () => {
    expect(['de-AT', 'zh-Hant-TW', 'en-ab-cd-ef'].map(knownLocale)).toEqual(['de-AT', 'zh-Hant-TW', 'en'])
    expect(['Europe/Vienna', 'Mars/Base', 'MSK'].map(knownTimeZone)).toEqual(['Europe/Vienna', 'UTC', 'UTC'])
  })
})
