import type { CellValue, FieldId } from '@plinth/domain'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAst, parseExpression, printExpression } from '../expression.ts'
import { anyExpressions } from '../testing/expressions.ts'
import { recordsOf, situations } from '../testing/records.ts'
import { sampleFields } from '../testing/sample-fields.ts'
import { sampleSituation } from '../testing/value-of-text.ts'
import { nodesOf } from '../tree/ast.ts'
import { evaluate } from './evaluate.ts'
import { contextOf } from './evaluation-context.ts'
import { whyEmpty } from './why-empty.ts'

const number = sampleFields.find(({ type }) => type === 'number')!
const text = sampleFields.find(({ type }) => type === 'text')!

/** Code and place, the record having nothing but what is given. */
function why(source: string, cells: Record<FieldId, CellValue> = {}) {
  const parsed = parseExpression(source, { fields: sampleFields })
  if (!parsed.ok) throw new Error(parsed.error[0]!.message)
  const reason = whyEmpty(parsed.value, contextOf(sampleFields, cells, sampleSituation))
  return reason && [reason.code, printExpression(reason.at, sampleFields)]
}

test.each([
  ['1 + 1', null],
  ['1 + 2 / (3 - 3)', ['zero_divisor', '2 / (3 - 3)']],
  ['mod(1, 0) + 1', ['zero_divisor', 'mod(1, 0)']],
  [`{${number.name}} * 2 + 1`, ['field_empty', `{${number.name}}`]],
  [`if({${number.name}} > 1, 2)`, ['not_chosen', `if({${number.name}} > 1, 2)`]],
  [`if(is_empty({${number.name}}), 1 / 0, 2)`, ['zero_divisor', '1 / 0']],
  [`ifs(false, 1, true, {${number.name}}, 3)`, ['field_empty', `{${number.name}}`]],
  ['ifs(false, 1)', ['not_chosen', 'ifs(false, 1)']],
  ['ifs(false, 1, 1 / 0)', ['zero_divisor', '1 / 0']],
  ['empty', ['written_empty', 'empty']],
  ['[]', ['written_empty', '[]']],
  ['first_filled(empty, 1 / 0)', ['written_empty', 'empty']],
  ['power(10, 300) * power(10, 300)', ['too_large', 'power(10, 300) * power(10, 300)']],
  ['power(2, 0.5)', ['no_result', 'power(2, 0.5)']],
  ['number("x")', ['no_result', 'number("x")']],
  ['repeat("1234567890", 10000) & "x"', ['too_long', 'repeat("1234567890", 10000) & "x"']],
  ['empty_if(1, 1) + 1', ['nothing_left', 'empty_if(1, 1)']],
  ['trim("  ")', ['nothing_left', 'trim("  ")']],
  ['numbers(["a"])', ['nothing_left', 'numbers(["a"])']],
  ['item([1], 2)', ['nothing_left', 'item([1], 2)']],
  ['to_date("soon")', ['no_result', 'to_date("soon")']],
])('%s: %j', (source, expected) => {
  expect(why(source)).toEqual(expected)
})

test('a field that has a value is no reason', () => {
  expect(why(`{${number.name}} / 0`, { [number.id]: 3 })).toEqual(['zero_divisor', `{${number.name}} / 0`])
  expect(why(`upper({${text.name}})`, { [text.id]: 'a' })).toBeNull()
})

test('there is a reason where there is no value, and only there, and it is a part that has none', () => {
  const fields = sampleFields
  const law = fc.property(
    anyExpressions(fields, { isFormula: true }),
    recordsOf(fields),
    situations,
    (ast, record, situation) => {
      const checked = checkAst(ast, { fields, isFormula: true })
      if (!checked.ok) throw new Error(checked.error[0]!.message)
      const context = contextOf(fields, record, situation)
      const reason = whyEmpty(checked.value, context)
      expect(reason === null).toBe(evaluate(checked.value, context) !== null)
      expect(reason === null || [...nodesOf(ast)].includes(reason.at)).toBe(true)
    },
  )
  fc.assert(law, { numRuns: 600 })
})
