/** Transactions that are open beside one another, for tests of what happens between them. */
import type postgres from 'postgres'
import { gate, type Harness, type Json, type Person, Refusal } from './harness.ts'

export type Isolation = 'read committed' | 'repeatable read'
export const isolations: readonly Isolation[] = ['read committed', 'repeatable read']

/** What came of a statement: how many records it reached, or what it was refused with. */
export type Outcome = number | string

export interface Session {
  /** Runs a statement; answers its count, or the code of a refusal of ours, else the SQLSTATE. */
  run(sql: string): Promise<Outcome>
  /** Calls `plinth.<name>`; a refusal is thrown. */
  call<T = Json>(name: string, args: Record<string, unknown>): Promise<T>
  commit(): Promise<void>
  rollback(): Promise<void>
  /** Until this session waits for another; fails when `work` ends without. */
  waits(work: Promise<unknown>): Promise<void>
}

const codeOf = (error: unknown): string => {
  if (!(error instanceof Error) || !('code' in error)) throw error
  const state = String(error.code)
  return state.startsWith('PT4') ? error.message : state
}

/** Begins a transaction that stays open; answers it and how to end it. */
async function begin(pool: Harness['db']['sql'], isolation: Isolation) {
  const ending = gate()
  let undone = false
  let ended: Promise<unknown> = Promise.resolve()
  const tx = await new Promise<postgres.TransactionSql>((resolve, reject) => {
    ended = pool
      .begin(`isolation level ${isolation}`, async (opened) => {
        resolve(opened)
        await ending.passed
        if (undone) throw new Error('undone')
      })
      .catch((error: unknown) => {
        reject(error)
        if (!undone) throw error
      })
  })
  const end = async (undo: boolean) => {
    undone = undo
    ending.open()
    await ended
  }
  return { tx, commit: () => end(false), rollback: () => end(true) }
}

/** An open transaction of this person, or (null) of the database's owner. Its snapshot is taken already. */
export async function openSession(
  h: Harness,
  person: Person | null,
  isolation: Isolation = 'read committed',
): Promise<Session> {
  const { tx, commit, rollback } = await begin(person ? h.db.authenticator : h.db.sql, isolation)
  if (person) {
    const claims = JSON.stringify({ sub: person.id, role: 'authenticated', email: person.email })
    await tx`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
  }
  const [{ pid }] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`
  return {
    run: (sql) => tx.unsafe(sql).then((rows) => rows.count, codeOf),
    call: (name, args) =>
      h.rpcIn(tx, name, args).catch((error: unknown) => {
        if (error instanceof Error && 'code' in error)
          throw new Refusal(codeOf(error), String(error.code), '')
        throw error
      }) as Promise<never>,
    commit,
    rollback,
    waits: async (work) => {
      let ended = false
      void work.then(
        () => (ended = true),
        () => (ended = true),
      )
      const until = Date.now() + 20_000
      while (Date.now() < until) {
        const [row] = await h.db.admin`select cardinality(pg_blocking_pids(${pid})) as n`
        if (row!['n'] > 0) return
        if (ended) throw new Error('did not wait')
      }
      throw new Error('nobody was in the way')
    },
  }
}

/**
 * Two sessions at once: `first` runs and stays open, `second` runs meanwhile and waits for it, `first` commits. Answers what came
 * of both once both have ended.
 */
export async function meet(
  h: Harness,
  [one, first]: readonly [Person | null, string],
  [two, second]: readonly [Person | null, string],
  isolation: Isolation,
): Promise<[Outcome, Outcome]> {
  const a = await openSession(h, one, isolation)
  const b = await openSession(h, two, isolation)
  const done = await a.run(first)
  const late = b.run(second)
  await b.waits(late)
  await a.commit()
  const came = await late
  await (typeof came === 'number' ? b.commit() : b.rollback())
  return [done, came]
}
