import { describe, expect, it } from 'vitest'
import { safeAddress } from './safe-address.ts'

describe('an address in a text', () => {
  it.each(['https://example.org/a?b#c', 'HTTP://example.org', 'mailto:ada@example.org'])(
    '%s is one',
    (url) => {
      expect(safeAddress(url)).toBe(url)
    },
  )

  it.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//example.org',
    '/b/1',
    'https://',
    'blob:https://example.org/1',
    '',
  ])('%j leads nowhere', (url) => {
    expect(safeAddress(url)).toBeNull()
  })
})
