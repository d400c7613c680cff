import { createMailbox, type Mailbox } from './mailbox.ts'
import { createSmtpMailer } from './smtp.ts'

export interface MailMessage {
  /** One address. */
  to: string
  subject: string
  text: string
  /** A whole document, made of our own markup and escaped values only. */
  html: string
}

/** Takes a message for delivery; resolves once it is stored or queued, rejects if it cannot be taken. */
export interface Mailer {
  send(message: MailMessage): Promise<void>
  /** Gives what is queued a moment to go out. */
  stop?(): Promise<void>
}

export { createMailbox, type Mailbox, type StoredMail } from './mailbox.ts'

/** Whether the development mailbox page has something to show. */
export const isMailbox = (mailer: Mailer): mailer is Mailbox => 'list' in mailer

export interface MailerOptions {
  /** Folder of the project's data; the mailbox keeps `mailbox.json` there. */
  dataDir: string
  /** `smtp://user:password@host:port`; without it mails go to the mailbox. */
  smtpUrl?: string | undefined
  /** Sender of mails by SMTP, such as `Plinth <no-reply@example.org>`. */
  from?: string | undefined
  log: (line: string) => void
}

/** SMTP if `smtpUrl` (environment: `PLINTH_SMTP_URL`, sender `PLINTH_MAIL_FROM`) is set, else the mailbox. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, log } = options
  if (smtpUrl) return createSmtpMailer({ url: smtpUrl, from: from ?? 'Plinth <no-reply@localhost>', log })
  return createMailbox(`${options.dataDir}/mailbox.json`)
}
