import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backendOf } from './testing.ts'

let server: Server
let url: string

beforeEach(async () => {
  // Sends the head and the first bytes of a file, and nothing more.
  server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': '1000' })
    response.write('first bytes')
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('a download that is given up in the middle of the file says so', async () => {
  const backend = backendOf({ url, publishableKey: 'sb_publishable_test' })
  const controller = new AbortController()
  server.once('request', () => setTimeout(() => controller.abort(), 100))
  const answer = await backend.files.download('a/b/c', controller.signal)
  expect(answer).toMatchObject({ ok: false, error: { code: 'network', details: { rule: 'aborted' } } })
  await backend.dispose()
})

test('a download whose server goes away in the middle of the file says so', async () => {
  const backend = backendOf({ url, publishableKey: 'sb_publishable_test' })
  server.once('request', (_request, response) => setTimeout(() => response.destroy(), 100))
  const answer = await backend.files.download('a/b/c')
  expect(answer).toMatchObject({ ok: false, error: { code: 'network' } })
  await backend.dispose()
})
