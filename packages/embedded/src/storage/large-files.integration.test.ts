import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FileServices, startFileServices } from '../realtime/testing/file-services.ts'

const CHUNK = randomBytes(64 * 1024)
const CHUNKS = 4_096
const TOTAL = CHUNK.length * CHUNKS

let services: FileServices
beforeAll(async () => {
  services = await startFileServices({ maxFileBytes: TOTAL })
  await services.sql`insert into storage.buckets (id, name) values ('large', 'large')`
})
afterAll(() => services.stop())

function source(chunks: number): ReadableStream<Uint8Array> {
  let sent = 0
  return new ReadableStream(
    {
      pull(controller) {
        if (sent === chunks) controller.close()
        else controller.enqueue(CHUNK)
        sent += 1
      },
    },
    { highWaterMark: 1 },
  )
}

it('a quarter of a gigabyte streams in and out with little memory', async () => {
  const client = await services.client('service')
  let peak = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss - before)
  }, 20)
  const { error } = await client.storage.from('large').upload('file', source(CHUNKS))
  expect(error).toBeNull()
  const answer = await fetch(`${services.url}/storage/v1/object/large/file`, {
    headers: { apikey: services.ctx.keys.secretKey },
  })
  const hash = createHash('md5')
  let size = 0
  for await (const chunk of answer.body ?? []) {
    hash.update(chunk)
    size += chunk.length
  }
  clearInterval(watch)
  expect(size).toBe(TOTAL)
  expect(answer.headers.get('etag')).toBe(`"${hash.digest('hex')}"`)
  // Client and server share this process; holding the file would take all of its 256 MB.
  expect(peak).toBeLessThan(TOTAL / 2)
})

it('one byte past the limit is refused, although no length was announced', async () => {
  const client = await services.client('service')
  const name = randomUUID()
  const { error } = await client.storage.from('large').upload(name, source(CHUNKS + 1))
  expect(error).toMatchObject({ statusCode: '413' })
  expect((await client.storage.from('large').exists(name)).data).toBe(false)
})

it('an upload that breaks off leaves nothing', async () => {
  const client = await services.client('service')
  const name = randomUUID()
  let sent = 0
  const breaking = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1
      if (sent > 20) controller.error(new Error('the network went away'))
      else controller.enqueue(CHUNK)
    },
  })
  const { error } = await client.storage.from('large').upload(name, breaking)
  expect(error).not.toBeNull()
  const rows = await services.sql`select from storage.objects where name = ${name}`
  expect(rows).toHaveLength(0)
})
