import { describe, expect, it } from 'vitest'
import { isAllowedHost } from './host-check.ts'

describe('isAllowedHost', () => {
  it.each([
    ['127.0.0.1:8000', '127.0.0.1', true],
    ['localhost:8000', '127.0.0.1', true],
    ['[::1]:8000', '::1', true],
    ['127.0.0.2:8000', '127.0.0.2', true],
    ['127.0.0.2.evil.example', '127.0.0.2', false],
    ['evil.example:8000', '127.0.0.1', false],
    ['localhost.evil.example', '127.0.0.1', false],
    ['127.0.0.1.evil.example:8000', '127.0.0.1', false],
    [undefined, '127.0.0.1', false],
    ['evil.example', '0.0.0.0', true],
  ])('Host %s at %s', (host, listensOn, isAllowed) => {
    expect(isAllowedHost(host === undefined ? {} : { host }, listensOn)).toBe(isAllowed)
  })

  it('lets a proxy pass on the name of its site only', () => {
    const site = 'https://plinth.example'
    expect(isAllowedHost({ host: 'plinth.example' }, '127.0.0.1', site)).toBe(true)
    expect(isAllowedHost({ host: 'other.example' }, '127.0.0.1', site)).toBe(false)
  })
})
