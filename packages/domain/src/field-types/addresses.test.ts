import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limits } from '../limits.ts'
import { isEmail } from './email.ts'
import { isUrl, url } from './url.ts'

describe('e-mail addresses', () => {
  it.each(['a@b.c', 'first.last+tag@mail.example.org', 'ü@ü.de', "o'neil@x.ie"])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })
  it.each([
    'not an email',
    'a@b',
    '@b.c',
    'a@.c',
    'a@b..c',
    'a b@c.d',
    'a@b@c.d',
    '<a@b.c>',
    'a@b.c,',
    `${'a'.repeat(250)}@b.cd`,
  ])('refuses %s', (text) => {
    expect(isEmail(text)).toBe(false)
  })
})

describe('web addresses', () => {
  it.each(['http://a', 'HTTPS://Example.org/Path?q=1#x', 'https://user@host:8080/'])('takes %s', (text) => {
    expect(isUrl(text)).toBe(true)
  })
  it.each([
    'javascript:alert(1)',
    'ftp://a.b',
    'www.example.org',
    'http://',
    'http:///x',
    'http://a b',
    `http://${'a'.repeat(2000)}`,
  ])('refuses %s', (text) => {
    expect(isUrl(text)).toBe(false)
  })
})

const read = (text: string) => url.parseText(text, { options: {} }, { locale: 'en', timeZone: 'UTC' })

describe('a web address that is written', () => {
  it.each([
    'www.example.org',
    'example.org/a',
    'Example.ORG:8080/a?b=c#d',
    'example.org?x=a@b.c',
    'medium.com/@ada',
    'my_site.example.co.uk#top',
    'müller.de',
    'xn--mller-kva.xn--p1ai',
    'пример.рф/страница',
    'उदाहरण.भारत',
  ])('may leave out how it is fetched: %s', (text) => {
    expect(read(` ${text} `)).toEqual({ ok: true, value: `https://${text}` })
  })

  it.each([
    'example',
    'localhost:3000',
    'a.b',
    '3.14',
    '1.2.3',
    'e.g.',
    'and so on...',
    'example.org is ours',
    'ada@example.org',
    'ada:secret@example.org',
    'mailto:ada@example.org',
    'ftp://example.org',
    'javascript:alert(1)',
    'javascript.example:alert(1)',
    '//example.org',
    '/example.org',
    '.example.org',
    'example..org',
    '-a.example.org',
    'example.org:',
    `example.org/${'a'.repeat(limits.urlLength)}`,
  ])('is not %s', (text) => {
    expect(read(text)).toMatchObject({ ok: false, error: { code: 'url_invalid' } })
  })

  it('is read the same with and without https://, and kept as it is where that is there', () => {
    const address = fc.webUrl({ validSchemes: ['https'], withFragments: true, withQueryParameters: true })
    fc.assert(
      fc.property(address, (text) => {
        expect(read(text)).toEqual({ ok: true, value: text })
        expect(read(text.slice('https://'.length))).toEqual({ ok: true, value: text })
      }),
    )
  })

  it('is never an e-mail address', () => {
    // `a.bc/d@example.org` may be either, and is a path far more often.
    const address = fc.emailAddress().filter((text) => !/[/?#]/.test(text))
    fc.assert(
      fc.property(address, (text) => {
        expect(read(text).ok).toBe(false)
      }),
    )
  })

  it('is decided at once, however long', () => {
    for (const text of [`${'a'.repeat(100_000)}!`, `${'a.'.repeat(50_000)}!`, `${'a-'.repeat(50_000)}.`]) {
      const since = performance.now()
      expect(read(text).ok).toBe(false)
      expect(performance.now() - since).toBeLessThan(500)
    }
  })
})
