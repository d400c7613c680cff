import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { patienceMs } from '../testing/patience.ts'
import { type FileServices, startFileServices } from './testing/file-services.ts'
import { subscribed } from './testing/subscribed.ts'

let services: FileServices
beforeAll(async () => {
  services = await startFileServices({
    limits: {
      channelsPerConnection: 3,
      messagesPerSecond: 20,
      payloadBytes: 1_000,
      frameBytes: 20_000,
      bufferedBytes: 1_000_000,
      slowMs: 300,
      connections: 6,
    },
  })
})
afterAll(() => services.stop())

const open = { private: false, broadcast: { ack: true } }

async function socket(): Promise<WebSocket> {
  const key = services.ctx.keys.publishableKey
  const address = `${services.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
  const opened = new WebSocket(address)
  await new Promise((resolve, reject) => {
    opened.once('open', resolve)
    opened.once('error', reject)
  })
  return opened
}

it('a socket has so many channels and no more', async () => {
  const client = await services.client(randomUUID())
  for (const topic of ['a', 'b', 'c'])
    expect((await subscribed(client, topic, open)).status).toBe('SUBSCRIBED')
  const { error } = await subscribed(client, 'd', open)
  expect(error).toBe('ChannelRateLimitReached: Too many channels')
  await client.realtime.disconnect()
})

it('a payload that is too large is not passed on', async () => {
  const sender = await services.client(randomUUID())
  const reader = await services.client(randomUUID())
  const { channel } = await subscribed(sender, 'sizes', open)
  const { broadcasts } = await subscribed(reader, 'sizes', open)
  const send = (text: string) => channel.send({ type: 'broadcast', event: 'e', payload: { text } })
  expect(await send('x'.repeat(2_000))).toBe('error')
  expect(await send('x'.repeat(500))).toBe('ok')
  await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
  await Promise.all([sender, reader].map((client) => client.realtime.disconnect()))
})

it('a frame that is too large ends the socket', async () => {
  const opened = await socket()
  const closed = new Promise<number>((resolve) => opened.once('close', resolve))
  opened.send(JSON.stringify([null, '1', 'phoenix', 'heartbeat', { text: 'x'.repeat(30_000) }]))
  expect(await closed).toBe(1009)
})

it('whoever sends too much is shut out', async () => {
  const client = await services.client(randomUUID())
  const { channel, statuses, system } = await subscribed(client, 'flood', open)
  for (let n = 0; n < 60; n += 1) void channel.send({ type: 'broadcast', event: 'e', payload: { n } })
  await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED', 'CLOSED']), patienceMs)
  expect(system).toEqual(['Too many messages per second'])
  await client.realtime.disconnect()
})

it('a reader that does not read is dropped, and nobody else', async () => {
  await services.sql.unsafe(
    'create policy read_all on realtime.messages for select to authenticated using (true)',
  )
  await services.realtime.ready()
  const user = randomUUID()
  const healthy = await subscribed(await services.client(user), 'busy')
  const slow = await socket()
  const token = await services.token(user)
  slow.send(
    JSON.stringify([
      '1',
      '1',
      'realtime:busy',
      'phx_join',
      { access_token: token, config: { private: true } },
    ]),
  )
  await new Promise((resolve) => slow.once('message', resolve))
  slow.pause()
  const closed = new Promise((resolve) => slow.once('close', resolve))
  const text = 'x'.repeat(200_000)
  for (let n = 0; n < 60; n += 1) {
    await services.sql`select realtime.send(${services.sql.json({ text })}, 'big', 'busy')`
  }
  await vi.waitFor(() => expect(healthy.broadcasts).toHaveLength(60), patienceMs)
  await new Promise((resolve) => setTimeout(resolve, 500))
  slow.resume()
  await closed
  expect(healthy.statuses).toEqual(['SUBSCRIBED'])
})

it('there are so many sockets and no more', async () => {
  const opened: WebSocket[] = []
  await expect(
    (async () => {
      for (;;) opened.push(await socket())
    })(),
  ).rejects.toThrow('429')
  for (const each of opened) each.close()
})
