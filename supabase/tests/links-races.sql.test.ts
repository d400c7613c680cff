/** Fifty people who link at once: none waits for another in a circle, and both sides agree afterwards, as stored and as each cell says. */
import { uuidV7 } from '@plinth/domain'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, type Json, type Person, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab, type Result } from './link-lab.ts'
import { randomFrom } from './random-rights.ts'

let h: Harness
let world: World
let lab: LinkLab
let sessions: postgres.Sql
let editors: readonly Person[]
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  await lab.link(lab.films, lab.people, 'Director', { single: true, pair: 'Directs' })
  await lab.link(lab.people, lab.films, 'Favourite', { single: true })
  await lab.link(lab.films, lab.films, 'Sequels', { pair: 'Prequel', pairSingle: true })
  editors = await Promise.all(Array.from({ length: 50 }, (_, n) => anEditor(n)))
  sessions = postgres(h.db.authenticatorUrl, { max: 50, onnotice: () => undefined })
  await Promise.all(Array.from({ length: 50 }, () => sessions`select pg_sleep(0.05)`))
}, 60_000)
afterAll(async () => {
  await sessions.end()
  await h.db.stop()
})

async function anEditor(n: number): Promise<Person> {
  const person = await h.person(`editor${n}`)
  await h.rpc(person, 'my_session')
  const offer = { role: 'member', base: world.base, base_role: 'editor', email: null }
  const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
    workspace: world.workspace,
    ...offer,
  })
  await h.rpc(person, 'accept_invitation', { token })
  return person
}

/** A batch of one of the editors in a session of its own, as REST runs it. */
async function apply(mutations: object[], editor: number): Promise<Result[]> {
  const claims = JSON.stringify({ sub: editors[editor]!.id, role: 'authenticated' })
  const rows = await sessions.begin(async (tx) => {
    // How long a busy machine takes is no matter here.
    await tx`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true), set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
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
      for (let step = 0; step < steps; step += 1) all.push(...(await apply(batch(by), session)))
      return all
    }),
  )
  return results.flat()
}
const make = (of: 'films' | 'people', n: number) =>
  Promise.all(Array.from({ length: n }, (_, at) => lab.make(lab[of], `${of} ${at}`)))
interface Told {
  /** Record and linked record. */
  readonly links: readonly (readonly [string, string])[]
  /** Records that link more than a cell tells. */
  readonly full: ReadonlySet<string>
}

/** What the cells of a field say, as readers of the table are told. */
async function told(of: 'films' | 'people', name: string): Promise<Told> {
  const rows = await h.db.sql<{ id: string }[]>`select id from ${h.db.sql(`data.${lab[of].relation}`)}`
  const query = { table: lab[of].id, sorts: [], fields: [lab.field(name)] }
  const args = { query, ids: rows.map(({ id }) => id) }
  type Cell = { readonly count: number; readonly items: readonly (readonly [string])[] } | null
  const answer = await h.rpc<{ rows: [string, number, Cell][] }>(world.viewer, 'rows_by_id', args)
  return {
    links: answer.rows.flatMap(([id, , cell]) => (cell?.items ?? []).map(([other]) => [id, other] as const)),
    full: new Set(
      answer.rows.filter(([, , cell]) => cell && cell.count > cell.items.length).map(([id]) => id),
    ),
  }
}

/** Both sides of a pair say the same, each from its own. */
async function expectSidesToAgree(): Promise<void> {
  for (const [a, from, b, to] of [
    ['Cast', 'films', 'Films', 'people'],
    ['Director', 'films', 'Directs', 'people'],
    ['Sequels', 'films', 'Prequel', 'films'],
  ] as const) {
    const [one, other] = [await told(from, a), await told(to, b)]
    const whole = ([x, y]: readonly [string, string]) => !one.full.has(x) && !other.full.has(y)
    const turned = other.links.map(([y, x]) => [x, y] as const)
    const written = (links: Told['links']) =>
      links
        .filter(whole)
        .map((link) => link.join(' '))
        .toSorted()
    expect([a, written(turned)]).toEqual([a, written(one.links)])
  }
}

const codes = (results: Result[]) =>
  [...new Set(results.map(({ status, error }) => error?.code ?? status))].toSorted()

test('fifty editors link and unlink few records from both sides without an error', {
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
  await expectSidesToAgree()
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
  await expectSidesToAgree()
})

test('two who fill the one place of a record at once: one is told that it is taken', async () => {
  const [first, second] = await make('films', 2)
  const [prequel] = await make('films', 1)
  const links = await Promise.all(
    [first!, second!].map((film, editor) =>
      apply(
        [{ ...lab.change(lab.films, film, lab.field('Sequels'), { link: [prequel!] }), id: uuidV7() }],
        editor,
      ),
    ),
  )
  expect(codes(links.flat())).toEqual(['link_taken', 'ok'])
  expect(await lab.faults()).toEqual([])
  await expectSidesToAgree()
})
