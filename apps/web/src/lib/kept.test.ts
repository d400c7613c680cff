import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { safeNext } from './kept.ts'

describe('safeNext', () => {
  it('keeps addresses of the app with their search and fragment', () => {
    expect(safeNext('/b/1/t/2?sort=a:asc#x')).toBe('/b/1/t/2?sort=a:asc#x')
  })

  it.each([null, '', 'https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'sends %j home',
    (next) => {
      expect(safeNext(next)).toBe('/')
    },
  )

  it('never leaves the origin, whatever is asked', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        for (const next of [text, `/${text}`, `//${text}`]) {
          expect(new URL(safeNext(next), 'https://plinth.example').origin).toBe('https://plinth.example')
        }
      }),
    )
  })
})
