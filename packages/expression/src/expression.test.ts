import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAst, parseExpression, printExpression } from './expression.ts'
import { sampleFields } from './testing/sample-fields.ts'
import { problemCodes } from './tree/problem.ts'

const scope = { fields: sampleFields }
const idOf = (name: string) => sampleFields.find((field) => field.name === name)!.id

function parsed(text: string) {
  const result = parseExpression(text, scope)
  if (!result.ok) throw new Error(result.error[0]!.message)
  return result.value
}

describe('a parsed expression', () => {
  test('is a tree with fields by id', () => {
    expect(parsed('{Region} in ["EU", "UK"] and ({Budget} > 1000 or {Name} = "x")').ast).toEqual({
      call: 'and',
      args: [
        {
          call: 'in',
          args: [
            { field: idOf('Region') },
            {
              list: [
                { option: 'o10x0', field: idOf('Region') },
                { option: 'o10x1', field: idOf('Region') },
              ],
            },
          ],
        },
        {
          call: 'or',
          args: [
            { call: '>', args: [{ field: idOf('Budget') }, { number: 1000 }] },
            { call: '=', args: [{ field: idOf('Name') }, { text: 'x' }] },
          ],
        },
      ],
    })
  })

  test('knows the fields that it reads', () => {
    expect([...parsed('{Due} > today() and {Due} < {Due} or {Region} = "EU"').fields]).toEqual([
      idOf('Due'),
      idOf('Region'),
    ])
  })

  test.each([
    ['{Budget} > 1', false, false],
    ['me() = me()', true, false],
    ['my_role() = "x"', true, false],
    ['if(has_role("x"), 1, 2)', true, false],
    ['today() > {Due}', false, true],
    ['year(now())', false, true],
    ['has_role("x") and now() > {Seen at}', true, true],
    ['date_of({Seen at})', false, false],
  ])('%s depends on the person: %s, on the clock: %s', (text, person, clock) => {
    expect(parsed(text).dependsOn).toEqual({ person, people: false, clock })
  })

  test('is the same when its tree is checked', () => {
    const expression = parsed('if({Region} = "EU", {Budget} * 2, empty)')
    const { root, ...facts } = expression
    expect(checkAst(root.node, scope)).toMatchObject({ ok: true, value: facts })
  })
})

const codes = (text: string): readonly string[] => {
  const result = parseExpression(text, scope)
  return result.ok ? [] : result.error.map(({ code }) => code)
}

describe('limits of text', () => {
  test.each([
    ['4,000 code units', `${' '.repeat(3_999)}1`, []],
    ['4,001 code units', `${' '.repeat(4_000)}1`, ['too_long']],
    ['a depth of 32', `${'- '.repeat(31)}1`, []],
    ['a depth of 33', `${'- '.repeat(32)}1`, ['too_deep']],
    ['a hundred parentheses', `${'('.repeat(100)}1${')'.repeat(100)}`, []],
    ['a thousand parentheses', `${'('.repeat(1_000)}1${')'.repeat(1_000)}`, ['too_deep']],
    ['a thousand lists', `${'['.repeat(1_000)}1${']'.repeat(1_000)}`, ['too_deep']],
    ['a sum of a thousand', `1${' + 1'.repeat(999)}`, ['too_many_nodes']],
    ['a sum of forty', `1${' + 1'.repeat(39)}`, ['too_deep']],
    ['a hundred conditions', Array.from({ length: 100 }, () => 'true').join(' or '), []],
    [
      'more than a hundred conditions',
      Array.from({ length: 101 }, () => 'true').join(' or '),
      ['too_many_items'],
    ],
    ['a list of 101', `[${'1,'.repeat(100)}1] has 1`, ['too_many_items']],
    ['301 nodes', `[${Array.from({ length: 100 }, () => '1 + 1').join()}]`, ['too_many_nodes']],
    ['a text of 2,001', `"${'a'.repeat(2_001)}"`, ['text_too_long']],
    ['a text with U+0000', '"\0"', ['text_not_storable']],
  ])('%s', (_, text, expected) => {
    expect(codes(text)).toEqual(expected)
  })

  test('tells how much is too much', () => {
    const result = parseExpression('1'.padStart(4_010), scope)
    expect(!result.ok && result.error).toEqual([
      {
        code: 'too_long',
        message: 'This text is 10 characters too long. Shorten it.',
        from: 4_000,
        to: 4_010,
      },
    ])
  })
})

describe('any text', () => {
  const pieces = [
    '{Budget}',
    '{Region}',
    '{',
    '}',
    '"EU"',
    '"',
    '(',
    ')',
    '[',
    ']',
    ',',
    '+',
    '-',
    '=',
    '<',
    '&',
    ' and ',
  ]
  const words = [
    ' not ',
    ' in ',
    ' has ',
    'if',
    'sum',
    'today',
    '1',
    '2.5',
    ' ',
    '\n',
    '--',
    '\\',
    '😀',
    "'",
    '==',
  ]
  const anyText = fc.oneof(
    fc.array(fc.constantFrom(...pieces, ...words), { maxLength: 14 }).map((all) => all.join('')),
    fc.string({ unit: 'binary', maxLength: 30 }),
  )

  test('is an expression or has problems that point into it and end with a full stop', () => {
    const law = fc.property(anyText, (text) => {
      const result = parseExpression(text, scope)
      const problems = result.ok ? [] : result.error
      expect(result.ok || problems.length > 0).toBe(true)
      for (const { code, message, from, to } of problems) {
        const isSound = problemCodes.includes(code) && /[.?]$/.test(message)
        expect(isSound && 0 <= from && from <= to && to <= text.length).toBe(true)
      }
    })
    fc.assert(law, { numRuns: 400 })
  })

  test('that is an expression is printed as one with the same tree', () => {
    const law = fc.property(anyText, (text) => {
      const result = parseExpression(text, scope)
      if (!result.ok) return
      expect(parsed(printExpression(result.value.ast, sampleFields)).ast).toEqual(result.value.ast)
    })
    fc.assert(law, { numRuns: 400 })
  })
})
