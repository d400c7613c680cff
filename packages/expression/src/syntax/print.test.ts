import { describe, expect, test } from 'vitest'
import { parseExpression, printExpression } from '../expression.ts'
import { sampleFields } from '../testing/sample-fields.ts'
import type { Ast } from '../tree/ast.ts'

const printed = (text: string): string => {
  const parsed = parseExpression(text, { fields: sampleFields })
  return parsed.ok ? printExpression(parsed.value.ast, sampleFields) : parsed.error[0]!.message
}

describe('a printed tree', () => {
  test.each([
    ['((1))+(2*3)', '1 + 2 * 3'],
    ['(1+2)*3', '(1 + 2) * 3'],
    ['1-(2-3)', '1 - (2 - 3)'],
    ['(1-2)-3', '1 - 2 - 3'],
    ['1+(2+3)', '1 + (2 + 3)'],
    ['2/(3*4)', '2 / (3 * 4)'],
    ['-(1+2)', '-(1 + 2)'],
    ['- - 1', '- -1'],
    ['1 - -1', '1 - -1'],
    ['-(2*3)', '-(2 * 3)'],
    ['-2*3', '-2 * 3'],
    ['true and (true or false)', 'true and (true or false)'],
    ['(true and true) or false', 'true and true or false'],
    ['true and (true and true)', 'true and (true and true)'],
    ['(true and true) and true', '(true and true) and true'],
    ['not (1 = 2)', 'not 1 = 2'],
    ['(not true) = false', '(not true) = false'],
    ['true = not false', 'true = (not false)'],
    ['not not true', 'not not true'],
    ['(1 < 2) = (2 < 3)', '(1 < 2) = (2 < 3)'],
    ['("a" & "b") & "c"', '("a" & "b") & "c"'],
    ['"a" & text(1 + 2) & "c"', '"a" & text(1 + 2) & "c"'],
    ['1 in [1,2 , 3]', '1 in [1, 2, 3]'],
    ['IF(TRUE, Empty)', 'if(true, empty)'],
    ['{budget}+{ Budget }', '{Budget} + {Budget}'],
    ['{Notes {long\\\\wide\\}} & "a\\"b"', '{Notes {long\\\\wide\\}} & "a\\"b"'],
    ['{stage} = "done\\\\"', '{Stage} = "Done\\\\"'],
    ['1e21 + 0.00000015', '1e+21 + 1.5e-7'],
    ['1 -- one\n + 2 -- two', '1 + 2'],
  ])('%s is %s', (text, expected) => {
    expect(printed(text)).toBe(expected)
  })

  test('follows the new name of a field', () => {
    const parsed = parseExpression('{Budget} > 1', { fields: sampleFields })
    const renamed = sampleFields.map((field) => ({ ...field, name: `${field.name}!` }))
    expect(parsed.ok && printExpression(parsed.value.ast, renamed)).toBe('{Budget!} > 1')
  })

  test('shows what is gone by its id, and calls nobody knows as they are', () => {
    const gone: Ast = { call: 'frobnicate', args: [{ field: 'f-gone' as never }] }
    expect(printExpression(gone, sampleFields)).toBe('frobnicate({f-gone})')
    const option: Ast = { option: 'zz' as never, field: sampleFields[9]!.id }
    expect(printExpression(option, sampleFields)).toBe('"zz"')
    expect(printExpression({ call: '+', args: [{ number: 1 }] }, [])).toBe('+(1)')
    expect(printExpression({ call: 'not', args: [] }, [])).toBe('not ()'.replace(' ', ''))
  })
})
