import { type Field, type FieldTypeName, fieldTypes } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { nowText } from './now-text.ts'

const moment = new Date('2026-03-01T23:30:00Z')
const field = (type: FieldTypeName): Pick<Field, 'type' | 'options'> => ({ type, options: {} })

describe('today and now as text', () => {
  it('are those of the base', () => {
    expect(nowText('date', field('date'), { timeZone: 'Asia/Tokyo' }, moment)).toBe('2026-03-02')
    expect(nowText('date', field('text'), { timeZone: 'America/Lima' }, moment)).toBe('2026-03-01')
    expect(nowText('time', field('text'), { timeZone: 'Asia/Tokyo' }, moment)).toBe('08:30')
    expect(nowText('time', field('date'), { timeZone: 'Asia/Tokyo' }, moment)).toBe('2026-03-02')
  })

  it('are read back as the moment that they name', () => {
    const context = { timeZone: 'Asia/Tokyo', locale: 'en-GB' }
    const text = nowText('time', field('datetime'), context, moment)
    expect(fieldTypes.datetime.parseText(text, field('datetime'), context)).toEqual({
      ok: true,
      value: '2026-03-01T23:30:00.000Z',
    })
  })
})
