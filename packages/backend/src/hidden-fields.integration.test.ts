import type { Field, RoleId, Table } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  startWorld,
  value,
  type World,
} from './integration-world.ts'
import type { Person } from './testing.ts'

let world: World
let table: Table
let pay: Field
let viewerRole: RoleId

beforeAll(async () => {
  world = await startWorld()
  const states = [{ id: 'in' as never, label: 'In', hue: 'blue' as const }]
  table = await makeTable(world, 'Staff', [
    fieldOf('Name', 'text'),
    fieldOf('Pay', 'integer'),
    fieldOf('State', 'status', { options: states }),
    fieldOf('Code', 'text'),
  ])
  pay = fieldNamed(table, 'Pay')
  const listed = value(await world.owner.backend.roles.list(world.base))
  viewerRole = listed.find(({ kind }) => kind === 'viewer')!.id
  await addRecord(world.editor, table, { [pay.id]: 4200 })
})
afterAll(() => world?.stop())

const fieldNamed = (of: Table, name: string) => of.fields.find((field) => field.name === name)!

async function tableOf({ backend }: Person): Promise<Table> {
  return value(await backend.bases.schema(world.base)).tables.find(({ id }) => id === table.id)!
}

async function firstValues({ backend }: Person): Promise<Record<string, unknown>> {
  const query = { table: table.id, sorts: [] }
  const page = await backend.rows.window({ query, anchor: null, direction: 'forward', skip: 0, take: 10 })
  return value(page).rows[0]!.values
}

describe('a hidden field', () => {
  test('is told to those who see it, and is nowhere for the others', async () => {
    const { roles } = world.owner.backend
    value(await roles.setFieldGrant(viewerRole, pay.id, 'hidden'))
    expect(fieldNamed(await tableOf(world.owner), 'Pay')).toMatchObject({ hidden: true })
    expect(fieldNamed(await tableOf(world.editor), 'Pay')).toMatchObject({ hidden: true })
    expect((await tableOf(world.viewer)).fields.map(({ name }) => name)).toEqual(['Name', 'State', 'Code'])
    expect(await firstValues(world.editor)).toMatchObject({ [pay.id]: 4200 })
    expect(Object.keys(await firstValues(world.viewer))).not.toContain(pay.id)
    const listed = value(await roles.list(world.base)).find(({ id }) => id === viewerRole)
    expect(listed?.fieldGrants).toEqual([{ field: pay.id, access: 'hidden' }])
  })

  test('is changed by those who may, as any other', async () => {
    const record = await addRecord(world.editor, table, { [pay.id]: 5100 })
    const change = {
      id: newId(),
      kind: 'update',
      table: table.id,
      record,
      values: { [pay.id]: 5200 },
      base: { [pay.id]: 5100 },
    } as never
    const [changed] = value(await world.editor.backend.rows.apply({ mutations: [change], atomic: false }))
    expect(changed).toMatchObject({ status: 'ok', ver: 2 })
  })

  test('is seen through somebody else’s eyes as they see it', async () => {
    const view = world.owner.backend.viewAs(world.base, { person: world.viewer.userId })
    const seen = value(await view.bases.schema(world.base)).tables.find(({ id }) => id === table.id)!
    expect(seen.fields.map(({ name }) => name)).toEqual(['Name', 'State', 'Code'])
  })

  test('comes back into its table when no role hides it any more', async () => {
    const { roles, bases } = world.owner.backend
    value(await roles.setFieldGrant(viewerRole, pay.id, null))
    const { done, total } = value(await bases.bringBackField(pay.id))
    expect(done).toBe(total)
    const back = fieldNamed(await tableOf(world.viewer), 'Pay')
    expect([back.hidden, back.aside]).toEqual([undefined, undefined])
    expect(await firstValues(world.viewer)).toMatchObject({ [pay.id]: 4200 })
    expect(refusal(await world.editor.backend.bases.bringBackField(pay.id))).toBe('forbidden')
    expect(refusal(await world.outsider.backend.bases.bringBackField(pay.id))).toBe('not_found')
  })

  test('is none that names the records, is a state or must be filled', async () => {
    const { roles } = world.owner.backend
    const code = fieldNamed(table, 'Code')
    value(
      await world.owner.backend.bases.updateField(
        code.id,
        {},
        { table: table.id, rules: { required: true }, keep: true },
      ),
    )
    const refusals = []
    for (const name of ['Name', 'State', 'Code']) {
      const answer = await roles.setFieldGrant(viewerRole, fieldNamed(table, name).id, 'hidden')
      refusals.push([refusal(answer), answer.ok ? null : answer.error.details?.rule])
    }
    expect(refusals).toEqual([
      ['field_unhideable', 'primary'],
      ['field_unhideable', 'status'],
      ['field_unhideable', 'required'],
    ])
  })
})
