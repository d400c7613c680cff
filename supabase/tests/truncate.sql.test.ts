/** TRUNCATE by the owner of the database: of a table, of one with fields that stand aside, and of such a side alone. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Harness, refusalOf, startWorld, type World } from './harness.ts'
import { type FullLab, fullLab } from './hidden-full-lab.ts'

let h: Harness
let world: World
let lab: FullLab
let record: string
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  lab = await fullLab(h, world, `Emptied ${(count += 1)}`)
  record = await lab.put({ title: 'a', count: 1 })
  await lab.put({ title: 'b' })
})
afterAll(() => h.db.stop())

const truncate = (what: string) =>
  h.db.sql.unsafe(`truncate ${what}`).then(
    () => 'done',
    (error: { code: string; message: string; detail?: string }) =>
      error.code.startsWith('PT') ? `${error.message} ${error.detail}` : error.code,
  )
const held = async (relation: string) =>
  Number((await h.db.sql.unsafe(`select count(*) as n from ${relation}`))[0]!['n'])
const booked = async () =>
  Number(
    (
      await h.db.sql`select total as n from plinth_private.row_totals(${world.workspace})
      where table_id = ${lab.table.id}`
    )[0]!['n'],
  )
const watermark = async () =>
  (await h.db.sql`select pg_snapshot_xmin(pg_current_snapshot())::text as seq`)[0]!['seq'] as string
const upload = async () => {
  const args = {
    table: lab.table.id,
    record,
    field: lab.field('Files').id,
    file: { id: uuidV7(), name: 'a.pdf', mime: 'application/pdf', bytes: 5, thumbnail: false },
  }
  return (await h.rpc<{ key: string }>(world.creator, 'begin_upload', args)).key
}

test('a table with fields aside goes with all its sides, is logged, counted and leaves no files', async () => {
  await lab.hide('Count', 'Files')
  const key = await upload()
  const seq = await watermark()
  expect(await truncate(lab.relation)).toBe('0A000')
  expect([await held(lab.relation), await booked()]).toEqual([2, 2])
  expect(await truncate(`${lab.relation} cascade`)).toBe('done')
  const sides = [await lab.home('Count'), await lab.home('Files')]
  expect(await Promise.all([lab.relation, ...sides].map(held))).toEqual([0, 0, 0])
  expect(await booked()).toBe(0)
  expect(await h.rpc(world.viewer, 'changes_since', { table: lab.table.id, seq })).toMatchObject({
    reset: true,
  })
  expect(await h.db.sql`select 1 from plinth.removed_key where key = ${key}`).toHaveLength(1)
  expect(await h.db.sql`select 1 from plinth.attachment where table_id = ${lab.table.id}`).toHaveLength(0)
  record = await lab.put({ title: 'new', count: 5 })
  expect([await lab.value('Count', record), await held(sides[0]!), await booked()]).toEqual(['5', 1, 1])
  expect(await truncate(`${lab.relation}, ${sides.join(', ')}`)).toBe('done')
  expect(await booked()).toBe(0)
})

test('a side alone stays: each record has a row there', async () => {
  await lab.hide('Count')
  const side = await lab.home('Count')
  const details = { table: lab.table.id, field: lab.field('Count').id, rule: 'truncate' }
  const [code, ...text] = (await truncate(side)).split(' ')
  expect([code, JSON.parse(text.join(' '))]).toEqual(['field_hidden', details])
  expect([await held(side), await lab.value('Count', record)]).toEqual([2, '1'])
  await h.db.sql.unsafe(`delete from ${lab.relation}`)
  expect(await truncate(side)).toBe('done')
})

test('in the trash the same holds of a table; a field there may be emptied and comes back empty', async () => {
  await lab.hide('Count', 'Notes')
  const notes = await lab.home('Notes')
  await h.rpc(world.creator, 'delete_field', { field: lab.field('Count').id })
  const [holder] = await h.db.sql`
    select t.relation from plinth."table" as t join plinth.field as f on f.table_id = t.id where f.id = ${lab.field('Count').id}`
  expect(await truncate(`plinth_trash.${holder!['relation']}`)).toBe('done')
  await h.rpc(world.creator, 'restore_field', { field: lab.field('Count').id })
  expect([await lab.value('Count', record), await held(await lab.home('Count'))]).toEqual([null, 2])
  await h.rpc(world.creator, 'delete_table', { table: lab.table.id })
  expect(await truncate(notes.replace('data.', 'plinth_trash.'))).toMatch(/^field_hidden /)
})

test('nobody but the owner of the database may', async () => {
  await lab.hide('Count')
  for (const relation of [lab.relation, await lab.home('Count')]) {
    for (const who of [world.creator, world.holder, world.editor, world.outsider]) {
      const attempt = h.as(who, (tx) => tx.unsafe(`truncate ${relation} cascade`))
      await expect(attempt).rejects.toMatchObject({ state: '42501' })
    }
  }
  expect(await held(lab.relation)).toBe(2)
})

test('a record that comes back has the state that it had, a new one begins at the first', async () => {
  const steps = [{ id: uuidV7(), name: 'On', from: 'low', to: 'mid', roles: null, fourEyes: false }]
  await h.rpc(world.creator, 'update_field', {
    field: lab.field('State').id,
    changes: { options: { ...(await options()), initial: 'low' } },
  })
  await h.rpc(world.creator, 'set_transitions', { field: lab.field('State').id, transitions: steps })
  await lab.set(null, 'State', record, 'mid')
  expect(await truncate(lab.relation)).toBe('done')
  const insert = (id: string) =>
    h.as(world.editor, (tx) => tx.unsafe(`insert into ${lab.relation} (id, state) values ('${id}', 'mid')`))
  expect(await refusalOf(insert(uuidV7()))).toBe('transition_refused')
  expect((await insert(record)).count).toBe(1)
})
const options = async () =>
  (await h.db.sql`select options from plinth.field where id = ${lab.field('State').id}`)[0]![
    'options'
  ] as object
