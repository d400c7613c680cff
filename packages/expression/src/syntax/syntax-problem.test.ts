import { describe, expect, test } from 'vitest'
import { parseExpression } from '../expression.ts'
import { sampleFields } from '../testing/sample-fields.ts'
import type { ProblemCode } from '../tree/problem.ts'

/** The first problem: its code, the text that it marks, its sentence. */
function problemOf(text: string): readonly [ProblemCode, string, string] {
  const parsed = parseExpression(text, { fields: sampleFields })
  if (parsed.ok) throw new Error(`no problem in ${text}`)
  const { code, from, to, message } = parsed.error[0]!
  return [code, text.slice(from, to), message]
}

describe('a text that is no expression', () => {
  test.each([
    ['', 'nothing_written', '', 'Nothing is written here. Begin with a field in braces or with a function.'],
    ['  -- only this', 'nothing_written', '  -- only this', 'Nothing is written here.'],
    ['1 +', 'missing_value', '+', 'A value is missing behind “+”: a field, a number, a text.'],
    ['1 + * 2', 'missing_value', '+', 'A value is missing behind “+”'],
    ['* 2', 'missing_value', '*', 'A value is missing before “*”'],
    ['(1 + )', 'missing_value', '+', 'A value is missing behind “+”'],
    ['()', 'unopened_bracket', ')', 'This “)” closes nothing here.'],
    ['if(1, )', 'missing_value', ',', 'A value is missing behind “,”'],
    ['not', 'missing_value', 'not', 'A value is missing behind “not”'],
    ['(1 + 2', 'unclosed_bracket', '(', 'This “(” is not closed. Write “)” where it ends.'],
    ['[1, 2', 'unclosed_bracket', '[', 'This “[” is not closed. Write “]” where it ends.'],
    ['if((1 + 2', 'unclosed_bracket', '(', 'This “(” is not closed.'],
    ['if((1, 2', 'unknown_character', ',', 'A comma stands between the values of a function or a list only.'],
    ['1 + 2)', 'unopened_bracket', ')', 'This “)” closes nothing here. Take it out.'],
    ['1 2', 'missing_operator', '1 2', 'Nothing connects “1” and “2”. Write an operator between them'],
    ['{Budget} {Count}', 'missing_operator', '{Budget} {Count}', 'Nothing connects'],
    ['Unit price > 3', 'missing_operator', 'Unit price', 'Names of fields stand in braces: {Unit price}.'],
    ['1,5', 'unknown_character', ',', 'A comma stands between the values of a function or a list only.'],
    ['if(1; 2)', 'unknown_character', ';', '“;” has no meaning here. Values are separated by commas.'],
    ['!true', 'unknown_character', '!', 'Write “not” instead.'],
    ['1 § 2', 'unknown_character', '§', '“§” has no meaning here. Take it out.'],
    ['"abc', 'unclosed_text', '"abc', 'This text has no end. Write a double quote behind it.'],
    ['"ab\nc"', 'unclosed_text', '"ab', 'This text has no end.'],
    ['{Budget', 'unclosed_field', '{Budget', 'Write “}” behind it.'],
    ["{Name} = 'a'", 'foreign_text', "'a'", 'Text stands in straight double quotes: "a".'],
    ['“a”', 'foreign_text', '“a”', 'Text stands in straight double quotes: "a".'],
    ['1 == 2', 'foreign_operator', '==', 'Write “=” instead of “==”.'],
    ['1 <> 2', 'foreign_operator', '<>', 'Write “!=” instead of “<>”.'],
    ['true && false', 'foreign_operator', '&&', 'Write “and” instead of “&&”.'],
    ['true || false', 'foreign_operator', '||', 'Write “or” instead of “||”.'],
    ['1 < 2 < 3', 'chained_comparison', '1 < 2 < 3', 'Connect two with and: a < b and b < c.'],
    ['1e999', 'number_too_large', '1e999', 'The largest is about 1.8e308.'],
    ['"a\\qb"', 'unknown_escape', '\\q', '“\\q” means nothing in a text.'],
    ['Budget > 3', 'unknown_word', 'Budget', 'A field stands in braces: {Budget}.'],
    ['today > 3', 'unknown_word', 'today', 'A function has parentheses: today().'],
    ['foo > 3', 'unknown_word', 'foo', 'Fields stand in braces, text in double quotes.'],
    ['rond(1)', 'unknown_function', 'rond', 'There is no function “rond”. Did you mean “round”?'],
    [
      'xyzzy(1)',
      'unknown_function',
      'xyzzy',
      'There is no function “xyzzy”. Completion lists all there are.',
    ],
    ['neg(1)', 'unknown_function', 'neg', 'There is no function “neg”.'],
    ['{Budgt} > 1', 'unknown_field', '{Budgt}', 'There is no field “Budgt”. Did you mean “Budget”?'],
    ['{} > 1', 'unknown_field', '{}', 'There is no field “”.'],
  ] as const)('%s: %s at %j', (text, code, marked, sentence) => {
    const [foundCode, foundMark, message] = problemOf(text)
    expect([foundCode, foundMark]).toEqual([code, marked])
    expect(message).toContain(sentence)
  })

  test('tells all unknown names and wrong types at once, in the order of their places', () => {
    const parsed = parseExpression('{Nope} > 1 and foo(2) and "a" and 3', { fields: sampleFields })
    expect(!parsed.ok && parsed.error.map(({ code }) => code)).toEqual([
      'unknown_field',
      'unknown_function',
      'argument_type',
    ])
  })
})
