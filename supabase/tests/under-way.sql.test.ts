/** A field whose type is being changed, or that is being hidden, while others go on. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fieldOf, type Harness, refusalOf, startWorld, type TestTable, type World } from './harness.ts'
import { openSession } from './sessions.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

const make = (name: string) =>
  h.rpc<TestTable>(world.creator, 'create_table', {
    base: world.base,
    definition: { id: uuidV7(), name, fields: [fieldOf('Title', 'text'), fieldOf('Amount', 'integer')] },
  })

test('a type change that has begun ends, goes on or is given up before anything else happens to its field', async () => {
  const { relation, fields } = await make('Changing')
  const field = fields[1]!.id
  await h.db.sql.unsafe(`insert into data.${relation} (amount) select g from generate_series(1, 2100) as g`)
  const change = (type: string) => h.rpc(world.creator, 'change_type', { field, type, options: {} })
  await change('number')
  expect(await refusalOf(change('text'))).toBe('field_changing')
  const others: [string, Record<string, unknown>][] = [
    ['delete_field', { field }],
    ['update_field', { field, changes: { default: { kind: 'value', value: 5 } } }],
    ['duplicate_field', { field, copy: uuidV7(), name: 'Copy', with_values: true }],
    ['set_field_grant', { role: world.role, field, access: 'hidden' }],
  ]
  for (const [name, args] of others) {
    expect([name, await refusalOf(h.rpc(world.creator, name, args))]).toEqual([name, 'field_changing'])
  }
  await h.rpc(world.creator, 'cancel_type_change', { field })
  await h.rpc(world.creator, 'delete_field', { field })
})

test('a value that is written while its field is being hidden is not lost', async () => {
  const { relation, fields } = await make('Hiding')
  const [row] = await h.db.sql.unsafe(`insert into data.${relation} (amount) values (1) returning id`)
  const writing = await openSession(h, world.editor)
  await writing.run(`update data.${relation} set amount = 2 where id = '${row!['id'] as string}'`)
  const hiding = await openSession(h, world.creator)
  const hidden = hiding.call('set_field_grant', { role: world.role, field: fields[1]!.id, access: 'hidden' })
  await hiding.waits(hidden)
  await writing.commit()
  await hidden
  await hiding.commit()
  const [field] = await h.db.sql`select side from plinth.field where id = ${fields[1]!.id}`
  const values = await h.db.sql.unsafe(`select amount from data.${field!['side'] as string}`)
  expect(values.map((one) => Number(one['amount']))).toEqual([2])
})

test('what somebody else has just emptied out of the trash is not there to be restored', async () => {
  const { id, name } = await make('Emptied')
  await h.rpc(world.creator, 'delete_table', { table: id })
  const emptying = await openSession(h, world.creator)
  await emptying.call('empty_trash', { base: world.base, item: id, confirm_name: name })
  const restoring = await openSession(h, world.creator)
  const restored = restoring.call('restore_table', { table: id })
  await restoring.waits(restored)
  await emptying.commit()
  expect(await refusalOf(restored)).toBe('not_found')
  await restoring.rollback()
})

test('a table that somebody else has just deleted is not there to be changed', async () => {
  const { id } = await make('Deleted')
  const deleting = await openSession(h, world.creator)
  await deleting.call('delete_table', { table: id })
  const changing = await openSession(h, world.creator)
  const changed = changing.call('update_table', { table: id, changes: { name: 'Changed' } })
  await changing.waits(changed)
  await deleting.commit()
  expect(await refusalOf(changed)).toBe('not_found')
  await changing.rollback()
  const [kept] = await h.db.sql`select name from plinth."table" where id = ${id}`
  expect(kept!['name']).toBe('Deleted')
})

test('a field that went while somebody waited for its table is not there to be changed', async () => {
  const { id, fields } = await make('Fields that go')
  const field = fields[1]!.id
  const removing = await openSession(h, null)
  await removing.run(`select 1 from plinth."table" where id = '${id}' for update`)
  await removing.run(`delete from plinth.field where id = '${field}'`)
  const changing = await openSession(h, world.creator)
  const changed = changing.call('update_field', { field, changes: { name: 'Changed' } })
  await changing.waits(changed)
  await removing.commit()
  expect(await refusalOf(changed)).toBe('not_found')
  await changing.rollback()
})

test('what shapes a base says that it is busy when somebody holds what it needs', async () => {
  const [one, other] = [await make('Moved'), await make('Held')]
  const holding = await openSession(h, null)
  await holding.run(`select 1 from plinth."table" where id = '${other.id}' for update`)
  const moved = h.rpc(world.creator, 'update_table', { table: one.id, changes: { position: 99 } })
  const ends = refusalOf(moved)
  const emptying = await openSession(h, null)
  await emptying.run(`select 1 from plinth.base where id = '${world.base}' for update`)
  const everything = { base: world.base, item: null, confirm_name: 'Müller & Söhne' }
  const emptied = refusalOf(h.rpc(world.creator, 'empty_trash', everything))
  expect([await ends, await emptied]).toEqual(['busy', 'busy'])
  await holding.rollback()
  await emptying.rollback()
})
