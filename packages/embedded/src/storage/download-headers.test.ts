import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentHeaders, isNotModified, isRangeCurrent, parseRange } from './download-headers.ts'

const metadata = (mimetype: string) => ({
  mimetype,
  eTag: '"x"',
  size: 1,
  cacheControl: 'no-cache',
  lastModified: '2026-01-01T00:00:00.000Z',
  contentLength: 1,
  httpStatusCode: 200,
})

describe('a range', () => {
  it('always lies within the file', () => {
    const bound = fc.option(fc.nat(50), { nil: '' as const })
    fc.assert(
      fc.property(bound, bound, fc.nat(40), (first, last, size) => {
        const range = parseRange(`bytes=${first}-${last}`, size)
        fc.pre(range !== null && range !== 'unsatisfiable')
        expect(range.start).toBeGreaterThanOrEqual(0)
        expect(range.end).toBeGreaterThanOrEqual(range.start)
        expect(range.end).toBeLessThan(size)
      }),
    )
  })

  it('of no sense is passed over, one outside the file is not', () => {
    for (const header of [
      undefined,
      '',
      'bytes',
      'bytes=',
      'bytes=-',
      'bytes=4-2',
      'bytes=0-1,3-4',
      'lines=1-2',
    ]) {
      expect(parseRange(header, 10)).toBeNull()
    }
    for (const header of ['bytes=10-', 'bytes=10-20', 'bytes=-0']) {
      expect(parseRange(header, 10)).toBe('unsatisfiable')
    }
  })
})

describe('validators', () => {
  const modified = new Date('2026-01-01T00:00:00.500Z')
  const check = (headers: Record<string, string>) => isNotModified(new Headers(headers), '"a"', modified)

  it('know an unchanged file by its tag, and by its time without one', () => {
    expect(check({ 'if-none-match': '"b", W/"a"' })).toBe(true)
    expect(check({ 'if-none-match': '*' })).toBe(true)
    expect(check({ 'if-none-match': '"b"', 'if-modified-since': modified.toUTCString() })).toBe(false)
    expect(check({ 'if-modified-since': modified.toUTCString() })).toBe(true)
    expect(check({ 'if-modified-since': 'Wed, 31 Dec 2025 23:59:59 GMT' })).toBe(false)
    expect(check({})).toBe(false)
  })

  it('let a range of the same version only', () => {
    const current = (value: string) => isRangeCurrent(new Headers({ 'if-range': value }), '"a"', modified)
    expect([current('"a"'), current('"b"'), current(modified.toUTCString())]).toEqual([true, false, true])
  })
})

describe('headers of content', () => {
  it('let only inert types be shown', () => {
    for (const type of ['image/png', 'video/mp4', 'application/pdf', 'text/plain;charset=utf-8']) {
      expect(contentHeaders(metadata(type), null)['content-disposition']).toBeUndefined()
    }
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,9}\/[a-z+.-]{1,12}$/), (type) => {
        const headers = contentHeaders(metadata(type), null)
        expect(headers['x-content-type-options']).toBe('nosniff')
        expect(headers['content-security-policy']).toContain("default-src 'none'")
        expect(
          /html|xml|script|css/.test(headers['content-type'] ?? '') && !headers['content-disposition'],
        ).toBe(false)
      }),
    )
  })

  it('carry any name without breaking the header', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (name) => {
        const value = contentHeaders(metadata('image/png'), { name })['content-disposition'] ?? ''
        expect(value).toMatch(/^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[\w.~!$&+^`|%-]*$/)
        expect(decodeURIComponent(value.split("UTF-8''")[1] ?? '')).toBe(name)
      }),
    )
  })
})
