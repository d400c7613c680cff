import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OptionId } from '../ids.ts'
import { inOptionOrder, multiSelect, optionSet, setOfKey } from './multi-select.ts'

const ids = (...list: string[]) => list as OptionId[]
const field = {
  options: {
    options: [
      { id: 'z' as OptionId, label: 'Late', hue: 'red' as const },
      { id: 'a' as OptionId, label: 'Red, dark', hue: 'blue' as const },
      { id: 'm' as OptionId, label: 'Soon', hue: 'teal' as const },
    ],
  },
}
const context = { locale: 'en', timeZone: 'UTC' }
const parsed = (text: string) => multiSelect.parseText(text, field, context)

describe('a set of options', () => {
  it.each([
    ['Late', ids('z')],
    ['soon, LATE', ids('m', 'z')],
    ['"Red, dark", Late', ids('a', 'z')],
    ['Late, Late', ids('z')],
    ['Red, dark', ids('a')],
    [' red, DARK ', ids('a')],
    [' , ', null],
  ])('is what %j names', (text, value) => {
    expect(parsed(text)).toEqual({ ok: true, value })
  })

  it('is written so that it is read again, though its labels side by side are another option', () => {
    const labels = ['Wood', 'Wood, oak', 'oak', 'A "b"', 'A "b", Wood']
    const options = labels.map((label) => ({ id: label as OptionId, label, hue: 'red' as const }))
    const wooden = { options: { options } }
    fc.assert(
      fc.property(fc.subarray(labels), (some) => {
        const value = optionSet(ids(...some))
        const text = multiSelect.editText(value, wooden, context)
        expect(multiSelect.parseText(text, wooden, context)).toEqual({ ok: true, value })
        expect(multiSelect.toExport(value, wooden)).toBe(text)
      }),
    )
  })

  it('is refused as a whole where a name is none, and says which', () => {
    expect(parsed('Late, Never')).toMatchObject({
      ok: false,
      error: { code: 'option_unknown', hint: '“Never” is no option of this field.' },
    })
  })

  it('is shown in the order of the options, and what is gone behind them', () => {
    expect(inOptionOrder(ids('a', 'gone', 'z'), field)).toEqual(ids('z', 'a', 'gone'))
    expect(multiSelect.formatText(ids('a', 'z'), field, context)).toBe('Late, Red, dark')
    expect(multiSelect.toExport(ids('a', 'z'), field)).toBe('Late, "Red, dark"')
  })

  it('travels in one order, each option once, and is empty as no value', () => {
    expect(optionSet(ids('z', 'a', 'z'))).toEqual(ids('a', 'z'))
    expect(optionSet([])).toBeNull()
    expect(setOfKey('z a')).toEqual(ids('a', 'z'))
    expect(multiSelect.validate(ids('z', 'a'), field)).toEqual({ ok: true, value: ids('a', 'z') })
    expect(multiSelect.validate([], field)).toEqual({ ok: true, value: null })
    expect(multiSelect.validate('z', field)).toMatchObject({ error: { code: 'option_unknown' } })
  })

  it('stands before one whose first other option is later, and before one that goes on', () => {
    const order = [ids('z'), ids('a', 'z'), ids('m', 'z'), ids('a'), ids('m')]
    const shuffled = [order[3]!, order[0]!, order[4]!, order[2]!, order[1]!]
    expect(shuffled.toSorted((a, b) => multiSelect.compare!(a, b, field))).toEqual(order)
  })
})
