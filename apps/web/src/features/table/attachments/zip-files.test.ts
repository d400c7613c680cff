import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Attachment, appError, err, ok } from '@plinth/domain'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { zipFiles } from './zip-files.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => response.end(`content of ${request.url}`))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const file = (name: string) => ({ name, key: name }) as Attachment
const backend = {
  files: {
    signedUrl: async (key: string) =>
      key === 'gone' ? err(appError('file_missing')) : ok(`${url}/${encodeURIComponent(key)}`),
  },
} as never

function sinkOf() {
  const chunks: Uint8Array[] = []
  let isAborted = false
  const sink = new WritableStream<Uint8Array>({
    write: (chunk) => void chunks.push(chunk),
    abort: () => void (isAborted = true),
  })
  return { sink, text: () => Buffer.concat(chunks).toString('latin1'), isAborted: () => isAborted }
}

it('holds each file under a name of its own', async () => {
  const { sink, text } = sinkOf()
  const told: number[] = []
  const answer = await zipFiles({
    backend,
    files: [file('a.txt'), file('a.txt')],
    sink,
    signal: new AbortController().signal,
    onProgress: (count) => told.push(count),
  })
  expect(answer).toEqual(ok(2))
  expect(told).toEqual([0, 1])
  expect(text().startsWith('PK')).toBe(true)
  for (const part of ['a.txt', 'a (2).txt', 'content of /a.txt']) expect(text()).toContain(part)
})

it('says what is missing, and leaves nothing behind', async () => {
  const { sink, isAborted } = sinkOf()
  const { signal } = new AbortController()
  const answer = await zipFiles({
    backend,
    files: [file('a'), file('gone')],
    sink,
    signal,
    onProgress: () => {},
  })
  expect(answer).toMatchObject({ error: { code: 'file_missing' } })
  expect(isAborted()).toBe(true)
})

it('ends when it is cancelled', async () => {
  const { sink, isAborted } = sinkOf()
  const controller = new AbortController()
  async function* endless() {
    for (let n = 0; ; n += 1) {
      if (n === 20) controller.abort()
      yield file(`${n}`)
    }
  }
  const { signal } = controller
  const answer = await zipFiles({ backend, files: endless(), sink, signal, onProgress: () => {} })
  expect(answer).toMatchObject({ error: { details: { rule: 'aborted' } } })
  expect(isAborted()).toBe(true)
})
