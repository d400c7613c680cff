/** Locks of records as they are kept: whose they are, what they must say, and whom they may name. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type Args, type Case, refusalsOf, toldTo } from './refusals.ts'

let h: Harness
let world: World
let table: TestTable
let other: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  other = await createFullTable(h, world, 'Other')
})
afterAll(() => h.db.stop())

const field = (name: string, of = table) => of.fields.find((one) => one.name === name)!.id
const over = (amount: number): Json => ({ call: '>', args: [{ field: field('Count') }, { number: amount }] })
const good = () => ({ name: 'Paid', rule: over(5), creators: false, roles: [] as string[] })
const save = (args: Args) => toldTo(h, world.creator, 'save_record_lock', args)
const taken = ['taken', undefined]

test('a lock has an id, a rule, and says whom it lets through', async () => {
  const elsewhere = uuidV7()
  const base = await createBase(h, world.owner, world.workspace, 'Second')
  await h.rpc(world.owner, 'save_role', { base, role: elsewhere, changes: { name: 'Elsewhere' } })
  const paid = uuidV7()
  expect(await save({ table: table.id, lock: paid, definition: good() })).toEqual(taken)
  const changed = (change: Record<string, Json>): Args => ({
    definition: { ...good(), name: 'Other', ...change },
  })
  const cases: Case[] = [
    [{ lock: null, ...changed({}) }, 'invalid_input', 'id'],
    [{ lock: paid, table: other.id }, 'invalid_input', 'id'],
    [{ definition: null }, 'invalid_input', 'lock'],
    [changed({ rule: null }), 'invalid_input', 'lock'],
    [changed({ rule: 'Count > 5' }), 'invalid_input', 'lock'],
    [changed({ creators: null }), 'invalid_input', 'lock'],
    [changed({ creators: 'true' }), 'invalid_input', 'lock'],
    [changed({ roles: null }), 'invalid_input', 'lock'],
    [changed({ roles: {} }), 'invalid_input', 'lock'],
    [changed({ roles: world.role }), 'invalid_input', 'lock'],
    [changed({ roles: [uuidV7()] }), 'not_found'],
    [changed({ roles: [elsewhere] }), 'not_found'],
    [changed({ roles: [world.role, elsewhere] }), 'not_found'],
    [changed({ name: 'PAID' }), 'name_taken'],
    [changed({ name: ' ' }), 'name_required'],
    [changed({ rule: { number: 5 } }), 'expression_invalid', 'type'],
  ]
  const lock = { table: table.id, lock: uuidV7() }
  const args = { ...lock, definition: good() }
  const { told, expected } = await refusalsOf(h, world.creator, 'save_record_lock', args, cases)
  expect(told).toEqual(expected)
  expect(await save({ ...lock, ...changed({ roles: [world.role] }) })).toEqual(taken)
  expect(await toldTo(h, world.creator, 'delete_record_lock', { lock: uuidV7() })).toEqual([
    'not_found',
    undefined,
  ])
})

test('who a lock binds puts no file into its records', async () => {
  const lock = uuidV7()
  const rule = { call: '>', args: [{ field: field('Count', other) }, { number: 5 }] }
  expect(await save({ table: other.id, lock, definition: { ...good(), rule } })).toEqual(taken)
  const record = uuidV7()
  await h.db.sql.unsafe(`insert into data.${other.relation} (id, count) values ('${record}', 9)`)
  const file = { id: uuidV7(), name: 'a.txt', mime: 'text/plain', bytes: 5, thumbnail: false }
  const upload = { table: other.id, record, field: field('Files', other), file }
  expect(await toldTo(h, world.editor, 'begin_upload', upload)).toEqual(['record_locked', lock])
})

test('who could not hold a record is told why, as far as they read it', async () => {
  const rule = { call: '>', args: [{ field: field('Count') }, { number: 50 }] }
  const lock = uuidV7()
  expect(await save({ table: table.id, lock, definition: { ...good(), name: 'Held', rule } })).toEqual(taken)
  const rows = await h.db.sql.unsafe(
    `insert into data.${table.relation} (count) values (1), (99) returning id`,
  )
  const [open, locked] = rows.map((row) => row['id'] as string)
  const refused = (who: Person, record: string) =>
    refusalOf(
      h.as(who, (tx) => tx`select plinth_private.refuse_unheld(${table.id}, ${table.relation}, ${record})`),
    )
  expect(await refused(world.editor, locked!)).toBe('record_locked')
  expect(await refused(world.editor, open!)).toBe('rule_refused')
  expect(await refused(world.holder, locked!)).toBe('not_found')
  expect(await refused(world.editor, uuidV7())).toBe('not_found')
})
