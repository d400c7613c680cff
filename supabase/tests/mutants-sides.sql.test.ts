/** Values that stand aside are bound by the rules of their table, as these are now, whoever may write the field itself. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fieldOf, type Harness, type Json, startWorld, type World } from './harness.ts'
import { type HiddenTable, hiddenTable, rolesOf } from './hidden-lab.ts'

let h: Harness
let world: World
let roles: ReadonlyMap<string, string>
let people: HiddenTable
let count = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  roles = await rolesOf(h, world)
})
beforeEach(async () => {
  people = await hiddenTable(h, world, roles, `People ${(count += 1)}`)
  await people.grant('read', 'all')
  await people.allow('viewer', 'Salary', 'hidden')
})
afterAll(() => h.db.stop())

const isMine = (): Json => ({ call: '=', args: [{ field: people.field('Name') }, { text: 'mine' }] })
/** How many of my record and of another one take a value, which stands aside, from the holder of the role. */
const writable = async (mine: string, other: string) => [
  await people.writeAside(world.holder, 'Salary', mine, 5),
  await people.writeAside(world.holder, 'Salary', other, 5),
]

describe('a value that stands aside', () => {
  test('is written where its record may be changed, and nowhere else', async () => {
    const [mine, other] = [await people.add('mine', 1), await people.add('other', 1)]
    await people.grant('update', 'rules', isMine())
    expect(await writable(mine, other)).toEqual([1, 0])
  })

  test('comes back from the trash under the rules and locks that its table has got meanwhile', async () => {
    const [mine, other] = [await people.add('mine', 1), await people.add('other', 1)]
    await people.grant('update', 'all')
    expect(await writable(mine, other)).toEqual([1, 1])
    await h.rpc(world.creator, 'delete_field', { field: people.field('Salary') })
    const lock = { name: 'Closed', rule: { call: 'not', args: [isMine()] }, creators: false, roles: [] }
    await h.rpc(world.creator, 'save_record_lock', {
      table: people.table.id,
      lock: uuidV7(),
      definition: lock,
    })
    await h.rpc(world.creator, 'restore_field', { field: people.field('Salary') })
    expect(await people.side('Salary')).not.toBeNull()
    expect(await writable(mine, other)).toEqual([1, 0])
  })

  test('is no list of files that somebody writes', async () => {
    const id = uuidV7()
    const definition = { ...fieldOf('Files', 'attachment'), id }
    await h.rpc(world.creator, 'create_field', { table: people.table.id, definition })
    await people.grant('update', 'all')
    const role = roles.get('viewer')
    await h.rpc(world.creator, 'set_field_grant', { role, field: id, access: 'hidden' })
    const record = await people.add('mine')
    const [field] = await h.db.sql`select side, column_name from plinth.field where id = ${id}`
    const write = h.as(world.editor, (tx) =>
      tx.unsafe(
        `update data.${field!['side']} set ${field!['column_name']} = '{${uuidV7()}}' where id = '${record}'`,
      ),
    )
    await expect(write).rejects.toMatchObject({ state: '42501' })
  })
})
