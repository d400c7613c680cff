import { EventEmitter, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { Sql, TransactionSql } from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPool } from './open-pool.ts'
import { startTestDatabase, type TestDatabase } from './testing.ts'

let db: TestDatabase
let pool: Sql
beforeAll(async () => {
  db = await startTestDatabase({ migrations: false })
  await db.sql`create table public.note (text text)`
})
afterAll(() => db.stop())
beforeEach(async () => {
  pool = openPool(db.databaseUrl, 1)
  await db.sql`truncate public.note`
})
afterEach(() => pool.end({ timeout: 1 }))

async function killSessionOf(sql: TransactionSql): Promise<void> {
  const [row] = await sql`select pg_backend_pid() as pid`
  await db.admin`select pg_terminate_backend(${row?.['pid'] as number})`
}

const wait = () => delay(Math.random() * 20)

const notes = async () => (await db.sql`select text from public.note`).map(({ text }) => text)

describe('a pool', () => {
  it('works on after it lost each of its connections in the middle of a statement', async () => {
    for (let round = 0; round < 3; round++) {
      const lost = pool.begin(async (sql) => {
        const [row] = await sql`select pg_backend_pid() as pid`
        setTimeout(() => void db.admin`select pg_terminate_backend(${row?.['pid'] as number})`.execute(), 50)
        await sql.savepoint((nested) => nested`select pg_sleep(10)`)
      })
      await expect(lost).rejects.toMatchObject({ code: expect.stringMatching(/^(57P01|CONNECTION_CLOSED)$/) })
      // Not at once: nobody waits for a connection when this one breaks.
      await delay(100)
      expect(await pool`select 1 as one`).toMatchObject([{ one: 1 }])
      expect(await pool.begin((sql) => sql`select 2 as two`)).toMatchObject([{ two: 2 }])
    }
  })

  it('serves those who wait when it loses its only connection', async () => {
    const lost = pool.begin(async (sql) => {
      await killSessionOf(sql)
      await sql`select 1`
    })
    const waiting = Array.from({ length: 20 }, () => pool.begin((sql) => sql`select 2 as two`))
    await expect(lost).rejects.toHaveProperty('code')
    const settled = await Promise.allSettled(waiting)
    expect(settled.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(19)
  })
})

describe('a pool under load whose connections are killed again and again', () => {
  const kinds: (() => Promise<unknown>)[] = [
    () =>
      pool.begin((sql) => Promise.all([sql`select ${1}::int`.execute(), sql`select ${2}::int`.execute()])),
    () =>
      pool.begin(async (sql) => {
        await sql`insert into public.note values ('x')`
        await wait()
        await sql`select 1`
      }),
    () =>
      pool.begin(async (sql) => {
        await sql.savepoint(async (nested) => {
          await nested`select pg_sleep(0.01)`
          await wait()
          await nested`select 1`
        })
      }),
    () => pool.unsafe('select pg_sleep(0.005)'),
    () => pool`select ${'a'}::text`,
  ]

  it('loses requests, but neither itself nor the process', async () => {
    await pool.end()
    pool = openPool(db.databaseUrl, 5)
    await pool.begin((sql) => sql`select 1`)
    const run = { isOver: false }
    let served = 0
    const work = async (n: number) => {
      for (let turn = n; !run.isOver; turn++) {
        await kinds[turn % kinds.length]?.().then(
          () => void served++,
          (error: Error) => expect(error).toHaveProperty('code'),
        )
      }
    }
    const working = Array.from({ length: 20 }, (_, n) => work(n))
    for (let kill = 0; kill < 60; kill++) {
      await delay(50)
      await db.admin`select pg_terminate_backend(pid) from pg_stat_activity
        where usename = 'postgres' and application_name like 'plinth%' order by random() limit 1`
    }
    run.isOver = true
    await Promise.all(working)
    expect(served).toBeGreaterThan(60)
    // All of its connections work at the same time again.
    const five = await db.admin.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(7)`
      const waiting = Array.from({ length: 5 }, () => pool`select pg_advisory_xact_lock_shared(7)`.execute())
      await expect
        .poll(() => tx`select from pg_locks where locktype = 'advisory' and not granted`)
        .toHaveLength(5)
      return { waiting }
    })
    await Promise.all(five.waiting)
  })
})

describe('a transaction whose connection is lost while it waits for something else', () => {
  it.each([
    ['succeeds', () => undefined],
    [
      'fails',
      () => {
        throw new Error('disk full')
      },
    ],
  ])('ends at once, and leaves the next one alone when that %s', async (_, outcome) => {
    const elsewhere = new EventEmitter()
    const first = pool.begin(async (sql) => {
      await sql`insert into public.note values ('first')`
      await killSessionOf(sql)
      await once(elsewhere, 'done')
      outcome()
    })
    await expect(first).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    const second = pool.begin(async (sql) => {
      await sql`insert into public.note values ('second')`
      elsewhere.emit('done')
      await delay(50)
      await sql`insert into public.note values ('third')`
      throw new Error('taken back')
    })
    await expect(second).rejects.toThrow('taken back')
    expect(await notes()).toEqual([])
    await pool`insert into public.note values ('last')`
    expect(await notes()).toEqual(['last'])
  })
})
