/** The development mailbox: mails kept in one file under the data folder, newest first. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import type { Mailer, MailMessage } from './mailer.ts'

export interface StoredMail extends MailMessage {
  id: string
  /** ISO 8601. */
  sentAt: string
}

export interface Mailbox extends Mailer {
  /** Newest first; only mails to `to` if given, whatever its case. */
  list(to?: string): readonly StoredMail[]
}

/** Enough to look back over a day of development; older mails fall out. */
const CAPACITY = 200

/** `file` is replaced as a whole at each mail; an unreadable file starts an empty mailbox. */
export function createMailbox(file: string, capacity = CAPACITY): Mailbox {
  let mails: readonly StoredMail[] = readMails(file)
  let writing: Promise<void> = Promise.resolve()

  async function save(): Promise<void> {
    const temporary = `${file}.${process.pid}.tmp`
    await writeFile(temporary, JSON.stringify(mails), { mode: 0o600 })
    await rename(temporary, file)
  }

  return {
    async send(message) {
      const mail = { ...message, id: randomUUID(), sentAt: new Date().toISOString() }
      mails = [mail, ...mails].slice(0, capacity)
      const turn = writing.then(save)
      writing = turn.catch(() => undefined)
      await turn
    },
    list(to) {
      const wanted = to?.toLowerCase()
      return wanted === undefined ? mails : mails.filter((mail) => mail.to.toLowerCase() === wanted)
    },
  }
}

function readMails(file: string): StoredMail[] {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Array.isArray(parsed) ? parsed.filter(isStoredMail) : []
  } catch {
    return []
  }
}

function isStoredMail(value: unknown): value is StoredMail {
  if (typeof value !== 'object' || value === null) return false
  const fields = value as Record<string, unknown>
  return ['id', 'sentAt', 'to', 'subject', 'text', 'html'].every((name) => typeof fields[name] === 'string')
}
