import type { Field, FieldId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { clockOf, momentOf } from './clock-fields.ts'

const field = (id: string, formula: object, onRead = true): Field => ({
  id: id as FieldId,
  name: id,
  type: 'number',
  options: {},
  column: '',
  position: 0,
  formula: formula as NonNullable<Field['formula']>,
  ...(onRead ? { onRead: true } : {}),
})
const today = field('a', { call: 'days_between', args: [{ field: 'due' }, { call: 'today', args: [] }] })
const through = field('b', { call: '+', args: [{ field: 'a' }, { number: 1 }] })
const now = field('c', { call: 'hour', args: [{ call: 'now', args: [] }] })

describe('fields that ask the clock', () => {
  it('are known, through others too, and the quickest counts', () => {
    expect(clockOf([])).toBeNull()
    expect(clockOf([field('x', { call: 'me', args: [] })])).toBeNull()
    expect(clockOf([through, { ...today, onRead: true }])).toBe('today')
    expect(clockOf([today, now])).toBe('now')
  })

  it('have another day from midnight on in the time zone of the base, and another moment each minute', () => {
    const before = Date.parse('2026-11-25T22:59:59Z')
    const of = (clock: 'today' | 'now', zone: string) =>
      momentOf(clock, before + 1_000, zone) - momentOf(clock, before, zone)
    expect(of('today', 'Europe/Vienna')).toBe(1)
    expect(of('today', 'UTC')).toBe(0)
    expect(of('now', 'UTC')).toBe(1)
  })
})
