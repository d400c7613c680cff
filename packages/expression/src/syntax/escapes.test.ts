import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { texts } from '../testing/values.ts'
import { brace, quote, unbrace, unquote } from './escapes.ts'
import { tokensOf } from './tokens.ts'

describe('texts in quotes', () => {
  test('come back as they were, and are one token', () => {
    const law = fc.property(texts, (text) => {
      expect(unquote(quote(text))).toEqual({ text })
      expect(tokensOf(quote(text)).map(({ kind }) => kind)).toEqual(['text'])
    })
    fc.assert(law)
  })

  test('show line ends, tabs, quotes and backslashes as escapes', () => {
    expect(quote('a\n\r\t"\\')).toBe('"a\\n\\r\\t\\"\\\\"')
  })

  test('know no other escapes', () => {
    expect(unquote('"ab\\x"')).toEqual({ wrong: '\\x', at: 3 })
  })
})

describe('names in braces', () => {
  test('come back as they were, and are one token', () => {
    const names = texts.filter((name) => !name.includes('\n'))
    const law = fc.property(names, (name) => {
      expect(unbrace(brace(name))).toBe(name)
      expect(tokensOf(brace(name)).map(({ kind }) => kind)).toEqual(['field'])
    })
    fc.assert(law)
  })
})
