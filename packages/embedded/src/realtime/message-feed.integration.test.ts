import { randomUUID } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { patienceMs } from '../testing/patience.ts'
import { startMessageFeed } from './message-feed.ts'
import { startPruning } from './pruning.ts'
import { type FileServices, startFileServices } from './testing/file-services.ts'
import { type Subscription, subscribed } from './testing/subscribed.ts'

const USER = randomUUID()
const READ_ALL = 'create policy read_all on realtime.messages for select to authenticated using (true)'

const feeds = [
  { name: 'by replication', withoutReplication: false },
  { name: 'by polling', withoutReplication: true },
]

describe.each(feeds)('broadcasts from the database, $name', ({ withoutReplication }) => {
  let services: FileServices
  beforeAll(async () => {
    services = await startFileServices({ withoutReplication })
    await services.sql.unsafe(READ_ALL)
    await services.realtime.ready()
  })
  afterAll(() => services.stop())

  async function listening(topic: string): Promise<Subscription> {
    return subscribed(await services.client(USER), topic)
  }

  it('arrive once, after the commit, in order and in the provider’s form', async () => {
    const topic = randomUUID()
    const { broadcasts } = await listening(topic)
    await services.sql.begin(async (sql) => {
      await sql`select realtime.send(${sql.json({ n: 1 })}, 'first', ${topic})`
      await sql`select realtime.send(${sql.json({ n: 2, id: 'own' })}, 'second', ${topic})`
      await new Promise((resolve) => setTimeout(resolve, 400))
      expect(broadcasts).toEqual([])
    })
    await vi.waitFor(() => expect(broadcasts).toHaveLength(2), patienceMs)
    await new Promise((resolve) => setTimeout(resolve, 600))
    expect(broadcasts.map(({ event }) => event)).toEqual(expect.arrayContaining(['first', 'second']))
    const first = broadcasts.find(({ event }) => event === 'first')
    const { id = '' } = (first?.meta ?? {}) as { id?: string }
    expect(first).toEqual({ type: 'broadcast', event: 'first', meta: { id }, payload: { n: 1, id } })
    expect(broadcasts).toHaveLength(2)
  })

  it('of a transaction that began first and ended last are not lost', async () => {
    const topic = randomUUID()
    const { broadcasts } = await listening(topic)
    await services.sql.begin(async (slow) => {
      await slow`select realtime.send('{}'::jsonb, 'slow', ${topic})`
      await services.sql`select realtime.send('{}'::jsonb, 'fast', ${topic})`
      await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
      await new Promise((resolve) => setTimeout(resolve, 600))
    })
    await vi.waitFor(() => expect(broadcasts).toHaveLength(2), patienceMs)
    expect(broadcasts.map(({ event }) => event)).toEqual(['fast', 'slow'])
  })

  it('are heard by whoever has joined before the commit, at once after and after leaving another topic', async () => {
    const client = await services.client(USER)
    for (let no = 0; no < 10; no++) {
      const [left, topic] = [randomUUID(), randomUUID()]
      const before = await subscribed(client, left)
      void before.channel.unsubscribe()
      const { status, broadcasts } = await subscribed(client, topic)
      await services.sql`select realtime.send('{}'::jsonb, 'at once', ${topic})`
      expect(status).toBe('SUBSCRIBED')
      await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
    }
  })

  it('of a transaction that was rolled back never arrive', async () => {
    const topic = randomUUID()
    const { broadcasts } = await listening(topic)
    const rollback = services.sql.begin(async (sql) => {
      await sql`select realtime.send('{}'::jsonb, 'gone', ${topic})`
      throw new Error('rolled back')
    })
    await expect(rollback).rejects.toThrow('rolled back')
    await services.sql`select realtime.send('{}'::jsonb, 'kept', ${topic})`
    await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
    expect(broadcasts[0]).toMatchObject({ event: 'kept' })
  })

  it('keep every character of their payload', async () => {
    const topic = randomUUID()
    const { broadcasts } = await listening(topic)
    const text = '\u2028 "quoted" \\ \u{1F980} é \t'.repeat(2_000)
    await services.sql`select realtime.send(${services.sql.json({ text })}, 'long', ${topic})`
    await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
    expect(broadcasts[0]?.payload).toMatchObject({ text })
  })
})

describe('a broadcast by replication', () => {
  it('may be heard before anybody can read what was committed with it: whoever asks at once asks again', async () => {
    const services = await startFileServices()
    const waitFor = async (standby: string) => {
      // Holds commits where a busy machine may hold them: they are in the log, and not yet to be seen.
      await services.admin.unsafe(`alter system set synchronous_standby_names = '${standby}'`)
      await services.admin.unsafe('select pg_reload_conf()')
      await vi.waitFor(async () => {
        const [setting] = await services.admin`select current_setting('synchronous_standby_names') as now`
        expect(setting?.['now']).toBe(standby)
      }, patienceMs)
      // The checkpointer, whose word counts, hears of it too.
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    try {
      await services.sql.unsafe(READ_ALL)
      await services.admin.unsafe('create table public.note (id int)')
      await services.realtime.ready()
      const topic = randomUUID()
      const { broadcasts } = await subscribed(await services.client(USER), topic)
      await waitFor('nobody')
      const committed = services.admin.begin(async (sql) => {
        await sql`set local synchronous_commit = 'on'`
        await sql`insert into public.note values (1)`
        await sql`select realtime.send('{}'::jsonb, 'told', ${topic})`
      })
      await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
      expect(await services.admin`select from public.note`).toHaveLength(0)
      await waitFor('')
      await committed
      expect(await services.admin`select from public.note`).toHaveLength(1)
    } finally {
      await services.stop()
    }
  })
})

describe('a lost replication connection', () => {
  it('is made anew, and what was sent meanwhile arrives once', async () => {
    const services = await startFileServices()
    try {
      await services.sql.unsafe(READ_ALL)
      await services.realtime.ready()
      const topic = randomUUID()
      const { broadcasts } = await subscribed(await services.client(USER), topic)
      await services.sql`select realtime.send('{}'::jsonb, 'before', ${topic})`
      await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
      await services.admin`select pg_terminate_backend(active_pid) from pg_replication_slots`
      await services.sql`select realtime.send('{}'::jsonb, 'meanwhile', ${topic})`
      await vi.waitFor(() => expect(broadcasts).toHaveLength(2), patienceMs)
      await vi.waitFor(async () => {
        const slots = await services.admin`select from pg_replication_slots where active`
        expect(slots).toHaveLength(1)
      }, patienceMs)
      await services.sql`select realtime.send('{}'::jsonb, 'after', ${topic})`
      await vi.waitFor(() => expect(broadcasts).toHaveLength(3), patienceMs)
      expect(broadcasts.map(({ event }) => event)).toEqual(['before', 'meanwhile', 'after'])
    } finally {
      await services.stop()
    }
  })
})

describe('a feed that starts while a long transaction writes', () => {
  it('delivers at once what others commit meanwhile, and each message once', async () => {
    const services = await startFileServices()
    const { ctx, sql } = services
    const events: string[] = []
    const end = new EventEmitter()
    // A replication slot is not made before every transaction that writes has ended.
    const long = sql.begin(async (slow) => {
      await slow`select realtime.send('{}'::jsonb, 'long', 'topic')`
      await once(end, 'now')
    })
    await vi.waitFor(async () => {
      expect(await sql`select from pg_stat_activity where state = 'idle in transaction'`).toHaveLength(1)
    }, patienceMs)
    const source = { replicationUrl: ctx.replicationUrl, pool: ctx.pools.caller, log: ctx.log }
    const feed = await startMessageFeed({ ...source, onMessage: ({ event }) => void events.push(event) })
    try {
      await sql`select realtime.send('{}'::jsonb, 'meanwhile', 'topic')`
      await vi.waitFor(() => expect(events).toEqual(['meanwhile']), patienceMs)
      // One that is stopped meanwhile does not wait for the long one, which is still there.
      const another = await startMessageFeed({ ...source, onMessage: () => undefined })
      await another.stop()
      end.emit('now')
      await long
      await feed.ready()
      expect(feed.mode).toBe('replication')
      await sql`select realtime.send('{}'::jsonb, 'after', 'topic')`
      await vi.waitFor(() => expect(events).toEqual(['meanwhile', 'long', 'after']), patienceMs)
    } finally {
      end.emit('now')
      await feed.stop()
      await services.stop()
    }
  })
})

describe('old messages', () => {
  it('are deleted when the service starts, however many there are', async () => {
    const services = await startFileServices()
    try {
      await services.sql`insert into realtime.messages (topic, extension, inserted_at)
        select 'old', 'broadcast', now() - interval '4 days' from generate_series(1, 25000)
        union all values ('new', 'broadcast', now())`
      const pruning = startPruning(services.ctx)
      await vi.waitFor(
        async () =>
          expect(await services.sql`select topic from realtime.messages`).toEqual([{ topic: 'new' }]),
        patienceMs,
      )
      await pruning.stop()
    } finally {
      await services.stop()
    }
  })

  it('are deleted by the service and by nobody else', async () => {
    const services = await startFileServices()
    try {
      await services.sql`insert into realtime.messages (topic, extension, inserted_at)
        values ('old', 'broadcast', now() - interval '4 days'), ('new', 'broadcast', now())`
      await services.ctx.pools.caller.begin(async (sql) => {
        await sql`select set_config('role', 'service_role', true)`
        await sql`select realtime.prune_messages('3 days')`
      })
      expect(await services.sql`select topic from realtime.messages`).toEqual([{ topic: 'new' }])
      const asUser = services.ctx.pools.caller.begin(async (sql) => {
        await sql`select set_config('role', 'authenticated', true)`
        await sql`select realtime.prune_messages('0 days')`
      })
      await expect(asUser).rejects.toThrow('permission denied')
    } finally {
      await services.stop()
    }
  })
})
