import type { Field } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { widthOf } from './column-widths.ts'

const field = (name: string, more: Partial<Field> = {}) =>
  ({ id: 'f', name, type: 'integer', options: {}, ...more }) as Field
const widthFor = (name: string, more?: Partial<Field>) => widthOf(field(name, more), false, {})

describe('the first width of a column', () => {
  it('is that of its type where its name has room', () => {
    expect(widthFor('Films')).toBe(116)
    expect(widthFor('Title', { type: 'text' })).toBe(200)
  })

  it('has room for a longer name and for the marks beside it', () => {
    const plain = widthFor('Hit count and more')
    expect(plain).toBeGreaterThan(160)
    expect(widthFor('Hit count and more', { access: 'read' })).toBe(plain + 20)
    expect(widthFor('Hit count', { access: 'read' })).toBeGreaterThan(116)
  })

  it('grows with no name beyond a bound, and with none at all once it was set', () => {
    expect(widthFor('n'.repeat(300))).toBe(240)
    expect(widthFor('n'.repeat(300), { type: 'long_text' })).toBe(260)
    expect(widthOf(field('Hit count and more'), false, { f: 90 })).toBe(90)
  })
})
