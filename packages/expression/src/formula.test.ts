import type { FieldId } from '@plinth/domain'
import { describe, expect, test } from 'vitest'
import { parseExpression } from './expression.ts'
import {
  cellOfValue,
  checkFormula,
  computedSources,
  formulasBehind,
  isReadLate,
  typesOfResult,
} from './formula.ts'
import { sampleFields } from './testing/sample-fields.ts'
import type { ExpressionField } from './types/expression-field.ts'

const treeOf = (text: string, fields = sampleFields): object => {
  const parsed = parseExpression(text, { fields })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  return parsed.value.ast
}
const computed = (id: string, name: string, text: string, fields = sampleFields): ExpressionField => ({
  id: id as FieldId,
  name,
  type: 'number',
  formula: treeOf(text, fields),
})
const net = computed('n', 'Net', '{Budget} * {Count}')
const gross = computed('g', 'Gross', '{Net} * 1.2', [...sampleFields, net])
const fields = [...sampleFields, net, gross]
const problemOf = (text: string, self?: FieldId) => {
  const checked = checkFormula(text, fields, self)
  return checked.ok ? null : checked.error[0]!
}

const idOf = (name: string) => sampleFields.find((field) => field.name === name)!.id

describe('a formula', () => {
  test('reads fields and other formulas', () => {
    const checked = checkFormula('{Gross} + {Count}', fields)
    expect(checked).toMatchObject({ ok: true, value: { type: { kind: 'number' } } })
  })

  test('that keeps its values does not ask who reads it, or when, nor what does', () => {
    const late: ExpressionField = { ...computed('l', 'Late', '{Budget}'), onRead: true }
    const isLate = (text: string) => {
      const checked = checkFormula(text, [...fields, late])
      return checked.ok && isReadLate(checked.value, [...fields, late])
    }
    for (const text of [
      'in_days(now() - now())',
      '{Assignee} = me()',
      'has_role("editor")',
      'person_name({Assignee})',
    ]) {
      expect([problemOf(text), isLate(text), problemOf(text, net.id)?.code]).toEqual([
        null,
        true,
        'momentary',
      ])
    }
    expect(problemOf('{Due} < today()', net.id)?.message).toContain('“today()” changes by itself')
    expect(problemOf('{Assignee} = me()', net.id)?.message).toContain('“me()” is different for each reader')
    expect(problemOf('person_name({Maker})', net.id)?.message).toContain(
      '“person_name()” changes when somebody is called',
    )
    expect([isLate('{Late} + 1'), isLate('{Budget} + 1')]).toEqual([true, false])
    expect(checkFormula('{Late} + 1', [...fields, late], net.id)).toMatchObject({
      error: [{ code: 'closed_field' }],
    })
    expect(checkFormula('now()', [...fields, late], late.id)).toMatchObject({ ok: true })
  })

  test('that is computed when it is read looks at what some do not see', () => {
    const secret: ExpressionField = { ...sampleFields[0]!, id: 's' as FieldId, name: 'Secret', hidden: true }
    const checked = checkFormula('{Secret}', [...fields, secret])
    expect(checked.ok && isReadLate(checked.value, [...fields, secret])).toBe(true)
    expect(checkFormula('{Secret}', [...fields, secret], net.id)).toMatchObject({ ok: false })
  })

  test('gives what a cell holds', () => {
    expect(problemOf('{Assignee}')).toMatchObject({ code: 'result_type' })
    expect(problemOf('split({Name}, ",")')?.message).toContain('a list of texts')
    expect(problemOf('{Region}')?.message).toContain('an option of {Region}')
  })

  test('does not need itself, directly or through others', () => {
    expect(problemOf('{Net}', net.id)?.message).toBe('A formula cannot read its own field.')
    expect(problemOf('{Gross} + 1', net.id)).toMatchObject({ code: 'ring' })
    expect(problemOf('{Net} + 1', gross.id)).toBeNull()
    expect(problemOf('{Gross} + 1', idOf('Budget'))?.message).toBe(
      '{Gross} is computed from this field, so this field cannot be computed from it: {Budget} → {Gross} → {Net} → {Budget}.',
    )
    expect(formulasBehind(fields, net.id)).toEqual([gross])
    expect(formulasBehind(fields, sampleFields[5]!.id)).toEqual([net, gross])
  })
})

describe('what is computed', () => {
  test('is known with its sources, through others too', () => {
    const sources = computedSources(fields)
    expect(sources.get(net.id)).toEqual([idOf('Budget'), idOf('Count')])
    expect(sources.get(gross.id)).toEqual([net.id, idOf('Budget'), idOf('Count')])
    expect([sources.get(idOf('Made')), sources.get(idOf('Maker'))]).toEqual([[], []])
    expect(sources.size).toBe(5)
  })

  test('follows every change where it tells of changes, or reads what does', () => {
    const touched: ExpressionField = { id: 'c' as FieldId, name: 'Touched', type: 'changed_time' }
    const known = [...fields, touched, { id: 'by' as FieldId, name: 'Toucher', type: 'changed_by' as const }]
    const age = computed('a', 'Age', 'in_days({Touched} - {Made})', known)
    const aged = computed('b', 'Aged', '{Age} > 1', [...known, age])
    const sources = computedSources([...known, age, aged])
    expect(['c', 'by', 'a', 'b'].map((id) => sources.get(id as FieldId))).toEqual(
      Array.from({ length: 4 }, () => 'every change'),
    )
    expect(sources.get(net.id)).toEqual([idOf('Budget'), idOf('Count')])
  })
})

describe('a result', () => {
  test('has types of fields that hold it, the usual one first', () => {
    expect(typesOfResult({ kind: 'number' })).toEqual(['number', 'percent'])
    expect(typesOfResult({ kind: 'text' })[0]).toBe('text')
    expect(typesOfResult({ kind: 'person' })).toEqual([])
  })

  test('is kept as its field keeps values: whole seconds, no longer than a cell', () => {
    expect(cellOfValue(1.5, 'duration')).toBe(2)
    expect(cellOfValue(-0.5, 'duration')).toBe(0)
    expect(cellOfValue(1e300, 'duration')).toBeNull()
    expect(cellOfValue(9_007_199_254_740_991, 'duration')).toBe(9_007_199_254_740_991)
    expect(cellOfValue(-9_007_199_254_740_991, 'duration')).toBe(-9_007_199_254_740_991)
    expect(cellOfValue('x'.repeat(2001), 'text')).toBeNull()
    expect(cellOfValue('x'.repeat(2001), 'long_text')).toHaveLength(2001)
    expect(cellOfValue(0, 'datetime')).toBe('1970-01-01T00:00:00.000Z')
    expect(cellOfValue(null, 'number')).toBeNull()
  })
})
