import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layOutJson, readJson, writeJson } from './json-text.ts'

const read = (text: string) => {
  const result = readJson(text, 32)
  if (!result.ok) throw new Error(result.error.expected)
  return result.value
}
const fault = (text: string, depth = 32) => {
  const result = readJson(text, depth)
  return result.ok ? null : result.error
}

describe('a document', () => {
  it('reads and writes as the language says', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const node = read(text)
        expect(JSON.parse(writeJson(node))).toEqual(JSON.parse(text))
        expect(JSON.parse(layOutJson(node))).toEqual(JSON.parse(text))
      }),
    )
  })

  it('is one exactly where the language says so', () => {
    const pieces = fc.array(fc.constantFrom(...'{}[]",:01.-+eEtruefalsn\\u /\n'), { maxLength: 12 })
    fc.assert(
      fc.property(pieces, (list) => {
        const text = list.join('')
        const isJson = (() => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        })()
        expect(readJson(text, 32).ok).toBe(isJson)
      }),
      { numRuns: 2_000 },
    )
  })

  it('keeps the digits that a double would lose', () => {
    expect(writeJson(read('[12345678901234567890, 1e400, 0.10]'))).toBe('[12345678901234567890, 1e400, 0.10]')
  })

  it.each([
    ['{"a": 1,\n  "b" 2}', { line: 2, column: 7, expected: ':' }],
    ['[1, 2', { line: 1, column: 6, expected: 'a comma or ]' }],
    ['{a: 1}', { line: 1, column: 2, expected: 'a name in quotes' }],
    ['{"a": 1, "a": 2}', { line: 1, column: 10, expected: 'a name that this object does not have yet' }],
    ['"a', { line: 1, column: 3, expected: 'the closing quote' }],
    ['1 2', { line: 1, column: 3, expected: 'the end' }],
    ['', { line: 1, column: 1, expected: 'a value' }],
  ])('says what is wrong with %j, and where', (text, expected) => {
    expect(fault(text)).toEqual(expected)
  })

  it('goes so deep and no deeper', () => {
    expect(fault('[[1]]', 2)).toBeNull()
    expect(fault('[[[1]]]', 2)).toEqual({ line: 1, column: 3, expected: 'at most 2 levels' })
  })
})
