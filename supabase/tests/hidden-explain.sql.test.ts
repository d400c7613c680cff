/** Why somebody may or may not read or change one field, and the proof of fields: both ask what the policies ask. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type World,
} from './harness.ts'
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
  lab = await fullLab(h, world, `Explained ${(count += 1)}`)
  record = await lab.put({ count: 7 })
})
afterAll(() => h.db.stop())

interface Explanation {
  allowed: boolean
  because: { role: { name: string } | null; reason: string; scope: string; access?: string | null }[]
}
const explain = (who: Person, person: Person, action: string, label = 'Count', of: string | null = record) =>
  lab.call<Explanation>(who, 'explain_access', {
    table: lab.table.id,
    record: of,
    person: person.id,
    action,
    field: lab.field(label).id,
  })
/** What is said of the field itself. */
const ofField = ({ allowed, because }: Explanation) => [
  allowed,
  ...because
    .filter(({ reason }) => reason.startsWith('field_'))
    .map((one) => [one.role!.name, one.reason, one.scope, one.access]),
]

describe('an explanation of a field', () => {
  test('says of each role what it gives', async () => {
    await lab.hide('Count')
    await lab.allow('Sellers', 'Count', 'read')
    const asked = (person: Person, action: string) => explain(world.creator, person, action).then(ofField)
    expect(await asked(world.editor, 'read')).toEqual([false, ['editor', 'field_grant', 'none', 'hidden']])
    expect(await asked(world.editor, 'update')).toEqual([false, ['editor', 'field_grant', 'none', 'hidden']])
    expect(await asked(world.holder, 'read')).toEqual([true, ['Sellers', 'field_grant', 'all', 'read']])
    expect(await asked(world.holder, 'update')).toEqual([false, ['Sellers', 'field_grant', 'none', 'read']])
    await lab.call(world.creator, 'set_role_member', {
      role: world.role,
      member: world.editor.id,
      holds: true,
    })
    expect(await asked(world.editor, 'read')).toEqual([
      true,
      ['editor', 'field_grant', 'none', 'hidden'],
      ['Sellers', 'field_grant', 'all', 'read'],
    ])
    await lab.allow('Sellers', 'Count', null)
    expect(await asked(world.editor, 'update')).toEqual([
      true,
      ['editor', 'field_grant', 'none', 'hidden'],
      ['Sellers', 'field_default', 'all', 'write'],
    ])
    await lab.call(world.creator, 'set_role_member', {
      role: world.role,
      member: world.editor.id,
      holds: false,
    })
  })

  test('agrees with what reads and changes really do', async () => {
    const rule = { call: 'is_empty', args: [{ field: lab.field('Title').id }] }
    await lab.call(world.creator, 'set_grant', {
      role: world.role,
      table: lab.table.id,
      action: 'update',
      scope: 'rules',
      rule,
    })
    const closed = await lab.put({ count: 5, title: 'x' })
    for (const [role, access] of [
      ['Sellers', 'read'],
      ['Sellers', 'write'],
      ['editor', 'hidden'],
      ['viewer', 'hidden'],
      ['Sellers', 'hidden'],
      ['editor', 'read'],
      ['editor', null],
    ] as const) {
      await lab.allow(role, 'Count', access)
      for (const person of [world.holder, world.editor, world.viewer, world.member, world.outsider]) {
        for (const id of [record, closed]) {
          const place = h.db.sql(await lab.home('Count'))
          const sees = await h
            .as(person, (tx) => tx`select count from ${place} where id = ${id}`)
            .then(
              (rows) => rows.length === 1,
              () => false,
            )
          const said = (await explain(world.creator, person, 'read', 'Count', id)).allowed
          expect([role, access, person.email, 'read', said]).toEqual([
            role,
            access,
            person.email,
            'read',
            sees,
          ])
          const value = Math.floor(Math.random() * 1e9)
          const writes = await lab.set(person, 'Count', id, value).then(
            (n) => n === 1,
            () => false,
          )
          const told = (await explain(world.creator, person, 'update', 'Count', id)).allowed
          expect([role, access, person.email, 'update', told]).toEqual([
            role,
            access,
            person.email,
            'update',
            writes,
          ])
        }
      }
    }
  })

  test('says nothing more of creators and of who is not there', async () => {
    await lab.hide('Count')
    expect(await explain(world.creator, world.owner, 'update')).toEqual({
      allowed: true,
      because: [{ role: null, reason: 'creator', scope: 'all' }],
    })
    expect(await explain(world.creator, world.outsider, 'read')).toMatchObject({
      allowed: false,
      because: [{ reason: 'not_a_member' }],
    })
    expect(await explain(world.creator, world.editor, 'read', 'Count', null)).toMatchObject({
      allowed: false,
    })
  })

  test('is for oneself, and of what one sees', async () => {
    await lab.hide('Count')
    expect(await explain(world.holder, world.holder, 'update')).toMatchObject({ allowed: true })
    expect(await refusalOf(explain(world.holder, world.editor, 'read'))).toBe('forbidden')
    const args = (field: string) => ({
      table: lab.table.id,
      record,
      person: world.editor.id,
      action: 'read',
      field,
    })
    await lab.expectNowhere('explain_access', args, 'Count')
    for (const who of [world.editor, world.viewer]) {
      const asked = [lab.field('Count').id, uuidV7()].map((field) =>
        lab
          .call(who, 'explain_access', { ...args(field), person: who.id })
          .catch((error: Refusal) => [error.code, error.details]),
      )
      const [here, nowhere] = await Promise.all(asked)
      expect(here).toEqual(nowhere)
      expect(here).toEqual(['not_found', '{}'])
    }
    expect(await refusalOf(explain(world.editor, world.editor, 'delete', 'Title'))).toBe('invalid_input')
    expect(await explain(world.editor, world.editor, 'update', 'Title')).toMatchObject({ allowed: true })
  })

  test('of a locked record says so', async () => {
    const lock = {
      name: 'Closed',
      rule: { call: 'is_empty', args: [{ field: lab.field('Title').id }] },
      creators: true,
      roles: [],
    }
    await lab.call(world.creator, 'save_record_lock', {
      table: lab.table.id,
      lock: uuidV7(),
      definition: lock,
    })
    await lab.hide('Count')
    const { allowed, because } = await explain(world.holder, world.holder, 'update')
    expect([allowed, because.map(({ reason }) => reason)]).toEqual([
      false,
      ['grant', 'locked', 'field_default'],
    ])
  })
})

interface Proof {
  tables: {
    table: string
    faults: { guard: string; action: string | null; name: string | null; field?: string }[]
    fields: { role: string; field: string; access: string | null; hidden?: boolean }[]
    together: { field: string; roles: [string, string]; people: string[] }[]
  }[]
}
const proof = async () => {
  const { tables } = await lab.call<Proof>(world.creator, 'proof_matrix', { base: world.base })
  return tables.find(({ table }) => table === lab.table.id)!
}

describe('the proof of a hidden field', () => {
  test('says what each role sees, as the database answers', async () => {
    await lab.hide('Count')
    await lab.allow('Sellers', 'Count', 'read')
    const { fields } = await proof()
    const field = lab.field('Count').id
    expect(Object.fromEntries(fields.map((one) => [one.role, one]))).toEqual({
      [lab.roles.get('editor')!]: { role: lab.roles.get('editor'), field, access: null, hidden: true },
      [lab.roles.get('viewer')!]: { role: lab.roles.get('viewer'), field, access: null, hidden: true },
      [lab.roles.get('commenter')!]: { role: lab.roles.get('commenter'), field, access: 'read' },
      [world.role]: { role: world.role, field, access: 'read' },
    })
  })

  test('warns of two roles that show it together', async () => {
    await lab.hide('Count')
    const field = lab.field('Count').id
    const [editor, viewer] = [lab.roles.get('editor')!, lab.roles.get('viewer')!]
    // Each shows by itself what it shows, and nobody holds both: nothing to say.
    expect((await proof()).together).toEqual([])
    await lab.call(world.creator, 'set_role_member', {
      role: world.role,
      member: world.editor.id,
      holds: true,
    })
    expect((await proof()).together).toEqual([
      { field, roles: [editor, world.role], people: [world.editor.id] },
    ])
    await lab.call(world.creator, 'set_role_member', {
      role: world.role,
      member: world.editor.id,
      holds: false,
    })
    // A role that gives the field, and nothing of the table: with another one it shows what neither shows alone.
    const giving = uuidV7()
    await lab.call(world.creator, 'save_role', {
      base: world.base,
      role: giving,
      changes: { name: `Giving ${count}` },
    })
    await lab.allow(giving, 'Count', 'read')
    expect((await proof()).together).toEqual([
      { field, roles: [editor, giving], people: [] },
      { field, roles: [viewer, giving], people: [] },
    ])
    await lab.call(world.creator, 'delete_role', { role: giving })
  })

  test('differs after any change by hand, and says where', async () => {
    await lab.hide('Count', 'Owner')
    await lab.call(world.creator, 'set_field_rules', {
      field: lab.field('Count').id,
      rules: { max: 3 },
      keep: true,
    })
    const field = lab.field('Count').id
    const [side, people] = [await lab.home('Count'), await lab.home('Owner')]
    const name = side.slice(5)
    expect((await proof()).faults).toEqual([])
    const renew = `select plinth_private.renew_policies('${lab.table.id}')`
    const changes: [string, string, Json][] = [
      [
        `alter policy plinth_select on S using (true)`,
        renew,
        { guard: 'policy', action: 'read', name: 'plinth_select', field },
      ],
      [
        `drop policy plinth_update on S`,
        `create policy plinth_update on S for update to authenticated using (false); ${renew}`,
        { guard: 'policy', action: 'update', name: 'plinth_update', field },
      ],
      [
        `create policy more on S for select to authenticated using (true)`,
        `drop policy more on S`,
        { guard: 'policy', action: 'read', name: 'more', field },
      ],
      [
        `alter table S disable row level security`,
        `alter table S enable row level security`,
        { guard: 'row_security', action: null, name, field },
      ],
      [
        `grant select on S to anon`,
        `revoke all on S from anon`,
        { guard: 'grants', action: null, name, field },
      ],
      [
        `grant insert on S to authenticated`,
        `revoke insert on S from authenticated`,
        { guard: 'grants', action: null, name, field },
      ],
      [
        `grant delete on S to authenticated`,
        `revoke delete on S from authenticated`,
        { guard: 'grants', action: null, name, field },
      ],
      [
        `grant update (id) on S to authenticated`,
        `revoke update (id) on S from authenticated`,
        { guard: 'grants', action: null, name, field },
      ],
      [
        `revoke update (count) on S from authenticated`,
        `grant update (count) on S to authenticated`,
        { guard: 'missing_grants', action: null, name, field },
      ],
      [
        `revoke select on S from authenticated`,
        `grant select on S to authenticated`,
        { guard: 'missing_grants', action: null, name, field },
      ],
      [
        `alter table S disable trigger plinth_touch`,
        `alter table S enable trigger plinth_touch`,
        { guard: 'trigger', action: null, name: 'plinth_touch', field },
      ],
      [
        `alter table S disable trigger plinth_rules_update`,
        `alter table S enable trigger plinth_rules_update`,
        { guard: 'trigger', action: null, name: 'plinth_rules_update', field },
      ],
      [
        `alter table P disable trigger plinth_people_insert`,
        `alter table P enable trigger plinth_people_insert`,
        { guard: 'trigger', action: null, name: 'plinth_people_insert', field: lab.field('Owner').id },
      ],
      [
        `create trigger spy after update on S for each statement execute function plinth_private.make_roles()`,
        `drop trigger spy on S`,
        { guard: 'foreign_trigger', action: null, name: 'spy', field },
      ],
      [
        `alter table T disable trigger plinth_sides_insert`,
        `alter table T enable trigger plinth_sides_insert`,
        { guard: 'trigger', action: null, name: 'plinth_sides_insert' },
      ],
      [
        `alter table T add column count bigint`,
        `alter table T drop column count`,
        { guard: 'side', action: null, name, field },
      ],
      [
        `create table data.${lab.table.relation}__99 (id uuid)`,
        `drop table data.${lab.table.relation}__99`,
        { guard: 'side', action: null, name: `${lab.table.relation}__99` },
      ],
      [
        `delete from S where id = '${record}'`,
        `insert into S (id) values ('${record}')`,
        { guard: 'side', action: null, name, field },
      ],
    ]
    const run = (sql: string) =>
      h.db.sql
        .unsafe(sql.replaceAll(/\b[STP]\b/g, (at) => ({ S: side, T: lab.relation, P: people })[at]!))
        .simple()
    for (const [by, back, fault] of changes) {
      await run(by)
      expect([by, (await proof()).faults]).toEqual([by, [fault]])
      await run(back)
      expect([back, (await proof()).faults]).toEqual([back, []])
    }
  })

  test('sees a field that was hidden behind the triggers, and a side that is gone', async () => {
    const field = lab.field('Count').id
    await h.db.admin.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into plinth.field_grant (role_id, field_id, access) values (${lab.roles.get('editor')!}, ${field}, 'hidden')`
    })
    expect((await proof()).faults).toContainEqual({
      guard: 'side',
      action: null,
      name: lab.table.relation,
      field,
    })
    await h.db.sql`update plinth.field_grant set access = 'hidden' where field_id = ${field}`
    expect((await proof()).faults).toEqual([])
    const side = await lab.home('Count')
    await h.db.sql.unsafe(`drop table ${side}`)
    expect((await proof()).faults).toEqual([{ guard: 'side', action: null, name: side.slice(5), field }])
  })
})
