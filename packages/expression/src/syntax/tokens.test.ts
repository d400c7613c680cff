import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { printExpression } from '../expression.ts'
import { anyExpressions } from '../testing/expressions.ts'
import { sampleFields } from '../testing/sample-fields.ts'
import { parser } from './parser.generated.ts'
import { tokensOf } from './tokens.ts'

/** The parser's own tokens: nodes without children and brackets, in the order of the text. */
function parsedTokens(text: string): readonly string[] {
  const tokens: string[] = []
  parser.parse(text).iterate({
    enter: (node) => {
      if (node.node.firstChild === null && node.name !== 'Comment')
        tokens.push(text.slice(node.from, node.to))
    },
  })
  return tokens
}

describe('tokens', () => {
  test('are the parser’s', () => {
    const law = fc.property(anyExpressions(sampleFields, { depth: 2 }), (ast) => {
      const text = printExpression(ast, sampleFields)
      expect(tokensOf(text).map((token) => token.text)).toEqual(parsedTokens(text))
    })
    fc.assert(law, { numRuns: 300 })
  })

  test('cover all of any text but blanks and comments', () => {
    const law = fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      let end = 0
      for (const token of tokensOf(text)) {
        expect(text.slice(end, token.from)).toMatch(/^(\s|--[^\n]*)*$/)
        expect(text.slice(token.from, token.to)).toBe(token.text)
        end = token.to
      }
      expect(text.slice(end)).toMatch(/^(\s|--[^\n]*)*$/)
    })
    fc.assert(law, { numRuns: 500 })
  })

  test.each([
    ['{a \\} b} + 1.5e-3', 'field operator number'],
    ['"a\\"b" & Name_1(', 'text operator name open'],
    ['a AND not b', 'name word operator word operator name'],
    ['1 -- two\n, 3', 'number comma number'],
    ['"open', 'unclosed text'],
    ['{open', 'unclosed field'],
    ["'a' “b” „c“", 'foreign text foreign text foreign text'],
    ['a == b <> c && d || e !== f', 'name foreign operator '.repeat(5) + 'name'],
    ['a != b <= c >= d', 'name operator name operator name operator name'],
    ['; 😀 §', 'unknown name unknown'],
    ['\u00a0\u2003\ufeff1', 'number'],
  ])('of %s', (text, kinds) => {
    expect(
      tokensOf(text)
        .map(({ kind }) => kind)
        .join(' '),
    ).toBe(kinds)
  })
})

describe('blanks', () => {
  test('are those of JavaScript for the parser, too', () => {
    for (let code = 1; code < 0x1_0000; code++) {
      const blank = String.fromCharCode(code)
      if (!/\s/.test(blank)) continue
      expect(parsedTokens(`1${blank}+${blank}2`)).toEqual(['1', '+', '2'])
    }
  })
})
