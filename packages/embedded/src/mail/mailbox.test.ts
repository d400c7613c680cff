import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMailbox } from './mailer.ts'

const mail = (subject: string, to = 'ada@example.org') => ({ to, subject, text: 'text', html: '<p>html</p>' })

describe('a mailbox', () => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plinth-mailbox-'))
    file = join(folder, 'mailbox.json')
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('keeps mails over a restart, newest first', async () => {
    const first = createMailbox(file)
    await first.send(mail('one'))
    await first.send(mail('two'))
    expect(
      createMailbox(file)
        .list()
        .map(({ subject }) => subject),
    ).toEqual(['two', 'one'])
  })

  it('drops the oldest beyond its capacity', async () => {
    const mailbox = createMailbox(file, 3)
    for (const subject of ['1', '2', '3', '4']) await mailbox.send(mail(subject))
    expect(mailbox.list().map(({ subject }) => subject)).toEqual(['4', '3', '2'])
  })

  it('writes all of many mails sent at once, readable by its owner only', async () => {
    const mailbox = createMailbox(file)
    await Promise.all(Array.from({ length: 20 }, (_, i) => mailbox.send(mail(String(i)))))
    expect(JSON.parse(await readFile(file, 'utf8'))).toHaveLength(20)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('finds mails by address whatever the case', async () => {
    const mailbox = createMailbox(file)
    await mailbox.send(mail('for Ada'))
    await mailbox.send(mail('for Bob', 'bob@example.org'))
    const [found] = mailbox.list('ADA@example.org')
    expect(found?.subject).toBe('for Ada')
  })

  it('starts empty over a damaged file', async () => {
    await writeFile(file, '[{"id": 1}, "x"')
    expect(createMailbox(file).list()).toEqual([])
    await writeFile(file, '[{"id": 1}, null]')
    expect(createMailbox(file).list()).toEqual([])
  })
})
