import { describe, expect, it } from 'vitest'
import type { OptionId } from '../ids.ts'
import { limits } from '../limits.ts'
import { checkbox } from './checkbox.ts'
import { singleSelect } from './single-select.ts'
import { text } from './text.ts'

const plain = { options: {} }
const option = (id: string, label: string) => ({ id: id as OptionId, label, hue: 'red' as const })
const context = { locale: 'en-US', timeZone: 'UTC' }

describe('text', () => {
  it('keeps spaces and line breaks exactly', () => {
    expect(text.parseText('  two\nlines ', plain, context)).toEqual({ ok: true, value: '  two\nlines ' })
  })

  it('counts characters as the database does, not UTF-16 units', () => {
    const emoji = '😀'.repeat(limits.textLength)
    expect(text.validate(emoji, plain).ok).toBe(true)
    expect(text.validate(`${emoji}x`, plain)).toMatchObject({ ok: false, error: { code: 'value_too_long' } })
  })

  it.each(['a\0b', 'a\ud800b'])('refuses characters that Postgres cannot store', (value) => {
    expect(text.validate(value, plain)).toMatchObject({ ok: false, error: { code: 'value_invalid' } })
  })
})

describe('checkbox', () => {
  it.each([
    ['TRUE', true],
    ['yes', true],
    ['x', true],
    ['1', true],
    ['No', false],
    ['0', false],
  ])('reads %s', (word, value) => {
    expect(checkbox.parseText(word, plain, context)).toEqual({ ok: true, value })
  })
})

describe('single select', () => {
  it('takes a label in another case when only one option can be meant', () => {
    const one = { options: { options: [option('a', 'Open'), option('b', 'Closed')] } }
    expect(singleSelect.parseText('open ', one, context)).toEqual({ ok: true, value: 'a' })
    const two = { options: { options: [option('a', 'Open'), option('b', 'OPEN')] } }
    expect(singleSelect.parseText('open', two, context)).toMatchObject({ error: { code: 'option_unknown' } })
    expect(singleSelect.parseText('OPEN', two, context)).toEqual({ ok: true, value: 'b' })
  })

  it('orders by the order of the options', () => {
    const field = { options: { options: [option('z', 'First'), option('a', 'Second')] } }
    expect(singleSelect.compare!('z', 'a', field)).toBeLessThan(0)
  })
})
