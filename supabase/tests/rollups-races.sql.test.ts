/** People who change linked records and link them at once: none is refused, and all that is kept is what it is from scratch. */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import type { Result } from './link-lab.ts'
import { randomFrom } from './random-rights.ts'
import { type RollupLab, rollupLab } from './rollup-lab.ts'
import { openSession } from './sessions.ts'

let h: Harness
let world: World
let lab: RollupLab
let sessions: postgres.Sql
let rank: { films: string; people: string }
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await rollupLab(h, world)
  rank = { films: lab.of(lab.films, 'Rank'), people: lab.of(lab.people, 'Rank') }
  const cast = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  const director = await lab.link(lab.films, lab.people, 'Director', { single: true })
  const favourite = await lab.link(lab.people, lab.films, 'Favourite')
  const rolled = async (link: string, name: string, fn: string, field: string, of = lab.films) =>
    (await lab.add(of, name, { rollup: { link, function: fn, field } })).id
  const total = await rolled(cast, 'Total', 'sum', rank.people)
  await rolled(director, 'Lead', 'first', rank.people)
  const best = await rolled(lab.field('Films'), 'Best', 'max', total, lab.people)
  await rolled(favourite, 'Liked', 'sum', rank.films, lab.people)
  await rolled(director, 'Famed', 'max', best)
  sessions = postgres(h.db.authenticatorUrl, { max: 40, onnotice: () => undefined })
  await Promise.all(Array.from({ length: 40 }, () => sessions`select pg_sleep(0.05)`))
}, 60_000)
afterAll(async () => {
  await sessions.end()
  await h.db.stop()
})

/** A batch in a session of its own, as REST runs it. */
async function apply(mutations: object[]): Promise<Result[]> {
  const claims = JSON.stringify({ sub: world.creator.id, role: 'authenticated' })
  const rows = await sessions.begin(async (tx) => {
    await tx`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true), set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
    return tx.unsafe('select plinth.apply_mutations($1::text::jsonb) as answer', [
      JSON.stringify({ mutations, atomic: false }),
    ])
  })
  return (rows as unknown as { answer: Result[] }[])[0]!.answer
}
const ranks = { films: new Map<string, Json>(), people: new Map<string, Json>() }
const make = async (of: 'films' | 'people', n: number) => {
  const ids = await Promise.all(Array.from({ length: n }, (_, at) => lab.make(lab[of], `${of} ${at}`)))
  return ids
}

test('forty sessions change and link few records from both sides, and what is kept is what it should be', {
  timeout: 280_000,
}, async () => {
  const films = await make('films', 6)
  const people = await make('people', 6)
  const results = await Promise.all(
    Array.from({ length: 40 }, async (_, session) => {
      const by = randomFrom(session + 1)
      const all: Result[] = []
      for (let step = 0; step < 4; step += 1) {
        const batch = Array.from({ length: 1 + by.upTo(3) }, () => {
          const side = by.oneOf(['films', 'people'] as const)
          const record = by.oneOf(side === 'films' ? films : people)
          if (by.random() < 0.5) {
            const field = rank[side]
            return {
              ...lab.change(lab[side], record, field, by.upTo(1000)),
              kind: 'update',
              base: { [field]: ranks[side].get(record) ?? null },
            }
          }
          const name = by.oneOf(side === 'films' ? ['Cast', 'Director'] : ['Films', 'Favourite'])
          const to = side === 'films' ? people : films
          const change: Json =
            by.random() < 0.6 ? { link: [by.oneOf(to)] } : { unlink: [by.oneOf(to), by.oneOf(to)] }
          return lab.change(lab[side], record, lab.field(name), change)
        })
        all.push(...(await apply(batch)))
      }
      return all
    }),
  )
  const statuses = new Set(results.flat().map(({ status, error }) => error?.code ?? status))
  // Values of the same cell are a conflict, as without rollups.
  expect([...statuses].filter((status) => status !== 'conflict')).toEqual(['ok'])
  expect(await lab.stale()).toBe(0)
  expect(await lab.faults()).toEqual([])
})

test('a link that is made while what it links is changed tells of the change, whoever is first', async () => {
  for (const linksFirst of [true, false]) {
    const film = await lab.make(lab.films, 'Alien')
    const person = await lab.make(lab.people, 'Ripley')
    const changing = () => `update data.${lab.people.relation} set rank = 7 where id = '${person}'`
    const [{ relation }] = (await h.db
      .admin`select relation from plinth_private.link where a_field = ${lab.field('Director')}`) as unknown as [
      { relation: string },
    ]
    const linking = () => `insert into data.${relation} (a, b) values ('${film}', '${person}')`
    const first = await openSession(h, null)
    const second = await openSession(h, null)
    await first.run(linksFirst ? linking() : changing())
    const later = second.run(linksFirst ? changing() : linking())
    await second.waits(later)
    await first.commit()
    await later
    await second.commit()
    expect(await lab.stored(lab.films, film, 'lead')).toBe('7')
  }
})

test('two who change records that are linked to one: the last of them sees what both did', async () => {
  const film = await lab.make(lab.films, 'Alien')
  const people = [await lab.make(lab.people, 'A'), await lab.make(lab.people, 'B')]
  await lab.apply(world.creator, [
    { ...lab.change(lab.films, film, lab.field('Cast'), { link: people }), id: uuidV7() },
  ])
  const [first, second] = [await openSession(h, null), await openSession(h, null)]
  const raise = (id: string) => `update data.${lab.people.relation} set rank = 5 where id = '${id}'`
  await first.run(raise(people[0]!))
  const later = second.run(raise(people[1]!))
  await second.waits(later)
  await first.commit()
  await later
  await second.commit()
  expect(await lab.stored(lab.films, film, 'total')).toBe('10')
})
