import { expect, test } from 'vitest'
import { defaultValue, newRecordValues } from './field-defaults.ts'
import type { FieldId, UserId } from './ids.ts'

const me = 'm' as UserId
const instant = Date.UTC(2026, 0, 31, 23, 30, 0, 7)

const today = (timeZone: string) => defaultValue({ kind: 'today' }, { timeZone, me }, instant)

test('today is the day in the zone of the base', () => {
  expect(today('UTC')).toBe('2026-01-31')
  expect(today('Europe/Vienna')).toBe('2026-02-01')
  expect(today('America/New_York')).toBe('2026-01-31')
})

test('now is the instant, to the millisecond', () => {
  expect(defaultValue({ kind: 'now' }, { timeZone: 'Europe/Vienna', me }, instant)).toBe(
    '2026-01-31T23:30:00.007Z',
  )
})

test('me is who makes the record', () => {
  expect(defaultValue({ kind: 'me' }, { timeZone: 'UTC', me }, instant)).toBe(me)
})

test('a new record names the fields that have a default, and no other', () => {
  const [a, b, c] = ['a', 'b', 'c'] as unknown as [FieldId, FieldId, FieldId]
  const fields = [
    { id: a, default: { kind: 'value', value: false } as const },
    { id: b, default: null },
    { id: c },
  ]
  expect(newRecordValues(fields, { timeZone: 'UTC', me }, instant)).toEqual({ a: false })
})
