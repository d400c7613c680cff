import { setTimeout as delay } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Mailer, MailMessage } from './mailer.ts'

const TRIES = 3
const RETRY_MS = 5_000
/** More waiting mails than this means that the server is away: refuse rather than grow. */
const QUEUE_MAX = 1_000
/** Of a server that hangs: the mails behind it wait as long. The library's own go up to ten minutes. */
const TIMEOUTS = { connectionTimeout: 15_000, greetingTimeout: 15_000, socketTimeout: 60_000 }
/** What is queued gets so long to go out at a stop. */
const GRACE_MS = 5_000

export interface SmtpOptions {
  /** `smtp://user:password@host:port`. */
  url: string
  /** Sender. */
  from: string
  log: (line: string) => void
  /** Pause before a mail is tried again. */
  retryMs?: number
  graceMs?: number
}

/**
 * Queues mails and sends them one after the other, so that a request answers in the same time whether
 * or not it sent a mail: a slow server must not tell which addresses have an account.
 */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  const { retryMs = RETRY_MS, graceMs = GRACE_MS } = options
  const transport = createTransport({ url: options.url, ...TIMEOUTS })
  const waiting: MailMessage[] = []
  let draining: Promise<void> | undefined
  let unsent = 0

  async function deliver(message: MailMessage): Promise<void> {
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      try {
        await transport.sendMail({ from: options.from, ...message })
        return
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        options.log(`mail "${message.subject}" not sent (try ${attempt} of ${TRIES}): ${reason}`)
        if (attempt < TRIES) await delay(retryMs, undefined, { ref: false })
      }
    }
  }

  async function drain(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      await deliver(next)
      unsent -= 1
    }
    draining = undefined
  }

  return {
    async send(message) {
      if (waiting.length >= QUEUE_MAX) throw new Error('the mail queue is full')
      waiting.push(message)
      unsent += 1
      draining ??= drain()
    },
    async stop() {
      const grace = new AbortController()
      const over = delay(graceMs, undefined, { signal: grace.signal }).catch(() => undefined)
      await Promise.race([draining, over])
      grace.abort()
      transport.close()
      if (unsent > 0) options.log(`mails that the mail server did not take before the stop: ${unsent}`)
    },
  }
}
