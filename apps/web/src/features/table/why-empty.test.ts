import type { CellValue, Field, FieldId, FieldTypeName, RecordId, UserId } from '@plinth/domain'
import { parseExpression } from '@plinth/expression'
import { expect, test } from 'vitest'
import { createWhyEmpty } from './why-empty.ts'

const field = (name: string, type: FieldTypeName, more: Partial<Field> = {}): Field =>
  ({
    id: `00000000-0000-7000-8000-00000000000${name.length}`,
    name,
    type,
    options: {},
    ...more,
  }) as unknown as Field
const [price, count, films] = [
  field('Price', 'number'),
  field('Pieces', 'number'),
  field('Linked films', 'link'),
]
/** Of the linked table. */
const [title, year] = [field('Title of it', 'text'), field('Year of that', 'integer')]
const plain = [price, count, films]

function formulaOf(formula: string, type: FieldTypeName = 'number'): Field {
  const parsed = parseExpression(formula, { fields: plain })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  return field('Each', type, { formula: parsed.value.ast as never })
}
const textOf = (formula: string, values: Record<FieldId, CellValue>, type?: FieldTypeName) =>
  textFor(formulaOf(formula, type), values)
const textFor = (of: Field, values: Record<FieldId, CellValue>) => whyOf(of, values)?.text ?? null
const whyOf = (of: Field, values: Record<FieldId, CellValue>, others: readonly Field[] = []) =>
  createWhyEmpty({
    table: { fields: [...plain, ...others, of] },
    tables: [{ fields: [title, year] }],
    timeZone: 'UTC',
    me: 'me' as UserId,
  })(of, of.rollup ? { [of.id]: null, ...values } : values)

test.each<[string, Record<FieldId, CellValue>, string | null]>([
  ['{Price} / {Pieces}', {}, '“Price” is empty'],
  ['{Price} / {Pieces}', { [price.id]: 1, [count.id]: 0 }, 'division by zero in {Price} / {Pieces}'],
  ['{Price} / {Pieces}', { [price.id]: 1, [count.id]: 2 }, null],
  ['if({Price} > 1, 2)', { [price.id]: 1 }, 'no condition is true in if({Price} > 1, 2)'],
  ['empty_if({Price}, 1)', { [price.id]: 1 }, 'nothing comes of empty_if({Price}, 1)'],
  ['if(my_role() = "x", 1)', {}, null],
])('%s of %j: %j', (formula, values, expected) => {
  expect(textOf(formula, values)).toBe(expected)
})

test('what a cell does not hold is said', () => {
  expect(textOf('repeat("x", 3000)', {}, 'text')).toBe('the result does not fit into a cell')
  expect(textOf('repeat("x", 3000)', {}, 'long_text')).toBeNull()
})

test.each<[string, Record<FieldId, CellValue>, string | null]>([
  ['{Price} / {Pieces}', { [price.id]: 1, [count.id]: 0 }, 'Division by 0'],
  ['number("x")', {}, 'No result'],
  ['{Price} / {Pieces}', { [price.id]: 1 }, null],
  ['if({Price} > 1, 2)', { [price.id]: 1 }, null],
  ['empty_if({Price}, 1)', { [price.id]: 1 }, null],
  ['empty', {}, null],
])('%s of %j is an error: %j', (formula, values, expected) => {
  expect(whyOf(formulaOf(formula), values)?.error ?? null).toBe(expected)
})

test('what does not fit into a cell is an error', () => {
  expect(whyOf(formulaOf('repeat("x", 3000)', 'text'), {})?.error).toBe('Does not fit')
})

test('a formula that reads one with an error has it too, and says where it comes from', () => {
  const each = formulaOf('{Price} / {Pieces}')
  const parsed = parseExpression('{Each} * 2', { fields: [...plain, each] })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  const twice = field('Twice as much', 'number', { formula: parsed.value.ast as never })
  expect(whyOf(twice, { [price.id]: 1, [count.id]: 0 }, [each])).toEqual({
    text: '“Each” has an error: division by zero in {Price} / {Pieces}',
    error: 'Division by 0',
  })
  expect(whyOf(twice, { [price.id]: 1 }, [each])).toEqual({ text: '“Each” is empty', error: null })
})

test('a long part is cut', () => {
  const text = textOf(`if({Price} > 1, ${'1 + '.repeat(30)}1)`, { [price.id]: 0 })
  expect(text).toMatch(/^no condition is true in if.{58}…$/)
})

test('a rollup says whether anything is linked', () => {
  const rollup = (filter?: object) =>
    field('Sum of them', 'number', { rollup: { link: films.id, function: 'average', filter } as never })
  const item = ['00000000-0000-7000-8000-000000000009' as RecordId, 'Heat'] as const
  const linked = { [films.id]: { count: 1, items: [item] } }
  expect(textFor(rollup(), {})).toBe('nothing is linked in “Linked films”')
  expect(textFor(rollup(), linked)).toBe('nothing that is linked in “Linked films” has a value')
  expect(textFor(rollup({}), linked)).toMatch(/^of what is linked in .*nothing that counts/)
  const restricted = { [films.id]: { count: 2, items: [item] } }
  expect(textFor(rollup(), restricted)).toBe(
    'nothing that you may read of what is linked in “Linked films” has a value',
  )
  expect(textFor(rollup({}), restricted)).toMatch(/^of what you may read of .*nothing that counts/)
  const two = { [films.id]: { count: 2, items: [item, item] } }
  const last = field('Last of them', 'number', { rollup: { link: films.id, function: 'last' } as never })
  expect(textFor(last, two)).toBe('the last of what is linked in “Linked films” has no value')
  expect(textFor(last, linked)).toBe('nothing that is linked in “Linked films” has a value')
  const many = { [films.id]: { count: 90, items: [item] } }
  expect(textFor(rollup(), many)).toMatch(/^nothing that is linked/)
  expect(textFor({ ...rollup(), onRead: true }, many)).toMatch(/^nothing that you may read/)
})

const made = (name: string, type: FieldTypeName, of: Field, more?: object) =>
  field('Made of them', type, {
    rollup: { link: films.id, function: name, field: of.id, ...more } as never,
  })
const heat = ['00000000-0000-7000-8000-000000000009' as RecordId, 'Heat'] as const
const linked = (total: number) => ({
  [films.id]: { count: total, items: Array.from({ length: Math.min(total, 20) }, () => heat) },
})

test('a rollup that a cell does not hold says so, and is an error where nothing else can be the matter', () => {
  expect(whyOf(made('sum', 'integer', year), linked(2))).toEqual({
    text: 'the sum of what is linked in “Linked films” is too large a number',
    error: 'Number too large',
  })
  for (const name of ['concatenate', 'unique'])
    expect(whyOf(made(name, 'long_text', year), linked(1_001))).toEqual({
      text: 'more than 1,000 are linked in “Linked films”, and a list holds 1,000 values at most',
      error: 'Too many for a list',
    })
  const nothing = 'nothing that is linked in “Linked films” has a value'
  expect(whyOf(made('concatenate', 'long_text', year), linked(1_000))).toEqual({
    text: nothing,
    error: null,
  })
  expect(whyOf(made('concatenate', 'long_text', title), linked(50))).toEqual({ text: nothing, error: null })
  expect(whyOf(made('concatenate', 'long_text', title), linked(51))).toEqual({
    text: `${nothing}, or all of it is too long for a list`,
    error: null,
  })
  // What the person does not see may be of any length.
  expect(textFor(made('unique', 'long_text', price, { filter: {} }), linked(2))).toMatch(/, or all of it is/)
  expect(textFor(made('max', 'integer', year), linked(2_000))).toBe(nothing)
  expect(textFor(made('unique', 'multi_select', year), linked(2_000))).toBe(nothing)
  expect(textFor(made('first', 'long_text', title), linked(1))).toBe(nothing)
})

test('a formula over a rollup that a cell does not hold has its error too', () => {
  const sum = { ...made('sum', 'integer', year), id: 'sum' as FieldId }
  const parsed = parseExpression('{Made of them} * 2', { fields: [...plain, sum] })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  const twice = field('Twice as much', 'number', { formula: parsed.value.ast as never })
  const values = { [films.id]: linked(2)[films.id]!, [sum.id]: null }
  expect(whyOf(twice, values, [sum])).toEqual({
    text: '“Made of them” has an error: the sum of what is linked in “Linked films” is too large a number',
    error: 'Number too large',
  })
  const list = { ...made('max', 'integer', year), id: 'sum' as FieldId }
  expect(whyOf(twice, values, [list])).toEqual({ text: '“Made of them” is empty', error: null })
})
