import { describe, expect, it } from 'vitest'
import { isEmail } from './email.ts'
import { isUrl } from './url.ts'

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
