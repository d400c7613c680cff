import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { patienceMs } from '../testing/patience.ts'
import { type FileServices, startFileServices } from './testing/file-services.ts'
import { subscribed } from './testing/subscribed.ts'

const MEMBER = randomUUID()
const STRANGER = randomUUID()

let services: FileServices
beforeAll(async () => {
  services = await startFileServices()
  await services.admin.unsafe(`create table public.room_member (topic text, user_id uuid)`)
  await services.admin.unsafe(`grant select on public.room_member to authenticated`)
  // Members read every room; only rooms called "open" may be written, but all may be present.
  await services.sql.unsafe(`
    create policy room_read on realtime.messages for select to authenticated using (
      exists (select from public.room_member m
        where m.topic = (select realtime.topic()) and m.user_id = (select auth.uid())));
    create policy room_write on realtime.messages for insert to authenticated with check (
      extension = 'presence' or (select realtime.topic()) like 'open%');
    create policy broken on realtime.messages for select to authenticated using (
      (select realtime.topic()) = 'broken' and 1 / (case when id is null then 1 else 0 end) = 1)`)
})
afterAll(() => services.stop())

async function room(name = `room-${randomUUID()}`): Promise<string> {
  await services.admin`insert into public.room_member values (${name}, ${MEMBER})`
  return name
}

describe('joining a private topic', () => {
  it('is granted to whom the policies let read it', async () => {
    const { status } = await subscribed(await services.client(MEMBER), await room())
    expect(status).toBe('SUBSCRIBED')
  })

  it('is refused to a stranger, in the provider’s words', async () => {
    const topic = await room()
    const { status, error } = await subscribed(await services.client(STRANGER), topic)
    expect(status).toBe('CHANNEL_ERROR')
    expect(error).toBe(`Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`)
  })

  it('is refused without a user', async () => {
    expect((await subscribed(await services.client('nobody'), await room())).status).toBe('CHANNEL_ERROR')
  })

  it('is refused when a policy raises', async () => {
    expect((await subscribed(await services.client(MEMBER), 'broken')).status).toBe('CHANNEL_ERROR')
  })

  it('leaves no trace of the probes in the database', async () => {
    const before = await services.admin`select count(*)::int as n from realtime.messages`
    await subscribed(await services.client(MEMBER), await room())
    expect(await services.admin`select count(*)::int as n from realtime.messages`).toEqual(before)
  })

  it('is refused with a forged or expired token', async () => {
    const topic = await room()
    const client = await services.client('nobody')
    await client.realtime.setAuth(await services.token(MEMBER, { seconds: -60 }))
    expect((await subscribed(client, topic)).error).toMatch(/^InvalidJWTToken: /)
    const forger = await services.client('nobody')
    const [header, payload] = (await services.token(MEMBER)).split('.')
    await forger.realtime.setAuth(`${header}.${payload}.${'A'.repeat(86)}`)
    expect((await subscribed(forger, topic)).status).toBe('CHANNEL_ERROR')
  })
})

describe('a socket', () => {
  it('is refused without a valid key or in an unknown version', async () => {
    const open = (query: string) =>
      new Promise<number>((resolve) => {
        const socket = new WebSocket(`${services.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
        socket.on('unexpected-response', (_, answer) => resolve(answer.statusCode ?? 0))
        socket.on('open', () => resolve(101))
        socket.on('error', () => undefined)
      })
    const key = services.ctx.keys.publishableKey
    expect(await open('vsn=2.0.0')).toBe(403)
    expect(await open('apikey=sb_publishable_wrong&vsn=2.0.0')).toBe(403)
    expect(await open(`apikey=${key}&vsn=3.0.0`)).toBe(400)
    expect(await open(`apikey=${key}&vsn=2.0.0`)).toBe(101)
  })

  it('survives frames of nonsense', async () => {
    const key = services.ctx.keys.publishableKey
    const address = `${services.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=2.0.0`
    const socket = new WebSocket(address)
    await new Promise((resolve) => socket.once('open', resolve))
    for (const frame of ['', '{}', '[]', '[1,2,3,4,5]', 'null', '["1","1","realtime:x","phx_join",7]']) {
      socket.send(frame)
    }
    for (const frame of [[], [3], [3, 255, 255, 255, 255, 255, 1], [9, 9], [3, 0, 0, 0, 0, 0, 1, 0x7b]]) {
      socket.send(Buffer.from(frame))
    }
    const answer = new Promise<string>((resolve) => {
      socket.on('message', (data) => {
        if (String(data).includes('"beat"')) resolve(String(data))
      })
    })
    socket.send(JSON.stringify([null, 'beat', 'phoenix', 'heartbeat', {}]))
    expect(JSON.parse(await answer)).toEqual([
      null,
      'beat',
      'phoenix',
      'phx_reply',
      { status: 'ok', response: {} },
    ])
    socket.close()
  })
})

describe('a broadcast', () => {
  it('reaches other members, not the sender, and is acknowledged', async () => {
    const topic = await room(`open-${randomUUID()}`)
    const config = { private: true, broadcast: { ack: true } }
    const sender = await subscribed(await services.client(MEMBER), topic, config)
    const reader = await subscribed(await services.client(MEMBER), topic, config)
    expect(await sender.channel.send({ type: 'broadcast', event: 'cursor', payload: { x: 1 } })).toBe('ok')
    await vi.waitFor(() => expect(reader.broadcasts).toHaveLength(1), patienceMs)
    expect(reader.broadcasts[0]).toEqual({ type: 'broadcast', event: 'cursor', payload: { x: 1 } })
    expect(sender.broadcasts).toEqual([])
  })

  it('comes back to a sender who wants it, and carries binary payloads', async () => {
    const topic = await room(`open-${randomUUID()}`)
    const config = { private: true, broadcast: { ack: true, self: true } }
    const self = await subscribed(await services.client(MEMBER), topic, config)
    const bytes = Uint8Array.from([0, 1, 254, 255]).buffer
    await self.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes })
    await vi.waitFor(() => expect(self.broadcasts).toHaveLength(1), patienceMs)
    expect([...new Uint8Array(self.broadcasts[0]?.payload as ArrayBuffer)]).toEqual([0, 1, 254, 255])
  })

  it('passes between the two versions of the protocol', async () => {
    const topic = await room(`open-${randomUUID()}`)
    const config = { private: true, broadcast: { ack: true } }
    const old = await subscribed(await services.client(MEMBER, { vsn: '1.0.0' }), topic, config)
    const current = await subscribed(await services.client(MEMBER), topic, config)
    await old.channel.send({ type: 'broadcast', event: 'a', payload: { text: 'é→' } })
    await current.channel.send({ type: 'broadcast', event: 'b', payload: { text: 'é→' } })
    await vi.waitFor(
      () => expect([old.broadcasts.length, current.broadcasts.length]).toEqual([1, 1]),
      patienceMs,
    )
    expect(current.broadcasts[0]).toMatchObject({ event: 'a', payload: { text: 'é→' } })
    expect(old.broadcasts[0]).toMatchObject({ event: 'b', payload: { text: 'é→' } })
  })

  it('without the right to write is dropped, by socket and by HTTP', async () => {
    const topic = await room()
    const reader = await subscribed(await services.client(MEMBER), topic)
    const sender = await subscribed(await services.client(MEMBER), topic)
    await sender.channel.send({ type: 'broadcast', event: 'no', payload: {} })
    await sender.channel.httpSend('no', {})
    await services.sql`select realtime.send('{}'::jsonb, 'end', ${topic})`
    await vi.waitFor(() => expect(reader.broadcasts).toHaveLength(1), patienceMs)
    expect(reader.broadcasts[0]).toMatchObject({ event: 'end' })
  })

  it('over HTTP reaches the members', async () => {
    const topic = await room(`open-${randomUUID()}`)
    const reader = await subscribed(await services.client(MEMBER), topic)
    const client = await services.client(MEMBER)
    const channel = client.channel(topic, { config: { private: true } })
    expect(await channel.httpSend('note', { a: 1 })).toEqual({ success: true })
    await vi.waitFor(() => expect(reader.broadcasts).toHaveLength(1), patienceMs)
    expect(reader.broadcasts[0]).toMatchObject({ event: 'note', payload: { a: 1 } })
  })

  it('never passes between a private and a public topic of the same name', async () => {
    const topic = await room(`open-${randomUUID()}`)
    const member = await subscribed(await services.client(MEMBER), topic)
    const outsider = await subscribed(await services.client('nobody'), topic, { private: false })
    expect(outsider.status).toBe('SUBSCRIBED')
    await outsider.channel.send({ type: 'broadcast', event: 'fake', payload: {} })
    await services.sql`select realtime.send('{"secret":1}'::jsonb, 'real', ${topic}, true)`
    await vi.waitFor(() => expect(member.broadcasts).toHaveLength(1), patienceMs)
    expect(member.broadcasts[0]).toMatchObject({ event: 'real' })
    expect(outsider.broadcasts).toEqual([])
  })
})

describe('a token', () => {
  it('that is renewed keeps the channel', async () => {
    const topic = await room()
    const client = await services.client(MEMBER)
    const { channel, statuses, broadcasts } = await subscribed(client, topic)
    await client.realtime.setAuth(await services.token(MEMBER, { claims: { renewed: true } }))
    await services.sql`select realtime.send('{}'::jsonb, 'after', ${topic})`
    await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
    expect([channel.state, statuses]).toEqual(['joined', ['SUBSCRIBED']])
  })

  it('whose holder lost the right to read closes the channel', async () => {
    const topic = await room()
    const client = await services.client(MEMBER)
    const { statuses, broadcasts, system } = await subscribed(client, topic)
    await services.admin`delete from public.room_member where topic = ${topic}`
    await client.realtime.setAuth(await services.token(MEMBER, { claims: { renewed: true } }))
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED', 'CLOSED']), patienceMs)
    expect(system).toEqual([`You do not have permissions to read from this Channel topic: ${topic}`])
    await services.sql`select realtime.send('{}'::jsonb, 'after', ${topic})`
    expect(broadcasts).toEqual([])
  })

  it('that ends closes the channel', async () => {
    const topic = await room()
    const client = await services.client('nobody')
    await client.realtime.setAuth(await services.token(MEMBER, { seconds: 2 }))
    const { statuses, system } = await subscribed(client, topic)
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED', 'CLOSED']), patienceMs)
    expect(system).toEqual(['Token has expired 0 seconds ago'])
  })

  it('that comes while the database cannot be asked is asked about again', async () => {
    const topic = await room()
    const client = await services.client('nobody')
    await client.realtime.setAuth(await services.token(MEMBER, { seconds: 4 }))
    const { statuses, broadcasts } = await subscribed(client, topic)
    await services.admin`revoke insert on realtime.messages from service_role`
    await client.realtime.setAuth(await services.token(MEMBER))
    await new Promise((resolve) => setTimeout(resolve, 500))
    await services.admin`grant insert on realtime.messages to service_role`
    await new Promise((resolve) => setTimeout(resolve, 4_500))
    await services.sql`select realtime.send('{}'::jsonb, 'after', ${topic})`
    await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
    expect(statuses).toEqual(['SUBSCRIBED'])
  })

  it('that is forged closes the channel', async () => {
    const client = await services.client(MEMBER)
    const { statuses } = await subscribed(client, await room())
    await client.realtime.setAuth('eyJhbGciOiJub25lIn0.eyJyb2xlIjoiYXV0aGVudGljYXRlZCJ9.')
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED', 'CLOSED']), patienceMs)
  })
})

const config = (key: string) => ({ private: true, presence: { key, enabled: true } })

describe('presence', () => {
  it('tells members who is there, who came and who went', async () => {
    const topic = await room()
    const ann = await subscribed(await services.client(MEMBER), topic, config('ann'))
    await ann.channel.track({ at: 'row 1' })
    const bob = await subscribed(await services.client(MEMBER), topic, config('bob'))
    await vi.waitFor(() => expect(Object.keys(bob.channel.presenceState())).toEqual(['ann']), patienceMs)
    await bob.channel.track({ at: 'row 2' })
    await vi.waitFor(
      () => expect(Object.keys(ann.channel.presenceState())).toEqual(['ann', 'bob']),
      patienceMs,
    )
    expect(ann.channel.presenceState()['bob']).toMatchObject([{ at: 'row 2' }])
    await bob.channel.track({ at: 'row 3' })
    await vi.waitFor(
      () => expect(ann.channel.presenceState()['bob']).toMatchObject([{ at: 'row 3' }]),
      patienceMs,
    )
    await bob.channel.untrack()
    await vi.waitFor(() => expect(Object.keys(ann.channel.presenceState())).toEqual(['ann']), patienceMs)
  })

  it('ends with the socket', async () => {
    const topic = await room()
    const ann = await subscribed(await services.client(MEMBER), topic, config('ann'))
    const client = await services.client(MEMBER)
    const bob = await subscribed(client, topic, config('bob'))
    await bob.channel.track({})
    await vi.waitFor(() => expect(Object.keys(ann.channel.presenceState())).toEqual(['bob']), patienceMs)
    await client.realtime.disconnect()
    await vi.waitFor(() => expect(Object.keys(ann.channel.presenceState())).toEqual([]), patienceMs)
  })

  it('is limited to a few calls in half a minute', async () => {
    const { channel, statuses, system } = await subscribed(
      await services.client(MEMBER),
      await room(),
      config('ann'),
    )
    for (let n = 0; n < 6; n += 1) void channel.track({ n })
    await vi.waitFor(() => expect(statuses).toEqual(['SUBSCRIBED', 'CLOSED']), patienceMs)
    expect(system).toEqual(['Client presence rate limit exceeded'])
  })
})

describe('leaving', () => {
  it('is confirmed, and nothing arrives afterwards', async () => {
    const topic = await room()
    const client = await services.client(MEMBER)
    const { channel, broadcasts, statuses } = await subscribed(client, topic)
    expect(await channel.unsubscribe()).toBe('ok')
    await services.sql`select realtime.send('{}'::jsonb, 'late', ${topic})`
    const other = await subscribed(await services.client(MEMBER), topic)
    await services.sql`select realtime.send('{}'::jsonb, 'later', ${topic})`
    await vi.waitFor(() => expect(other.broadcasts.map(({ event }) => event)).toContain('later'), patienceMs)
    expect([broadcasts, statuses.at(-1)]).toEqual([[], 'CLOSED'])
  })

  it('lets the topic be joined again', async () => {
    const topic = await room()
    const client = await services.client(MEMBER)
    const first = await subscribed(client, topic)
    await client.removeChannel(first.channel)
    expect((await subscribed(client, topic)).status).toBe('SUBSCRIBED')
  })
})

describe('changes of tables', () => {
  it('are answered in the order of the request, and said not to be sent', async () => {
    const client = await services.client(MEMBER)
    const channel = client.channel(await room(), { config: { private: true } })
    const messages: string[] = []
    channel.on('system', {}, (message: { message: string }) => messages.push(message.message))
    channel.on('postgres_changes', { event: '*', schema: 'public', table: 'a' }, () => undefined)
    channel.on('postgres_changes', { event: 'INSERT', schema: 'public', table: 'b' }, () => undefined)
    const status = await new Promise((resolve) => channel.subscribe(resolve))
    expect(status).toBe('SUBSCRIBED')
    await vi.waitFor(() => expect(messages).toHaveLength(1), patienceMs)
  })
})
