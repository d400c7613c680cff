import { describe, expect, it } from 'vitest'
import { hasManyLines } from './editor.ts'

describe('hasManyLines', () => {
  it('keeps line breaks out of inputs of one line, whatever the type of the field', () => {
    expect(hasManyLines({ type: 'text' }, 'one')).toBe(false)
    expect(hasManyLines({ type: 'text' }, 'one\ntwo')).toBe(true)
    expect(hasManyLines({ type: 'text' }, 'one\rtwo')).toBe(true)
    expect(hasManyLines({ type: 'long_text' }, null)).toBe(true)
    expect(hasManyLines({ type: 'integer' }, 5)).toBe(false)
  })
})
