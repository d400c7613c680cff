import { type JsonNode, readJson, writeJson } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addAt,
  asKind,
  changeAt,
  childrenOf,
  inOrderOf,
  nameProblem,
  numberOf,
  removeAt,
  renameAt,
} from './edit-json.ts'

const read = (text: string): JsonNode => {
  const result = readJson(text, 32)
  if (!result.ok) throw new Error(result.error.expected)
  return result.value
}
const document = read('{"a": [1, {"b": true}], "c": "x"}')

describe('a document', () => {
  it('is changed at one place, and stays what it is everywhere else', () => {
    const changed = changeAt(document, [0, 1, 0], () => ({ kind: 'text', value: 'new' }))
    expect(writeJson(changed)).toBe('{"a": [1, {"b": "new"}], "c": "x"}')
    expect(writeJson(document)).toBe('{"a": [1, {"b": true}], "c": "x"}')
  })

  it('loses what is removed; without its outermost value it is null', () => {
    expect(writeJson(removeAt(document, [0, 0]))).toBe('{"a": [{"b": true}], "c": "x"}')
    expect(writeJson(removeAt(document, [1]))).toBe('{"a": [1, {"b": true}]}')
    expect(writeJson(removeAt(document, []))).toBe('null')
  })

  it('has each name once in an object', () => {
    expect(writeJson(renameAt(document, [1], 'd'))).toBe('{"a": [1, {"b": true}], "d": "x"}')
    expect(writeJson(renameAt(document, [1], 'a'))).toBe(writeJson(document))
    expect(writeJson(addAt(addAt(read('{}'), []), []))).toBe('{"name": "", "name 2": ""}')
  })

  it('says of a name that another entry of the same object has it', () => {
    expect(nameProblem(document, [1], 'a')).toBe('“a” stands here already.')
    expect(nameProblem(document, [1], 'c')).toBeNull()
    expect(nameProblem(document, [0, 1, 0], 'a')).toBeNull()
    const nested = read('{"a": [{"b": 1, "c": 2}]}')
    expect(nameProblem(nested, [0, 0, 1], 'b')).toBe('“b” stands here already.')
  })

  it('grows at the end of a list', () => {
    expect(writeJson(addAt(document, [0]))).toBe('{"a": [1, {"b": true}, ""], "c": "x"}')
  })

  it.each([
    ['"12"', 'number', '12'],
    ['"x"', 'number', '0'],
    ['1.50', 'text', '"1.50"'],
    ['"true"', 'boolean', 'true'],
    ['{"a": 1}', 'array', '[1]'],
    ['[1, 2]', 'object', '{"1": 1, "2": 2}'],
    ['5', 'object', '{}'],
    ['5', 'null', 'null'],
  ] as const)('%s as %s is %s', (text, kind, expected) => {
    expect(writeJson(asKind(read(text), kind))).toBe(expected)
  })

  it('names what is in it', () => {
    expect(childrenOf(document).map(([name]) => name)).toEqual(['a', 'c'])
    expect(childrenOf(read('[7, 8]')).map(([name]) => name)).toEqual(['1', '2'])
    expect(childrenOf(read('7'))).toEqual([])
  })

  it('takes numbers with all their digits, and nothing else for one', () => {
    expect(numberOf(' 12345678901234567890 ')).toEqual({ kind: 'number', text: '12345678901234567890' })
    expect(numberOf('1,5')).toBeNull()
  })
})

describe('a document that comes back in another order', () => {
  it('stands as it stood, with what is new behind that', () => {
    const stood = read('{"size": 1, "tags": [{"b": 1, "a": 2}], "name": ""}')
    const stored = read('{"at": 0, "name": "x", "size": 1, "tags": [{"a": 2, "b": 1}, {"d": 1, "c": 1}]}')
    expect(writeJson(inOrderOf(stood, stored))).toBe(
      '{"size": 1, "tags": [{"b": 1, "a": 2}, {"d": 1, "c": 1}], "name": "x", "at": 0}',
    )
  })

  it('is the one that came, whatever stood there', () => {
    const entry = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer())
    const json = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom(1, 'x', null),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), tie('node')),
        fc.array(entry).map((entries) => Object.fromEntries(entries)),
      ),
    })).node
    fc.assert(
      fc.property(json, json, (stood, came) => {
        const shown = inOrderOf(read(JSON.stringify(stood)), read(JSON.stringify(came)))
        expect(JSON.parse(writeJson(shown))).toEqual(came)
      }),
    )
  })
})
