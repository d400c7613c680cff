import { type Field, type FieldId, figuresOf, summaryKinds } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { figureNames, figuresShown, figureValue } from './figure-words.ts'

const context = { locale: 'en-GB', timeZone: 'Europe/Berlin' }
const field = (type: Field['type'], options: Field['options'] = {}) => ({ type, options })
const [count, name, days] = ['count', 'name', 'days'] as FieldId[] as [FieldId, FieldId, FieldId]
const column = (id: FieldId, type: Field['type']) => ({ field: { id, type, options: {} } as Field })

describe('figures in words', () => {
  it('have a name each', () => {
    expect(summaryKinds.map((kind) => figureNames[kind])).not.toContain(undefined)
    expect(figuresOf('checkbox')).toEqual(['count', 'checked'])
  })

  it('are written as the base writes numbers, and the field its decimals', () => {
    expect(figureValue('sum', 1204, 3, field('integer'), context)).toBe('1,204')
    expect(figureValue('sum', 1204, 3, field('integer'), { ...context, locale: 'de-DE' })).toBe('1.204')
    expect(figureValue('max', 1204.5, 3, field('number', { decimals: 2 }), context)).toBe('1,204.50')
    expect(figureValue('average', 4 / 3, 3, field('integer'), context)).toBe('1.33')
    expect(figureValue('average', 4, 3, field('integer'), context)).toBe('4')
    expect(figureValue('sum', '90071992547409930', 3, field('integer'), context)).toBe(
      '90,071,992,547,409,930',
    )
  })

  it('of sums of money are sums, to the cent', () => {
    const price = field('currency', { currency: 'EUR' })
    expect(figureValue('sum', 123_450, 3, price, context)).toBe('€1,234.50')
    expect(figureValue('average', 1_250.5, 3, price, context)).toBe('€12.51')
    expect(figureValue('sum', '9007199254740993', 3, price, context)).toBe('€90,071,992,547,409.93')
    expect(figureValue('sum', '-9007199254740993', 3, field('currency', { currency: 'JPY' }), context)).toBe(
      '-JP¥9,007,199,254,740,993',
    )
  })

  it('are days where they are of days, shares where they are of ticks, and a dash of nothing', () => {
    expect(figureValue('earliest', '2026-03-09', 2, field('date'), context)).toContain('2026')
    expect(figureValue('checked', 1, 4, field('checkbox'), context)).toBe('25 %')
    expect(figureValue('checked', 0, 0, field('checkbox'), context)).toBe('–')
    expect(figureValue('median', null, 4, field('number'), context)).toBe('–')
  })

  it('are those of columns that are shown, in their order, where they suit the field', () => {
    const columns = [column(name, 'text'), column(count, 'integer')]
    const kinds = { [count]: 'sum', [days]: 'sum', [name]: 'sum' } as const
    expect(figuresShown(kinds, columns)).toEqual({ [count]: 'sum' })
    expect(Object.keys(figuresShown({ [count]: 'sum', [name]: 'unique' }, columns))).toEqual([name, count])
  })
})
