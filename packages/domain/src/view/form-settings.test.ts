/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldId } from '../ids.ts'
import { type FieldTypeName, fieldTypeNames } from '../schema.ts'
import { fitForm, isAskable } from './form-settings.ts'
import { fitSettings } from './view-settings.ts'

const field = (type: FieldTypeName, id: string = type) => ({ id: id as FieldId, type })
const all = fieldTypeNames.map((type) => field(type))
const looksAt = (id: string) => ({ call: 'is_filled', args: [{ field: id }] })
const ask = (id: string, more: object = {}) => ({ field: id, ...more })
const of = (...questions: object[]) => ({ sections: [{ id: 'a', questions }] })
const questionsIn = (raw: unknown) => fitForm(raw, all).sections?.flatMap(({ questions }) => questions)

describe('settings of a form', () => {
  it('take anything, and what they answer is their own answer', () => {
    const piece = fc.record(
      {
        field: fc.constantFrom(...fieldTypeNames, 'gone'),
        when: fc.oneof(fc.anything(), fc.constantFrom(looksAt('text'), looksAt('gone'))),
        label: fc.anything(),
        isRequired: fc.anything(),
        value: fc.anything(),
      },
      { requiredKeys: [] },
    )
    const section = fc.record({ id: fc.anything(), title: fc.anything(), questions: fc.array(piece) })
    const loose = fc.record(
      { title: fc.anything(), pace: fc.anything(), redirect: fc.webUrl(), sections: fc.array(section) },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), loose), fc.subarray(all), (raw, fields) => {
        const fitted = fitForm(raw, fields)
        expect(fitForm(fitted, fields)).toEqual(fitted)
        expect(fitSettings({ form: fitted }, fields)).toEqual({ form: fitted })
      }),
    )
  })

  it('ask for each field once, and not for what is computed or gone', () => {
    const computed = { ...field('integer', 'sum'), formula: {} }
    const late = { ...field('integer', 'late'), onRead: true } as const
    expect(isAskable(computed)).toBe(false)
    expect(isAskable(late)).toBe(false)
    expect(isAskable(field('attachment'))).toBe(true)
    expect(
      questionsIn(of(ask('text'), ask('date'), ask('text'), ask('gone'), ask('autonumber'), ask('sum'))),
    ).toEqual([ask('text'), ask('date')])
  })

  it('keep a condition that has lost a field as lost, and without its tree', () => {
    const raw = of(
      ask('text', { when: looksAt('date') }),
      ask('date', { when: { call: 'and', args: [looksAt('text'), looksAt('gone')] } }),
      ask('email', { when: null }),
    )
    expect(questionsIn(raw)?.map(({ when }) => when)).toEqual([looksAt('date'), null, null])
    expect(
      fitForm({ sections: [{ id: 'a', when: looksAt('gone'), questions: [] }] }, all).sections?.[0]?.when,
    ).toBeNull()
  })

  it('open https addresses alone', () => {
    const kept = (redirect: unknown) => fitForm({ redirect }, all).redirect
    expect(kept('https://example.com/thanks?x=1#y')).toBe('https://example.com/thanks?x=1#y')
    for (const other of [
      'http://example.com',
      'javascript:alert(1)',
      'https://',
      'https:// x',
      ' https://a.b',
      1,
    ])
      expect(kept(other)).toBeUndefined()
  })

  it('leave out texts that are too long', () => {
    expect(fitForm({ title: 'x'.repeat(300), intro: 'x'.repeat(5_001) }, all)).toEqual({
      title: 'x'.repeat(300),
    })
  })
})
