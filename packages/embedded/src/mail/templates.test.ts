import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { composeMail, escapeHtml, type MailKind } from './templates.ts'

const content = { to: 'ada@example.org', link: 'https://x.example/verify?a=1&b=2', code: '042917' }

describe('mails', () => {
  it.each<[MailKind, string]>([
    ['signup', 'Confirm your e-mail address'],
    ['magiclink', 'Your sign-in link'],
    ['recovery', 'Reset your password'],
    ['email_change_new', 'Confirm your new address'],
    ['email_change_current', 'Confirm the change of your address'],
    ['invite', 'You are invited to Plinth'],
  ])('of kind %s hold subject, link and code in both forms', (kind, subject) => {
    const mail = composeMail(kind, content)
    expect(mail).toMatchObject({ to: content.to, subject })
    expect(mail.text.split('\n')).toContain(content.link)
    expect(mail.text).toContain(`code: ${content.code}`)
    expect(mail.html).toContain('href="https://x.example/verify?a=1&amp;b=2"')
    expect(mail.html).toContain(content.code)
  })

  it('with a code only hold no link', () => {
    const mail = composeMail('reauthentication', content)
    expect(mail.text).not.toContain('http')
    expect(mail.html).not.toContain('href')
    expect(mail.text).toContain(content.code)
  })

  it('name the new address to the present one, escaped', () => {
    const mail = composeMail('email_change_current', { ...content, newAddress: `a&b'@example.org` })
    expect(mail.text).toContain(`a&b'@example.org`)
    expect(mail.html).toContain('a&amp;b&#39;@example.org')
  })

  it('let no text become markup', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/)
      }),
    )
  })
})
