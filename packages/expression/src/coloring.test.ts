import type { ColorRule, FieldId, Hue } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coloringOf, paintOf } from './coloring.ts'
import { evaluate } from './evaluate/evaluate.ts'
import { contextOf } from './evaluate/evaluation-context.ts'
import { checkAst, parseExpression } from './expression.ts'
import { expressionsOf } from './testing/expressions.ts'
import { recordsOf, situations } from './testing/records.ts'
import { sampleFields } from './testing/sample-fields.ts'
import type { ExpressionField } from './types/expression-field.ts'

const field = (id: string, type: ExpressionField['type'], more: Partial<ExpressionField> = {}) =>
  ({ id: id as FieldId, name: id, type, ...more }) satisfies ExpressionField
const due = field('Due', 'date')
const count = field('Count', 'integer')
const secret = field('Secret', 'integer', { hidden: true })
const fields = [due, count, secret, field('Films', 'link')]
const situation = {
  now: Date.UTC(2026, 4, 6, 12),
  timeZone: 'Europe/Vienna',
  me: null,
  role: null,
  roles: [],
}

function rule(text: string, paints: ColorRule['paints'] = 'row', hue: Hue = 'red'): ColorRule {
  const parsed = parseExpression(text, { fields: fields.map((one) => ({ ...one, isOpened: true as const })) })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  const when = parsed.value.ast
  return { id: text as ColorRule['id'], name: text, when, hue, paints }
}
const painted = (rules: readonly ColorRule[], values: Record<string, string | number | null>) => {
  const paint = paintOf(coloringOf(rules, fields), contextOf(fields, values, situation))
  return { row: paint.row?.name ?? null, cells: [...paint.cells].map(([id, { name }]) => [id, name]) }
}
const clock = (text: string) => coloringOf([rule('true'), rule(text)], fields).clock

describe('colour rules', () => {
  it('paint by the first that is true, fields each by their own', () => {
    const rules = [
      rule('{Count} > 5'),
      rule('{Count} > 1'),
      rule('{Count} > 5', count.id),
      rule('{Count} > 1', count.id),
      rule('is_empty({Due})', due.id),
    ]
    expect(painted(rules, { Count: 9 })).toEqual({
      row: '{Count} > 5',
      cells: [
        ['Count', '{Count} > 5'],
        ['Due', 'is_empty({Due})'],
      ],
    })
    expect(painted(rules, { Count: 2, Due: '2026-05-06' })).toEqual({
      row: '{Count} > 1',
      cells: [['Count', '{Count} > 1']],
    })
    expect(painted(rules, { Count: 0, Due: '2026-05-06' })).toEqual({ row: null, cells: [] })
  })

  it('look at hidden fields that the reader sees, and not at links, of which a cell does not tell all', () => {
    expect(painted([rule('{Secret} = 1')], { Secret: 1 }).row).toBe('{Secret} = 1')
    const linked = { ...rule('true'), when: { call: 'is_filled', args: [{ field: 'Films' }] } }
    expect(coloringOf([linked], fields)).toMatchObject({ rules: [], lost: 1 })
  })

  it('are left out where a field is gone, of another type, or where they are no condition', () => {
    const gone = { ...rule('true'), when: { call: '>', args: [{ field: 'Gone' }, { number: 1 }] } }
    const number = { ...rule('true'), when: { number: 1 } }
    const spoilt = { ...rule('true'), when: { what: 1 } }
    expect(coloringOf([gone, number, spoilt, rule('{Count} > 1')], fields)).toMatchObject({ lost: 3 })
    const text = fields.map((one) => (one.id === count.id ? field('Count', 'text') : one))
    expect(coloringOf([rule('{Count} > 1')], text).lost).toBe(1)
  })

  it('say which clock they ask', () => {
    expect(clock('{Due} < today()')).toBe('today')
    expect(clock('{Due} < today() and now() > now()')).toBe('now')
    expect(clock('{Count} = 1')).toBeNull()
  })

  it('are true of whom each of them alone is true, and the first of these paints', () => {
    const conditions = expressionsOf({ kind: 'boolean' }, sampleFields, { depth: 2 })
    const anyRules = fc.array(conditions, { maxLength: 6 }).map((trees) =>
      trees.map(
        (when, n): ColorRule => ({
          id: String(n) as ColorRule['id'],
          name: String(n),
          when: when,
          hue: 'teal',
          paints: n % 2 === 0 ? 'row' : sampleFields[n % sampleFields.length]!.id,
        }),
      ),
    )
    fc.assert(
      fc.property(anyRules, recordsOf(sampleFields), situations, (rules, cells, seen) => {
        const context = contextOf(sampleFields, cells, seen)
        const isTrue = ({ when }: ColorRule) => {
          const checked = checkAst(when as never, { fields: sampleFields })
          return checked.ok && evaluate(checked.value, context) === true
        }
        const { row, cells: inCells } = paintOf(coloringOf(rules, sampleFields), context)
        expect(row).toBe(rules.find((one) => one.paints === 'row' && isTrue(one)) ?? null)
        for (const { id } of sampleFields)
          expect(inCells.get(id)).toBe(rules.find((one) => one.paints === id && isTrue(one)))
      }),
    )
  })
})
