import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../testing/patience.ts'
import { createMailer, isMailbox } from './mailer.ts'
import { createSmtpMailer } from './smtp.ts'

const mail = (subject: string) => ({
  to: 'ada@example.org',
  subject,
  text: 'the text',
  html: '<p>the html</p>',
})

let server: Server | undefined
afterEach(() => server?.close())

/** Speaks as much SMTP as a client needs; refuses the first `failures` mails for now. */
async function startSmtpServer(failures = 0) {
  const received: string[] = []
  let left = failures
  server = createServer((socket) => {
    socket.write('220 ready\r\n')
    let text = ''
    socket.on('data', (data) => {
      text += data.toString()
      text = readCommands(text, socket)
    })
  })
  function readCommands(text: string, socket: Socket): string {
    for (;;) {
      const end = text.startsWith('\0') ? text.indexOf('\r\n.\r\n') : text.indexOf('\r\n')
      if (end === -1) return text
      const part = text.slice(0, end)
      const rest = text.slice(end + (text.startsWith('\0') ? 5 : 2))
      text = answer(part, socket) + rest
    }
  }
  function answer(part: string, socket: Socket): string {
    if (part.startsWith('\0')) {
      received.push(part.slice(1))
      socket.write('250 taken\r\n')
      return ''
    }
    if (part === 'DATA') {
      socket.write('354 go on\r\n')
      return '\0'
    }
    if (part.startsWith('MAIL FROM') && left > 0) {
      left -= 1
      socket.write('451 later\r\n')
      return ''
    }
    socket.write(part === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n')
    return ''
  }
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  return { received, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe('mail by SMTP', () => {
  it('arrives with sender, receiver, subject and both forms, in order', async () => {
    const { received, url } = await startSmtpServer()
    const mailer = createMailer({
      dataDir: '/nowhere',
      smtpUrl: url,
      from: 'Plinth <p@example.org>',
      log: () => {},
    })
    expect(isMailbox(mailer)).toBe(false)
    await Promise.all([mailer.send(mail('first')), mailer.send(mail('second'))])
    await vi.waitFor(() => expect(received).toHaveLength(2), patienceMs)
    expect(received[0]).toMatch(/^From: Plinth <p@example.org>/m)
    expect(received[0]).toMatch(/^To: ada@example.org/m)
    expect(received[0]).toMatch(/^Subject: first/m)
    expect(received[0]).toContain('the text')
    expect(received[0]).toContain('<p>the html</p>')
    expect(received[1]).toMatch(/^Subject: second/m)
  })

  it('is tried again, and the failure is logged without the mail’s content', async () => {
    const { received, url } = await startSmtpServer(2)
    const lines: string[] = []
    const mailer = createSmtpMailer({
      url,
      from: 'p@example.org',
      log: (line) => lines.push(line),
      retryMs: 5,
    })
    await mailer.send(mail('patience'))
    await vi.waitFor(() => expect(received).toHaveLength(1), patienceMs)
    expect(lines).toHaveLength(2)
    expect(lines.join()).not.toContain('the text')
  })

  it('is given up after three tries, and the next mail still goes out', async () => {
    const { received, url } = await startSmtpServer(3)
    const lines: string[] = []
    const mailer = createSmtpMailer({
      url,
      from: 'p@example.org',
      log: (line) => lines.push(line),
      retryMs: 5,
    })
    await mailer.send(mail('lost'))
    await mailer.send(mail('next'))
    await vi.waitFor(() => expect(received).toHaveLength(1), patienceMs)
    expect(received[0]).toMatch(/^Subject: next/m)
    expect(lines).toHaveLength(3)
  })

  it('that is queued goes out before a stop', async () => {
    const { received, url } = await startSmtpServer()
    const mailer = createSmtpMailer({ url, from: 'p@example.org', log: () => {} })
    for (const subject of ['first', 'second', 'third']) await mailer.send(mail(subject))
    await mailer.stop?.()
    expect(received).toHaveLength(3)
  })

  it('for a server that does not answer is not waited for, and counted in the log', async () => {
    server = createServer(() => undefined)
    await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
    const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
    const lines: string[] = []
    const log = (line: string) => void lines.push(line)
    const mailer = createSmtpMailer({ url, from: 'p@example.org', log, graceMs: 50 })
    await mailer.send(mail('first'))
    await mailer.send(mail('second'))
    await mailer.stop?.()
    expect(lines).toEqual(['mails that the mail server did not take before the stop: 2'])
  })
})
