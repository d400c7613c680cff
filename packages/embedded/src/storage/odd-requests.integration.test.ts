import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileServices, startFileServices } from '../realtime/testing/file-services.ts'

const BUCKET = 'attachments'

let services: FileServices
beforeAll(async () => {
  services = await startFileServices()
  await services.sql`insert into storage.buckets (id, name) values (${BUCKET}, ${BUCKET})`
})
afterAll(() => services.stop())

describe('values that cannot be stored', () => {
  it.each([
    ['POST', '/object/list/attachments', '{"prefix": "\\u0000"}'],
    ['DELETE', '/object/attachments', '{"prefixes": ["\\u0000"]}'],
    ['POST', '/bucket', '{"id": "large", "file_size_limit": "99999999999999gb"}'],
    ['GET', '/bucket?limit=-5', null],
    ['GET', '/bucket?offset=1e30', null],
    ['GET', '/bucket/b%00', null],
  ])('%s %s is a fault of the request', async (method, path, body) => {
    services.logged.length = 0
    const headers = { apikey: services.ctx.keys.secretKey }
    const answer = await fetch(`${services.url}/storage/v1${path}`, { method, headers, body })
    expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidRequest'])
    expect(services.logged).toEqual([])
  })

  it('an upload that the client breaks off leaves nothing, and no complaint', async () => {
    services.logged.length = 0
    const { port } = new URL(services.url)
    const socket = connect(Number(port), '127.0.0.1')
    const head = [
      `POST /storage/v1/object/${BUCKET}/broken-off HTTP/1.1`,
      'host: localhost',
      `apikey: ${services.ctx.keys.secretKey}`,
      'content-length: 1000000',
    ]
    socket.write(`${head.join('\r\n')}\r\n\r\n${'x'.repeat(10_000)}`)
    const incoming = () => readdir(join(services.ctx.filesDir, 'incoming')).catch(() => [])
    await expect.poll(incoming, { timeout: 5_000 }).toHaveLength(1)
    socket.destroy()
    await expect.poll(incoming, { timeout: 5_000 }).toEqual([])
    expect(services.logged).toEqual([])
  })
})
