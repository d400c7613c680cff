/** People who link at once: none waits for another in a circle, and both sides agree afterwards. */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab, type Result } from './link-lab.ts'
import { randomFrom } from './random-rights.ts'

let h: Harness
let world: World
let lab: LinkLab
let sessions: postgres.Sql
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  await lab.link(lab.films, lab.people, 'Director', { single: true, pair: 'Directs' })
  await lab.link(lab.people, lab.films, 'Favourite', { single: true })
  await lab.link(lab.films, lab.films, 'Sequels', { pair: 'Prequel', pairSingle: true })
  sessions = postgres(h.db.authenticatorUrl, { max: 50, onnotice: () => undefined })
  await Promise.all(Array.from({ length: 50 }, () => sessions`select pg_sleep(0.05)`))
}, 60_000)
afterAll(async () => {
  await sessions.end()
  await h.db.stop()
})

const claims = () => JSON.stringify({ sub: world.creator.id, role: 'authenticated' })
/** A batch in a session of its own, as REST runs it. */
async function apply(mutations: object[]): Promise<Result[]> {
  const rows = await sessions.begin(async (tx) => {
    // How long a busy machine takes is no matter here.
    await tx`select set_config('statement_timeout', '0', true), set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims()}, true)`
    return tx.unsafe('select plinth.apply_mutations($1::text::jsonb) as answer', [
      JSON.stringify({ mutations, atomic: false }),
    ])
  })
  return (rows as unknown as { answer: Result[] }[])[0]!.answer
}
/** So many lists, each worked off in a row, all at once. */
const atOnce = async (n: number, steps: number, batch: (by: ReturnType<typeof randomFrom>) => object[]) => {
  const results = await Promise.all(
    Array.from({ length: n }, async (_, session) => {
      const by = randomFrom(session + 1)
      const all: Result[] = []
      for (let step = 0; step < steps; step += 1) all.push(...(await apply(batch(by))))
      return all
    }),
  )
  return results.flat()
}
const make = (of: 'films' | 'people', n: number) =>
  Promise.all(Array.from({ length: n }, (_, at) => lab.make(lab[of], `${of} ${at}`)))
const codes = (results: Result[]) =>
  [...new Set(results.map(({ status, error }) => error?.code ?? status))].toSorted()

test('fifty sessions link and unlink few records from both sides without an error', {
  timeout: 240_000,
}, async () => {
  const films = await make('films', 4)
  const people = await make('people', 4)
  const results = await atOnce(50, 3, (by) =>
    Array.from({ length: 1 + by.upTo(3) }, () => {
      const name = by.oneOf(['Cast', 'Films', 'Director', 'Directs', 'Favourite', 'Sequels'])
      const turned = ['Films', 'Directs', 'Favourite'].includes(name)
      const from = turned ? people : films
      const to = name === 'Sequels' || turned ? films : people
      const ids = [by.oneOf(to), by.oneOf(to)]
      const single = name === 'Director' || name === 'Favourite'
      const change: Json = single
        ? { link: ids.slice(1) }
        : by.random() < 0.5
          ? { link: [...new Set(ids)] }
          : { unlink: ids }
      return lab.change(turned ? lab.people : lab.films, by.oneOf(from), lab.field(name), change)
    }),
  )
  // Of records that stand in one cell each, some do stand elsewhere.
  expect(codes(results).filter((code) => code !== 'link_taken')).toEqual(['ok'])
  expect(await lab.faults()).toEqual([])
})

test('records are deleted while others link them, without an error but that they are gone', {
  timeout: 240_000,
}, async () => {
  const films = await make('films', 5)
  const people = await make('people', 60)
  const left = [...people]
  const results = await atOnce(30, 4, (by) => {
    const gone = left.splice(by.upTo(left.length), 1)
    return by.random() < 0.4 && gone.length > 0
      ? [lab.remove(lab.people, gone[0]!), ...left.splice(0, 1).map((id) => lab.remove(lab.people, id))]
      : [
          lab.change(lab.films, by.oneOf(films), lab.field('Cast'), {
            link: [by.oneOf(people)],
            unlink: [by.oneOf(people)],
          }),
          lab.change(lab.people, by.oneOf(people), lab.field('Favourite'), { link: [by.oneOf(films)] }),
        ]
  })
  expect(codes(results).filter((code) => !['value_invalid', 'not_found'].includes(code))).toEqual(['ok'])
  expect(await lab.faults()).toEqual([])
})

test('two who fill the one place of a record at once: one is told that it is taken', async () => {
  const [first, second] = await make('films', 2)
  const [prequel] = await make('films', 1)
  const links = await Promise.all(
    [first!, second!].map((film) =>
      apply([{ ...lab.change(lab.films, film, lab.field('Sequels'), { link: [prequel!] }), id: uuidV7() }]),
    ),
  )
  expect(codes(links.flat())).toEqual(['link_taken', 'ok'])
  expect(await lab.faults()).toEqual([])
})
