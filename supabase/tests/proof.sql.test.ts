/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** The proof reads what is in force: it agrees with what people really reach, and sees every change by hand. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createFullTable,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startHarness,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  world = await buildWorld(h)
  table = await createFullTable(h, world)
})
afterAll(() => h.db.stop())

interface Proof {
  at: string
  tables: {
    table: string
    faults: { guard: string; action: string | null; name: string | null }[]
    cells: { role: string; action: string; scope: string; rule: Json }[]
    fields: { role: string; field: string; access: string | null }[]
  }[]
}
const proof = (person: Person = world.creator) => h.rpc<Proof>(person, 'proof_matrix', { base: world.base })
const faults = async () => (await proof()).tables.find((one) => one.table === table.id)!.faults
const grant = (role: string, action: string, scope: string, rule: Json = null) =>
  h.rpc(world.creator, 'set_grant', { role, table: table.id, action, scope, rule })
const levelIs = (id: string): Json => {
  const field = table.fields.find(({ name }) => name === 'Level')!.id
  return { call: '=', args: [{ field }, { option: id, field }] }
}
const roleIds = async () =>
  Object.fromEntries(
    (await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', { base: world.base })).map(
      ({ id, name }) => [name, id],
    ),
  )
const onTable = (sql: string) => h.db.sql.unsafe(sql.replaceAll(/\bT\b/g, `data.${table.relation}`)).simple()

describe('what each role may do', () => {
  test('is what the database answers to people who hold that role alone', async () => {
    const roles = await roleIds()
    await createFullTable(h, world, 'Second')
    await grant(world.role, 'read', 'rules', levelIs('high'))
    await grant(world.role, 'update', 'all')
    await grant(roles['viewer']!, 'create', 'all')
    await grant(roles['editor']!, 'read', 'none')
    const single: [string, Person][] = [
      [roles['editor']!, world.editor],
      [roles['viewer']!, world.viewer],
      [world.role, world.holder],
    ]
    const { tables } = await proof()
    expect(tables).toHaveLength(2)
    for (const { table: id, cells } of tables) {
      expect(cells).toHaveLength(16)
      for (const [role, person] of single) {
        for (const action of ['read', 'create', 'update', 'delete']) {
          const [row] = await h.as(person, (tx) => tx`select plinth_private.scope(${id}, ${action}) as s`)
          const cell = cells.find((one) => one.role === role && one.action === action)!
          expect([role, action, cell.scope]).toEqual([role, action, row!['s']])
        }
      }
    }
    const cell = tables[0]!.cells.find((one) => one.role === world.role && one.action === 'read')!
    expect(cell.rule).toEqual(levelIs('high'))
  })

  test('is for creators alone', async () => {
    await proof(world.owner)
    for (const person of [world.editor, world.viewer, world.holder]) {
      expect(await refusalOf(proof(person))).toBe('forbidden')
    }
    for (const person of [world.member, world.outsider])
      expect(await refusalOf(proof(person))).toBe('not_found')
    expect(await refusalOf(proof(world.anonymous))).toBe('forbidden')
  })
})

describe('what guards a table', () => {
  test('is in force on every table, with rules and without, and after they changed', async () => {
    expect(await faults()).toEqual([])
    await grant(world.role, 'read', 'rules', levelIs('high'))
    await grant(world.role, 'update', 'rules', levelIs('low'))
    expect(await faults()).toEqual([])
    await grant(world.role, 'read', 'rules', levelIs('mid'))
    await grant(world.role, 'delete', 'rules', { call: 'has_role', args: [{ text: "it's" }] })
    expect(await faults()).toEqual([])
  })

  test('differs after any change by hand, and says where', async () => {
    await grant(world.role, 'read', 'rules', levelIs('high'))
    const changes: [string, string, Partial<Proof['tables'][0]['faults'][0]>][] = [
      [
        'alter policy plinth_update on T using (created_by is not null)',
        'select plinth_private.renew_policies($)',
        { guard: 'policy', action: 'update', name: 'plinth_update' },
      ],
      [
        'drop policy plinth_delete on T',
        'create policy plinth_delete on T for delete to authenticated using (false)',
        { guard: 'policy', action: 'delete', name: 'plinth_delete' },
      ],
      [
        'create policy more on T for select to authenticated using (created_by is null)',
        'drop policy more on T',
        { guard: 'policy', action: 'read', name: 'more' },
      ],
      [
        'create policy everything on T to authenticated using (created_by is null)',
        'drop policy everything on T',
        { guard: 'policy', action: null, name: 'everything' },
      ],
      [
        'alter policy plinth_select on T to public',
        'alter policy plinth_select on T to authenticated',
        { guard: 'policy', action: 'read', name: 'plinth_select' },
      ],
      [
        'alter table T disable row level security',
        'alter table T enable row level security',
        { guard: 'row_security' },
      ],
      ['grant select on T to anon', 'revoke all on T from anon', { guard: 'grants' }],
      [
        'revoke delete on T from authenticated',
        'grant delete on T to authenticated',
        { guard: 'missing_grants' },
      ],
      [
        'revoke insert (count) on T from authenticated',
        'grant insert (count) on T to authenticated',
        { guard: 'missing_grants', name: table.relation },
      ],
      [
        'create trigger spy before update on T for each row execute function plinth_private.stamp()',
        'drop trigger spy on T',
        { guard: 'foreign_trigger', name: 'spy' },
      ],
      [
        `drop trigger plinth_states on T; create trigger plinth_states before insert or update on T for each row
          execute function plinth_private.stamp()`,
        'drop trigger plinth_states on T; select plinth_private.guard_values($)',
        { guard: 'trigger', name: 'plinth_states' },
      ],
      [
        'grant truncate on T to authenticated',
        'revoke truncate on T from authenticated',
        { guard: 'grants' },
      ],
      [
        'grant update (ver) on T to authenticated',
        'revoke update (ver) on T from authenticated',
        { guard: 'grants' },
      ],
      [
        'grant update (files) on T to authenticated',
        'revoke update (files) on T from authenticated',
        { guard: 'grants' },
      ],
      [
        'alter table T disable trigger plinth_stamp',
        'alter table T enable trigger plinth_stamp',
        { guard: 'trigger', name: 'plinth_stamp' },
      ],
      ['drop trigger plinth_log_delete on T', '', { guard: 'trigger', name: 'plinth_log_delete' }],
    ]
    for (const [by, back, fault] of changes) {
      await onTable(by)
      expect([by, await faults()]).toEqual([by, [expect.objectContaining(fault)]])
      if (back === '') continue
      await onTable(back.replaceAll('$', `'${table.id}'`))
      if (back.includes('create policy')) await h.db.sql`select plinth_private.renew_policies(${table.id})`
      expect([back, await faults()]).toEqual([back, []])
    }
  })

  test('covers locks, and fields that are kept from some', async () => {
    const roles = await roleIds()
    const notes = table.fields.find(({ name }) => name === 'Notes')!
    const lock = { name: 'Closed', rule: levelIs('high'), creators: true, roles: [] }
    await h.rpc(world.creator, 'save_record_lock', { table: table.id, lock: uuidV7(), definition: lock })
    await h.rpc(world.creator, 'set_field_grant', { role: roles['editor'], field: notes.id, access: 'read' })
    await grant(world.role, 'read', 'all')
    expect(await faults()).toEqual([])
    const { fields } = (await proof()).tables.find((one) => one.table === table.id)!
    const access = Object.fromEntries(fields.map((one) => [one.role, one.access]))
    expect(access).toMatchObject({
      [roles['editor']!]: 'read',
      [roles['viewer']!]: 'read',
      [world.role]: 'read',
    })
    await h.db.sql.unsafe(`alter table data.${table.relation} disable trigger plinth_access_update`)
    expect(await faults()).toMatchObject([{ guard: 'trigger', name: `plinth_access_update` }])
  })

  test('is not hidden by rules that were changed behind the triggers', async () => {
    await grant(world.role, 'read', 'rules', levelIs('high'))
    await h.db.admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update plinth.role_grant set rule = ${tx.json(levelIs('low') as never)} where role_id = ${world.role}`
    })
    expect((await faults()).map(({ guard, action }) => [guard, action])).toContainEqual(['policy', 'read'])
  })

  test('leaves nothing behind in the database', async () => {
    const relations = async () =>
      (
        await h.db.sql`select count(*)::int as n from pg_class where relpersistence = 't' and relkind = 'r'`
      )[0]!['n']
    await proof()
    await proof()
    expect(await relations()).toBe(0)
  })
})
