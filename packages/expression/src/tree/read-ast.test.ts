import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Ast } from './ast.ts'
import { readAst } from './read-ast.ts'

const number = { number: 1 }
const nested = (depth: number): Ast => (depth === 1 ? number : { call: 'neg', args: [nested(depth - 1)] })
const many = (count: number) => Array.from({ length: count }, () => number)

const codeOf = (json: unknown): string => {
  const read = readAst(json)
  return read.ok ? 'ok' : `${read.error.code} ${read.error.path}`.trim()
}

describe('a tree from outside', () => {
  test.each([
    [{ text: 'a' }],
    [{ text: '' }],
    [{ number: 0 }],
    [{ number: 1.5 }],
    [{ boolean: false }],
    [{ empty: true }],
    [{ field: 'f' }],
    [{ field: 'f', option: 'o' }],
    [{ list: [] }],
    [{ list: [{ number: 1 }] }],
    [{ call: 'if', args: [{ boolean: true }, { text: 'a' }] }],
  ])('%j is one', (json) => {
    expect(readAst(json)).toEqual({ ok: true, value: json })
  })

  test.each([
    [null, 'tree_invalid'],
    [1, 'tree_invalid'],
    ['a', 'tree_invalid'],
    [[], 'tree_invalid'],
    [{}, 'tree_invalid'],
    [{ text: 1 }, 'tree_invalid text'],
    [{ text: 'a', extra: 1 }, 'tree_invalid'],
    [{ number: -1 }, 'tree_invalid number'],
    [{ number: '1' }, 'tree_invalid number'],
    [{ number: Number.POSITIVE_INFINITY }, 'tree_invalid number'],
    [{ boolean: 1 }, 'tree_invalid boolean'],
    [{ empty: false }, 'tree_invalid empty'],
    [{ option: 'a' }, 'tree_invalid'],
    [{ field: 1 }, 'tree_invalid field'],
    [{ field: 'f', option: 1 }, 'tree_invalid option'],
    [{ list: {} }, 'tree_invalid list'],
    [{ list: [{ text: 'a' }, null] }, 'tree_invalid list[1]'],
    [{ call: 'if' }, 'tree_invalid'],
    [{ call: 1, args: [] }, 'tree_invalid call'],
    [{ call: 'if', args: {} }, 'tree_invalid args'],
    [{ call: 'a', args: [{ list: [{ number: -1 }] }] }, 'tree_invalid args[0].list[0].number'],
    [{ constructor: 'a' }, 'tree_invalid'],
    [JSON.parse('{"__proto__": "a"}'), 'tree_invalid'],
  ])('%j is none', (json, expected) => {
    expect(codeOf(json)).toBe(expected)
  })

  test('names the place and what must be there', () => {
    const read = readAst({ list: [{ empty: false }] })
    expect(!read.ok && read.error.message).toBe('At list[0].empty there must be true.')
  })

  test('has no negative zero', () => {
    const read = readAst({ number: -0 })
    expect(read.ok && 'number' in read.value && Object.is(read.value.number, 0)).toBe(true)
  })

  test('whatever it is, has an answer', () => {
    const law = fc.property(fc.anything({ withNullPrototype: true, withBigInt: true }), (json) => {
      expect(typeof readAst(json).ok).toBe('boolean')
    })
    fc.assert(law, { numRuns: 500 })
  })
})

describe('limits', () => {
  test.each([
    ['a depth of 32', nested(32), 'ok'],
    ['a depth of 33', nested(33), 'too_deep'],
    ['a depth of 5,000', nested(5_000), 'too_deep'],
    ['a list of 100', { list: many(100) }, 'ok'],
    ['a list of 101', { list: many(101) }, 'too_many_items'],
    ['a call with 101 values', { call: 'concat', args: many(101) }, 'too_many_items'],
    [
      '300 nodes',
      { call: 'concat', args: [{ list: many(100) }, { list: many(100) }, { list: many(96) }] },
      'ok',
    ],
    [
      '301 nodes',
      { call: 'concat', args: [{ list: many(100) }, { list: many(100) }, { list: many(97) }] },
      'too_many_nodes',
    ],
    ['a text of 2,000 characters', { text: '😀'.repeat(2_000) }, 'ok'],
    ['a text of 2,001 characters', { text: 'a'.repeat(2_001) }, 'text_too_long'],
    ['a text with U+0000', { text: 'a\0' }, 'text_not_storable'],
    ['a text with half of a pair', { text: '\ud83d' }, 'text_not_storable'],
  ])('%s', (_, json, expected) => {
    expect(codeOf(json)).toBe(expected)
  })
})
