import { createTransport } from 'nodemailer'
import type { Mailer, MailMessage } from './mailer.ts'

const TRIES = 3
const RETRY_MS = 5_000
/** More waiting mails than this means that the server is away: refuse rather than grow. */
const QUEUE_MAX = 1_000

export interface SmtpOptions {
  /** `smtp://user:password@host:port`. */
  url: string
  /** Sender. */
  from: string
  log: (line: string) => void
  /** Pause before a mail is tried again. */
  retryMs?: number
}

/**
 * Queues mails and sends them one after the other, so that a request answers in the same time whether
 * or not it sent a mail: a slow server must not tell which addresses have an account.
 */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { retryMs = RETRY_MS } = options
  const transport = createTransport(options.url)
  const waiting: MailMessage[] = []
  let isSending = false

  async function deliver(message: MailMessage): Promise<void> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        await transport.sendMail({ from: options.from, ...message })
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        options.log(`mail "${message.subject}" not sent (try ${attempt} of ${TRIES}): ${reason}`)
        if (attempt < TRIES) await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
  }

  async function drain(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let next = waiting.shift(); next; next = waiting.shift()) await deliver(next)
    isSending = false
  }

  return {
    async send(message) {
      if (waiting.length >= QUEUE_MAX) throw new Error('the mail queue is full')
      waiting.push(message)
      void drain()
    },
  }
}
