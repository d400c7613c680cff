/** The mails of the product, as text and as HTML that old mail readers show too (tables, inline styles). */
import type { MailMessage } from './mailer.ts'

export type MailKind =
  | 'signup'
  | 'magiclink'
  | 'recovery'
  | 'invite'
  | 'email_change_new'
  | 'email_change_current'
  | 'reauthentication'

interface Wording {
  subject: string
  lead: string
  /** Label of the link; null for mails with a code only. */
  action: string | null
  codeLead: string
  footer: string
}

const IGNORE = 'If you did not ask for this, you can ignore this message.'
const CODE_LEAD = 'Or enter this code:'

const WORDINGS: Record<MailKind, Wording> = {
  signup: {
    subject: 'Confirm your e-mail address',
    lead: 'Welcome to Plinth. Confirm that this address is yours to finish signing up.',
    action: 'Confirm address',
    codeLead: CODE_LEAD,
    footer: IGNORE,
  },
  magiclink: {
    subject: 'Your sign-in link',
    lead: 'Use this link to sign in to Plinth. It works once.',
    action: 'Sign in',
    codeLead: CODE_LEAD,
    footer: IGNORE,
  },
  recovery: {
    subject: 'Reset your password',
    lead: 'Use this link to choose a new password for Plinth.',
    action: 'Choose a new password',
    codeLead: CODE_LEAD,
    footer: `${IGNORE} Your password stays as it is.`,
  },
  invite: {
    subject: 'You are invited to Plinth',
    lead: 'Someone invited you to work with them in Plinth. Accept to set up your account.',
    action: 'Accept the invitation',
    codeLead: CODE_LEAD,
    footer: 'If you do not expect this, you can ignore this message.',
  },
  email_change_new: {
    subject: 'Confirm your new address',
    lead: 'Confirm that this is your new address for Plinth.',
    action: 'Confirm new address',
    codeLead: CODE_LEAD,
    footer: IGNORE,
  },
  email_change_current: {
    subject: 'Confirm the change of your address',
    lead: 'Your account in Plinth is about to move to another address. Confirm that you want this.',
    action: 'Confirm the change',
    codeLead: CODE_LEAD,
    footer: 'If you did not ask for this, do not confirm, and change your password.',
  },
  reauthentication: {
    subject: 'Your confirmation code',
    lead: 'Plinth asks you to confirm that it is you.',
    action: null,
    codeLead: 'Enter this code:',
    footer: IGNORE,
  },
}

export interface MailContent {
  to: string
  link: string
  /** Six digits. */
  code: string
  /** The address an account moves to, shown in the mail to its present one. */
  newAddress?: string
}

/** The mail of `kind`. All values are escaped in the HTML. */
export function composeMail(kind: MailKind, content: MailContent): MailMessage {
  const wording = WORDINGS[kind]
  const lead = content.newAddress ? `${wording.lead} New address: ${content.newAddress}` : wording.lead
  const shown = { ...wording, lead }
  return {
    to: content.to,
    subject: wording.subject,
    text: asText(shown, content),
    html: asHtml(shown, content),
  }
}

const LIFETIME = 'Link and code are valid for one hour.'
const CODE_LIFETIME = 'The code is valid for one hour.'

const lifetimeOf = (wording: Wording) => (wording.action === null ? CODE_LIFETIME : LIFETIME)

function asText(wording: Wording, content: MailContent): string {
  const link = wording.action === null ? [] : [`${wording.action}:`, content.link, '']
  const lines = [wording.subject, '', wording.lead, '', ...link, `${wording.codeLead} ${content.code}`, '']
  return [...lines, `${lifetimeOf(wording)} ${wording.footer}`, ''].join('\n')
}

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  }
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}

const SANS = `font-family: Inter, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif`

function asHtml(wording: Wording, content: MailContent): string {
  const button =
    wording.action === null
      ? ''
      : `<p style="margin: 0 0 24px"><a href="${escapeHtml(content.link)}" target="_blank" rel="noopener" class="action" style="display: inline-block; padding: 12px 20px; border-radius: 6px; background: #0f766e; color: #ffffff; font-size: 15px; font-weight: 600; line-height: 20px; text-decoration: none">${escapeHtml(wording.action)}</a></p>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(wording.subject)}</title>
<style>
  @media (prefers-color-scheme: dark) {
    .page { background: #141210 !important; }
    .card { background: #1c1917 !important; border-color: #3a3530 !important; }
    .ink { color: #f5f2ee !important; }
    .quiet { color: #a8a29a !important; }
    .code { background: #292522 !important; color: #f5f2ee !important; }
    .action { background: #2dd4bf !important; color: #141210 !important; }
  }
</style>
</head>
<body class="page" style="margin: 0; padding: 0; background: #fbfaf8">
<table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" style="background: #fbfaf8">
<tr><td align="center" style="padding: 40px 16px">
<table role="presentation" class="card" width="100%" cellspacing="0" cellpadding="0" style="max-width: 480px; background: #ffffff; border: 1px solid #e7e3dd; border-radius: 10px">
<tr><td style="padding: 32px; ${SANS}">
<p class="quiet" style="margin: 0 0 24px; color: #6f6a63; font-size: 13px; font-weight: 600; line-height: 20px">Plinth</p>
<h1 class="ink" style="margin: 0 0 12px; color: #1c1917; font-size: 20px; font-weight: 600; line-height: 28px">${escapeHtml(wording.subject)}</h1>
<p class="ink" style="margin: 0 0 24px; color: #1c1917; font-size: 15px; line-height: 24px; overflow-wrap: anywhere">${escapeHtml(wording.lead)}</p>
${button}
<p class="quiet" style="margin: 0 0 8px; color: #6f6a63; font-size: 13px; line-height: 20px">${escapeHtml(wording.codeLead)}</p>
<p class="code" style="display: inline-block; margin: 0 0 24px; padding: 8px 16px; border-radius: 6px; background: #f3f0eb; color: #1c1917; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 20px; font-weight: 600; letter-spacing: 4px; line-height: 28px">${escapeHtml(content.code)}</p>
<p class="quiet" style="margin: 0; color: #6f6a63; font-size: 13px; line-height: 20px">${escapeHtml(`${lifetimeOf(wording)} ${wording.footer}`)}</p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`
}
