import { describe, expect, test } from 'vitest'
import { sampleFields } from '../testing/sample-fields.ts'
import type { Ast } from '../tree/ast.ts'
import { FieldNames } from '../types/field-names.ts'
import { readText } from './read-text.ts'

const fields = new FieldNames(sampleFields)

/** A tree in the shape of its calls: `(+ 1 (* 2 3))`. */
function shape(ast: Ast): string {
  if ('call' in ast) return `(${[ast.call, ...ast.args.map(shape)].join(' ')})`
  if ('list' in ast) return `[${ast.list.map(shape).join(' ')}]`
  if ('field' in ast) return fields.nameOf(ast.field)
  return Object.values(ast).map(String).join()
}

function read(text: string): string {
  const result = readText(text, fields)
  return 'ast' in result && result.problems.length === 0 ? shape(result.ast) : result.problems[0]!.code
}

describe('operators bind', () => {
  test.each([
    ['1 + 2 * 3', '(+ 1 (* 2 3))'],
    ['1 * 2 + 3', '(+ (* 1 2) 3)'],
    ['1 - 2 - 3', '(- (- 1 2) 3)'],
    ['8 / 4 / 2 % 3', '(% (/ (/ 8 4) 2) 3)'],
    ['-1 * 2', '(* (neg 1) 2)'],
    ['--1', 'missing_value'],
    ['- -1', '(neg (neg 1))'],
    ['1 + 2 & 3', '(& (+ 1 2) 3)'],
    ['1 & 2 = 3 & 4', '(= (& 1 2) (& 3 4))'],
    ['not 1 = 2', '(not (= 1 2))'],
    ['not 1 and 2', '(and (not 1) 2)'],
    ['1 = not 2', '(= 1 (not 2))'],
    ['1 or 2 and 3 or 4', '(or 1 (and 2 3) 4)'],
    ['1 and 2 and 3', '(and 1 2 3)'],
    ['1 and (2 and 3)', '(and 1 (and 2 3))'],
    ['(1 and 2) and 3', '(and (and 1 2) 3)'],
    ['1 & 2 & 3', '(& 1 2 3)'],
    ['1 in [2, 3] or [4] has 5', '(or (in 1 [2 3]) (has [4] 5))'],
    ['(1 = 2) = 3', '(= (= 1 2) 3)'],
    ['-{Budget}', '(neg Budget)'],
    ['-(1 + 2)', '(neg (+ 1 2))'],
  ])('%s as %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

describe('values', () => {
  test.each([
    ['1.5e3', '1500'],
    ['2E-2', '0.02'],
    ['1e-999', '0'],
    ['"a\\nb"', 'a\nb'],
    ['TRUE', 'true'],
    ['[]', '[]'],
    ['TODAY()', '(today)'],
    ['if(1, "a")', '(if 1 a)'],
    ['{größe}', 'Größe'],
    ['{Notes {long\\\\wide\\}}', 'Notes {long\\wide}'],
    ['-- a comment\n1 -- and one\n', '1'],
    ['if( -- why\n1, 2)', '(if 1 2)'],
  ])('%s is %s', (text, expected) => {
    expect(read(text)).toBe(expected)
  })
})

describe('spans', () => {
  test('are the places of values, without the parentheses around them', () => {
    const text = '1 + (2 * {Budget})'
    const result = readText(text, fields)
    const spans =
      'ast' in result ? [...result.spans.values()].map(({ from, to }) => text.slice(from, to)) : []
    expect(spans.sort()).toEqual(['1', '1 + (2 * {Budget})', '2', '2 * {Budget}', '{Budget}'])
  })
})

describe('long and deep text', () => {
  test.each([
    ['parentheses', `${'('.repeat(1_999)}1${')'.repeat(1_999)}`],
    ['signs', `${'- '.repeat(1_999)}1`],
    ['negations', `${'not '.repeat(990)}true`],
    ['sums', Array.from({ length: 1_999 }, () => '1').join('+')],
    ['lists', `${'['.repeat(1_999)}1${']'.repeat(1_999)}`],
    ['open brackets', '('.repeat(4_000)],
    ['closing brackets', ')'.repeat(4_000)],
    ['quotes', '"'.repeat(3_999)],
  ])('of %s is read without a fall', (_, text) => {
    expect(readText(text, fields).problems.length).toBeLessThan(3)
  })
})
