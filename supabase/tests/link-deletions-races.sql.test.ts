/** People who delete at once what goes along with other records, in rings, take it back and link: nobody waits in a circle. */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Person, startWorld, type TestTable, type World } from './harness.ts'
import { type LinkLab, linkLab, type Result } from './link-lab.ts'
import { randomFrom } from './random-rights.ts'

let h: Harness
let world: World
let lab: LinkLab
let scenes: TestTable
let sessions: postgres.Sql
let films: string[]
let people: string[]
let shots: string[]

beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  scenes = await h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: {
      id: uuidV7(),
      name: 'Scenes',
      fields: [{ id: uuidV7(), name: 'Name', type: 'text', options: {} }],
    },
  })
  // A ring over three tables, one in a table, and links that take nothing along.
  await lab.link(scenes, lab.films, 'Film', { single: true, onDelete: 'delete', pair: 'Scenes' })
  await lab.link(scenes, lab.people, 'Stars', { takesAlong: true })
  await lab.link(lab.people, lab.films, 'Loves', { takesAlong: true, pair: 'Loved by' })
  await lab.link(lab.films, lab.films, 'Next', { takesAlong: true, pair: 'Before' })
  await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  sessions = postgres(h.db.authenticatorUrl, { max: 50, onnotice: () => undefined })
  await Promise.all(Array.from({ length: 50 }, () => sessions`select pg_sleep(0.05)`))
  films = await Promise.all(Array.from({ length: 6 }, (_, n) => lab.make(lab.films, `Film ${n}`)))
  people = await Promise.all(Array.from({ length: 6 }, (_, n) => lab.make(lab.people, `Person ${n}`)))
  shots = await Promise.all(Array.from({ length: 8 }, (_, n) => lab.make(scenes, `Scene ${n}`)))
  await lab.apply(
    world.creator,
    shots.map((shot, n) => lab.change(scenes, shot, lab.field('Film'), { link: [films[n % 6]!] })),
  )
  await lab.apply(world.creator, [
    ...shots.map((shot, n) => lab.change(scenes, shot, lab.field('Stars'), { link: [people[n % 6]!] })),
    ...people.map((one, n) =>
      lab.change(lab.people, one, lab.field('Loves'), { link: [films[(n + 1) % 6]!] }),
    ),
    ...films.map((one, n) => lab.change(lab.films, one, lab.field('Next'), { link: [films[(n + 2) % 6]!] })),
  ])
}, 60_000)
afterAll(async () => {
  await sessions.end()
  await h.db.stop()
})

/** Runs SQL in a session of its own, as REST does. */
async function runAs<T>(who: Person, sql: string, args: string[]): Promise<T[]> {
  const claims = JSON.stringify({ sub: who.id, role: 'authenticated' })
  const rows = await sessions.begin(async (tx) => {
    // How long a busy machine takes is no matter here.
    await tx`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true), set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    return tx.unsafe(sql, args)
  })
  return [...rows] as T[]
}
async function apply(who: Person, mutations: object[], atomic = false): Promise<Result[]> {
  const sent = JSON.stringify({ mutations, atomic })
  const [row] = await runAs<{ answer: Result[] }>(
    who,
    'select plinth.apply_mutations($1::text::jsonb) as answer',
    [sent],
  )
  return row!.answer
}
const tableOf = (record: string) =>
  films.includes(record) ? lab.films : people.includes(record) ? lab.people : scenes
const undone = (deletion: object) => {
  const { id, record } = deletion as { id: string; record: string }
  const table = tableOf(record)
  const values = { [table.fields[0]!.id]: 'Again' }
  return { id: uuidV7(), kind: 'insert', table: table.id, record, values, undoes: id }
}
const codes = (results: Result[]) =>
  [...new Set(results.map(({ status, error }) => error?.code ?? status))].toSorted()
const who = (session: number) => [world.creator, world.editor, world.owner][session % 3]!

/** What may be said where others were quicker: it is gone, it is there, it is linked elsewhere. */
const late = ['link_taken', 'not_found', 'not_unique', 'value_invalid', 'batch_refused']
const leftOver = (results: Result[]) => codes(results).filter((code) => !late.includes(code))

test('fifty sessions delete, take back and link in rings without an error', {
  timeout: 240_000,
}, async () => {
  const results = await Promise.all(
    Array.from({ length: 50 }, async (_, session) => {
      const by = randomFrom(session + 1)
      const all: Result[] = []
      for (let step = 0; step < 3; step += 1) {
        const dice = by.random()
        if (dice < 0.6) {
          const doomed = [
            ...new Set(
              Array.from({ length: 1 + by.upTo(3) }, () => by.oneOf([...films, ...people, ...shots])),
            ),
          ]
          const deletions = doomed.map((id) => lab.remove(tableOf(id), id))
          all.push(...(await apply(who(session), deletions)))
          all.push(...(await apply(who(session), deletions.map(undone), by.random() < 0.5)))
        } else {
          const name = by.oneOf(['Cast', 'Films', 'Loves', 'Loved by', 'Next', 'Before', 'Stars'] as const)
          const [from, to] = {
            Cast: [films, people],
            Films: [people, films],
            Loves: [people, films],
            'Loved by': [films, people],
            Next: [films, films],
            Before: [films, films],
            Stars: [shots, people],
          }[name] as [string[], string[]]
          const record = by.oneOf(from)
          const change = by.random() < 0.7 ? { link: [by.oneOf(to)] } : { unlink: [by.oneOf(to)] }
          all.push(
            ...(await apply(who(session), [lab.change(tableOf(record), record, lab.field(name), change)])),
          )
        }
      }
      return all
    }),
  )
  expect(leftOver(results.flat())).toEqual(['ok'])
  expect(await lab.faults()).toEqual([])
})

test('so it is where some delete by the table route, many records at once', {
  timeout: 240_000,
}, async () => {
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, session): Promise<Result[]> => {
      const by = randomFrom(session + 101)
      const all: Result[] = []
      for (let step = 0; step < 3; step += 1) {
        const of = by.oneOf([films, people, shots])
        if (session % 2 === 0) {
          const sql = `delete from data.${tableOf(of[0]!).relation} where id = any ($1::text::uuid[])`
          await runAs(who(session), sql, [`{${of.slice(by.upTo(of.length)).toReversed().join(',')}}`])
        } else {
          const deletions = of.slice(0, 1 + by.upTo(4)).map((id) => lab.remove(tableOf(id), id))
          all.push(...(await apply(who(session), deletions)))
          all.push(...(await apply(who(session), deletions.map(undone))))
        }
      }
      return all
    }),
  )
  expect(leftOver(results.flat())).toEqual(['ok'])
  expect(await lab.faults()).toEqual([])
})

test('what is linked while others delete goes along, or is told that the record is gone', {
  timeout: 240_000,
}, async () => {
  for (let n = 0; n < 8; n += 1) {
    const film = await lab.make(lab.films, 'Film')
    const scene = await lab.make(scenes, 'Scene')
    const [linked, deleted] = await Promise.all([
      apply(world.editor, [lab.change(scenes, scene, lab.field('Film'), { link: [film] })]),
      apply(world.creator, [lab.remove(lab.films, film)]),
    ])
    expect(codes(deleted)).toEqual(['ok'])
    const [row] = await h.db.admin.unsafe(
      `select count(*)::int as n from data.${scenes.relation} where id = '${scene}'`,
    )
    expect(row!['n']).toBe(linked[0]!.status === 'ok' ? 0 : 1)
  }
  expect(await lab.faults()).toEqual([])
})

test('a deletion by the table route takes the turn of its base before it holds a record, and one of a table without such links none', async () => {
  const plain = await h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: {
      id: uuidV7(),
      name: 'Plain',
      fields: [{ id: uuidV7(), name: 'Name', type: 'text', options: {} }],
    },
  })
  const turns = (relation: string) =>
    h.as(world.creator, async (tx) => {
      await tx.unsafe(`delete from data.${relation} where false`)
      const [held] = await tx<{ turns: number }[]>`
        select count(*)::int as turns from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()`
      return held!.turns
    })
  expect([await turns(lab.films.relation), await turns(plain.relation)]).toEqual([1, 0])
})
