/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** The proof sees what is done by hand to the relation of a link, and counts that are wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

let h: Harness
let world: World
let lab: LinkLab
let relation: string
let cast: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  cast = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  await lab.link(lab.films, lab.films, 'Sequels', { pair: 'Prequel' })
  const ada = await lab.make(lab.people, 'Ada')
  await lab.make(lab.films, 'Alien', { [cast]: { link: [ada] } })
  const [row] = await h.db.admin<
    { relation: string }[]
  >`select relation from plinth_private.link where a_field = ${cast}`
  relation = row!.relation
}, 60_000)
afterAll(() => h.db.stop())

interface Fault {
  guard: string
  action: string | null
  name: string | null
  field?: string
}
const faults = async () => {
  const proof = await h.rpc<{ tables: { faults: Fault[] }[] }>(world.creator, 'proof_matrix', {
    base: world.base,
  })
  return proof.tables.flatMap((table) => table.faults)
}

test('nothing is wrong with links as they are made', async () => {
  expect(await faults()).toEqual([])
})

test.each([
  ['alter table J disable row level security', 'alter table J enable row level security', ['row_security']],
  ['grant insert on J to authenticated', 'revoke insert on J from authenticated', ['grants']],
  ['grant update (a) on J to authenticated', 'revoke update (a) on J from authenticated', ['grants']],
  ['grant select on J to anon', 'revoke select on J from anon', ['grants']],
  ['revoke select on J from authenticated', 'grant select on J to authenticated', ['missing_grants']],
  ['create policy more on J for select to authenticated using (true)', 'drop policy more on J', ['policy']],
  [
    'alter table J disable trigger plinth_links_insert',
    'alter table J enable trigger plinth_links_insert',
    ['trigger'],
  ],
  [
    'create trigger spy after insert on J execute function plinth_private.log_rows()',
    'drop trigger spy on J',
    ['foreign_trigger'],
  ],
  ['update F set cast_2 = 7 where true', 'update F set cast_2 = 1 where true', ['side']],
])('%s shows, and is gone when it is taken back', async (break_, mend, wanted) => {
  const run = (sql: string) =>
    h.db.admin.unsafe(
      sql.replaceAll(/\bJ\b/g, `data.${relation}`).replaceAll(/\bF\b/g, `data.${lab.films.relation}`),
    )
  await run(break_)
  const found = await faults()
  expect(found.map(({ guard }) => guard)).toEqual(wanted)
  expect(found[0]).toMatchObject({ field: cast })
  await run(mend)
  expect(await faults()).toEqual([])
})

test('a policy that lets more through shows', async () => {
  const [row] = await h.db.admin<{ body: string }[]>`
    select pg_get_expr(polqual, polrelid) as body from pg_policy where polrelid = ${`data.${relation}`}::regclass`
  await h.db.admin.unsafe(`alter policy plinth_select on data.${relation} using (true)`)
  expect(await faults()).toMatchObject([
    { guard: 'policy', action: 'read', name: 'plinth_select', field: cast },
  ])
  await h.db.admin.unsafe(`alter policy plinth_select on data.${relation} using (${row!.body})`)
  expect(await faults()).toEqual([])
})

test('counts that are wrong are counted anew by the owner of the database', async () => {
  await h.db.admin.unsafe(`update data.${lab.films.relation} set cast_2 = 9 where true`)
  const [row] = await h.db.sql<{ n: string }[]>`select plinth_private.recount_links(${cast}) as n`
  expect(row!.n).toBe('1')
  expect(await lab.faults()).toEqual([])
})
