/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Rights asked for one by one, of people and roles for whom everything but one condition holds. */
import { createHash } from 'node:crypto'
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  type Person,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type Args, toldTo } from './refusals.ts'

let h: Harness
let world: World
/** In the same workspace, with a table of its own. */
let base: string
let role: string
let here: TestTable
let there: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  base = await createBase(h, world.owner, world.workspace, 'Second')
  role = uuidV7()
  await h.rpc(world.owner, 'save_role', { base, role, changes: { name: 'There' } })
  here = await createFullTable(h, world)
  const definition = { id: uuidV7(), name: 'There', fields: [fieldOf('Count', 'integer')] }
  there = await h.rpc(world.owner, 'create_table', { base, definition })
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  await h.db.sql`delete from plinth.role_grant where table_id in (${here.id}, ${there.id})`
})

const told = (who: Person, call: string, args: Args) => toldTo(h, who, call, args)
const field = (name: string, of = here) => of.fields.find((one) => one.name === name)!.id
const over = (of: TestTable): Json => ({ call: '>', args: [{ field: field('Count', of) }, { number: 5 }] })
const grant = (of: TestTable, to: string, action: string, scope: string | null, rule: Json = null) =>
  h.rpc(world.owner, 'set_grant', { role: to, table: of.id, action, scope, rule })
const builtIn = async (kind: string, of = world.base) => {
  const [found] = await h.db.sql`select id from plinth.role where base_id = ${of} and kind = ${kind}`
  return found!['id'] as string
}
/** What a helper answers when the database's owner asks it. */
const ask = async (call: string) => {
  const [row] = await h.db.admin.unsafe(`select plinth_private.${call} as answer`)
  return row!['answer'] as unknown
}
const askAs = (who: Person, call: string) =>
  h
    .as(who, (tx) => tx.unsafe(`select plinth_private.${call} as answer`))
    .then((rows) => rows.map((row) => row['answer'] as unknown))
const epochs = async () =>
  Object.fromEntries(
    (await h.db.sql`select id, access_epoch as epoch from plinth.base`).map((row) => [
      row['id'] as string,
      row['epoch'] as number,
    ]),
  )

describe('an invitation', () => {
  const invite = async (changes: { email?: string; by?: Person; expired?: boolean; used?: boolean } = {}) => {
    const made = await h.rpc<{ id: string; token: string }>(world.owner, 'create_invitation', {
      workspace: world.workspace,
      role: 'member',
      base: null,
      base_role: null,
      email: changes.email ?? null,
    })
    if (changes.by)
      await h.db.sql`update plinth_private.invitation set invited_by = ${changes.by.id} where id = ${made.id}`
    if (changes.expired)
      await h.db.sql`update plinth_private.invitation set expires_at = now() where id = ${made.id}`
    if (changes.used)
      await h.db
        .sql`update plinth_private.invitation set used_at = now(), used_by = ${world.owner.id} where id = ${made.id}`
    return made
  }
  const accept = (who: Person, token: string) => told(who, 'accept_invitation', { token })
  const invalid = ['invitation_invalid', undefined]

  test('in the name of who may not invite is worth nothing', async () => {
    const { outsider } = world
    for (const email of [undefined, outsider.email]) {
      const { token } = await invite({ by: world.viewer, ...(email ? { email } : {}) })
      expect(await accept(outsider, token)).toEqual(invalid)
      expect(await told(outsider, 'invitation_info', { token })).toEqual(invalid)
    }
  })

  test('to another address is told to be that while it holds, and to nobody without its token', async () => {
    const email = 'somebody@example.org'
    const { token } = await invite({ email })
    expect(await accept(world.outsider, token)).toEqual(['invitation_other_address', undefined])
    expect(await accept(world.outsider, 'x')).toEqual(invalid)
    for (const state of [{ expired: true }, { used: true }])
      expect(await accept(world.outsider, (await invite({ email, ...state })).token)).toEqual(invalid)
  })

  test('is made by members of the workspace, as they may', async () => {
    const to = (role: string) => ({
      workspace: world.workspace,
      role,
      base: null,
      base_role: null,
      email: null,
    })
    expect(await told(world.outsider, 'create_invitation', to('member'))).toEqual(['not_found', undefined])
    expect(await told(world.viewer, 'create_invitation', to('member'))).toEqual(['forbidden', undefined])
    expect(await told(world.owner, 'create_invitation', to('member'))).toEqual(['taken', undefined])
  })

  test('that was used is not taken back', async () => {
    const { id } = await invite({ used: true })
    expect(await told(world.owner, 'revoke_invitation', { invitation: id })).toEqual(['not_found', undefined])
    const { token } = await invite()
    const hash = createHash('sha256').update(token).digest()
    const [row] = await h.db.sql`select id from plinth_private.invitation where token_hash = ${hash}`
    expect(await told(world.owner, 'revoke_invitation', { invitation: row!['id'] })).toEqual([
      'taken',
      undefined,
    ])
  })
})

describe('a place in the list of who may make workspaces', () => {
  test('waits for the account with its address, whoever else comes', async () => {
    const list = () => h.db.sql`select email from plinth_private.expected_creator order by email`
    await h.rpc(world.owner, 'add_workspace_creator', { email: 'late@example.org' })
    const late = await h.person('late')
    await h.db.admin`update auth.users set email = 'late@example.org' where id = ${late.id}`
    const other = await h.person('other')
    await h.rpc(other, 'my_session')
    await h.rpc(world.editor, 'my_session')
    expect(await list()).toEqual([{ email: 'late@example.org' }])
    const may = async (who: Person) =>
      (await h.rpc<{ installation: { mayCreateWorkspace: boolean } }>(who, 'my_session')).installation
        .mayCreateWorkspace
    expect([await may(other), await may(late)]).toEqual([false, true])
    expect(await list()).toEqual([])
  })
})

describe('members', () => {
  test('who are none are not taken away', async () => {
    const args = { workspace: world.workspace, member: world.outsider.id }
    expect(await told(world.owner, 'remove_workspace_member', args)).toEqual(['not_found', undefined])
  })

  test('who hold two roles of a base keep their place with one of them', async () => {
    const second = uuidV7()
    await h.rpc(world.creator, 'save_role', { base: world.base, role: second, changes: { name: 'Buyers' } })
    const holds = (of: string, value: boolean, by = world.creator) =>
      h.rpc(by, 'set_role_member', { role: of, member: world.holder.id, holds: value })
    await holds(second, true)
    await holds(role, true, world.owner)
    const bases = async () =>
      (await h.db.sql`select base_id as id from plinth.base_member where user_id = ${world.holder.id}`)
        .map((row) => row['id'] as string)
        .toSorted()
    await holds(second, false)
    expect(await bases()).toEqual([world.base, base].toSorted())
    // The last one of a base takes the place along, whatever is held elsewhere.
    await holds(role, false, world.owner)
    expect(await bases()).toEqual([world.base])
    await holds(role, true, world.owner)
    await holds(world.role, false)
    expect(await bases()).toEqual([base])
    await holds(world.role, true)
    await holds(role, false, world.owner)
    await h.rpc(world.creator, 'delete_role', { role: second })
  })

  test('who rise end feeds where grants of their new role may take something away', async () => {
    const rise = async (to: string) => {
      const before = await epochs()
      await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.viewer.id, role: to })
      const after = await epochs()
      await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.viewer.id, role: 'viewer' })
      return after[world.base]! - before[world.base]!
    }
    await grant(there, await builtIn('editor', base), 'read', 'none')
    await grant(here, await builtIn('commenter'), 'read', 'none')
    expect(await rise('editor')).toBe(0)
    await grant(here, await builtIn('editor'), 'read', 'none')
    expect(await rise('editor')).toBe(1)
  })
})

describe('who leaves', () => {
  test('is called by name in their bases, until their account is gone', async () => {
    const person = await h.person('Gone')
    const to = { workspace: world.workspace, role: 'member', base: null, base_role: null, email: null }
    const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', to)
    await h.rpc(person, 'accept_invitation', { token })
    const member = { workspace: world.workspace, member: person.id }
    await h.rpc(world.owner, 'set_workspace_role', { ...member, role: 'owner' })
    const bases = async () =>
      (await h.db.admin`select base_id as id from plinth_private.former_person where user_id = ${person.id}`)
        .map((row) => row['id'] as string)
        .toSorted()
    // An owner is in every base, without a role in one.
    await h.rpc(world.owner, 'remove_workspace_member', member)
    expect(await bases()).toEqual([world.base, base].toSorted())
    await h.db.admin`delete from auth.users where id = ${person.id}`
    expect(await bases()).toEqual([])
  })
})

describe('what somebody may do in a table', () => {
  test('is nothing, for actions that there are not', async () => {
    for (const who of [world.creator, world.editor])
      for (const action of ["'drop'", "''", 'null', "'READ'"])
        expect(await askAs(who, `scope('${here.id}', ${action})`)).toEqual(['none'])
  })

  test('goes by their roles of its base, not by those of another', async () => {
    const { token } = await h.rpc<{ token: string }>(world.owner, 'create_invitation', {
      workspace: world.workspace,
      role: 'guest',
      base,
      base_role: 'editor',
      email: null,
    })
    await h.rpc(world.holder, 'accept_invitation', { token })
    await grant(here, world.role, 'read', 'rules', over(here))
    expect(await ask(`scope_of('${world.holder.id}', '${here.id}', 'read')`)).toBe('rules')
    expect(await ask(`scope_of('${world.holder.id}', '${here.id}', 'update')`)).toBe('none')
    expect(await ask(`scope_of('${world.holder.id}', '${there.id}', 'update')`)).toBe('all')
    await h.rpc(world.owner, 'set_base_role', { base, member: world.holder.id, role: null })
  })

  test('and what a role may, is nothing in tables of another base', async () => {
    const viewers = await builtIn('viewer')
    expect(await ask(`scope_of('${viewers}', '${here.id}', 'read')`)).toBe('all')
    expect(await ask(`scope_of('${viewers}', '${there.id}', 'read')`)).toBe('none')
    expect(await ask(`standing('${viewers}', '${world.base}')`)).toBe('viewer')
    expect(await ask(`standing('${viewers}', '${base}')`)).toBeNull()
  })

  test('has rules where a grant of that table and action has', async () => {
    await grant(there, role, 'read', 'rules', over(there))
    await grant(here, world.role, 'update', 'rules', over(here))
    expect(await ask(`has_rules('${here.id}', 'read')`)).toBe(false)
    expect(await ask(`has_rules('${here.id}', 'update')`)).toBe(true)
    expect(await ask(`has_rules('${there.id}', 'read')`)).toBe(true)
  })

  test('counts sums of money as people do', async () => {
    const price: Json = { call: '=', args: [{ field: field('Price') }, { number: 12 }] }
    await grant(here, world.role, 'read', 'rules', price)
    const rows = await h.db.sql.unsafe(
      `insert into data.${here.relation} (price) values (12), (1200) returning id`,
    )
    const read = await h.as(world.holder, (tx) => tx.unsafe(`select id from data.${here.relation}`))
    expect(read.map((row) => row['id'] as string)).toEqual([rows[1]!['id']])
  })

  test('is usually what its grants of that table leave', async () => {
    const usual = (of: TestTable) => ask(`usual_access('${world.role}', 'custom', '${of.id}')`)
    expect(await usual(here)).toBeNull()
    await grant(here, world.role, 'read', 'all')
    expect([await usual(here), await usual(there)]).toEqual(['read', null])
    await grant(here, world.role, 'update', 'all')
    expect([await usual(here), await usual(there)]).toEqual(['write', null])
    await grant(here, world.role, 'update', 'none')
    await grant(here, world.role, 'read', 'none')
    expect(await usual(here)).toBeNull()
  })

  test('has fields aside where one of its own is', async () => {
    const hide = (access: string | null) =>
      h.rpc(world.creator, 'set_field_grant', { role: world.role, field: field('Count'), access })
    await hide('hidden')
    expect([await ask(`has_sides('${here.id}')`), await ask(`has_sides('${there.id}')`)]).toEqual([
      true,
      false,
    ])
    await hide(null)
    await h.rpc(world.creator, 'bring_back_field', { field: field('Count') })
  })

  test('guards no field that is computed', async () => {
    for (const name of ['Made by', 'Title'])
      await h.rpc(world.creator, 'set_field_grant', { role: world.role, field: field(name), access: 'read' })
    expect(await ask(`is_guarded('${field('Title')}')`)).toBe(true)
    expect(await ask(`is_guarded('${field('Made by')}')`)).toBe(false)
  })
})

describe('a role that somebody looks as', () => {
  test('is in its base, and shapes none', async () => {
    const as: Person = { id: world.role, email: '' }
    expect(await askAs(as, 'my_bases(false)')).toEqual([world.base])
    expect(await askAs(as, 'my_bases(true)')).toEqual([])
    expect(await askAs(world.creator, 'my_bases(true)')).toEqual([world.base])
  })
})

describe('a grant', () => {
  test('is changed by another one, and not by itself', async () => {
    await grant(here, world.role, 'read', 'rules', over(here))
    const scope = async () =>
      (
        await h.db
          .sql`select scope from plinth.role_grant where role_id = ${world.role} and table_id = ${here.id}`
      )[0]!['scope'] as string
    const before = await epochs()
    await grant(here, world.role, 'read', 'rules', over(here))
    expect(await epochs()).toEqual(before)
    // Another rule may let less through: feeds end.
    const other = { call: '<', args: [{ field: field('Count') }, { number: 9 }] }
    await grant(here, world.role, 'read', 'rules', other)
    expect((await epochs())[world.base]).toBe(before[world.base]! + 1)
    await grant(here, world.role, 'read', 'all')
    expect(await scope()).toBe('all')
    await grant(here, world.role, 'read', 'none')
    expect((await epochs())[world.base]).toBe(before[world.base]! + 2)
  })
})

describe('the trash', () => {
  const trashed = async (of: string, by: Person) => {
    const definition = {
      id: uuidV7(),
      name: 'Gone',
      fields: [fieldOf('Title', 'text'), fieldOf('Count', 'integer')],
    }
    const table = await h.rpc<TestTable>(by, 'create_table', { base: of, definition })
    await h.rpc(by, 'delete_table', { table: table.id })
    return table
  }

  test('of another base is not emptied with this one', async () => {
    const table = await trashed(base, world.owner)
    const args = { base: world.base, item: table.id, confirm_name: 'Gone' }
    expect(await told(world.owner, 'empty_trash', args)).toEqual(['not_found', undefined])
    expect(await told(world.owner, 'empty_trash', { ...args, base })).toEqual(['taken', undefined])
  })

  test('is emptied by creators alone', async () => {
    await trashed(world.base, world.creator)
    const args = { base: world.base, item: null, confirm_name: 'Müller & Söhne' }
    expect(await told(world.editor, 'empty_trash', args)).toEqual(['forbidden', undefined])
    expect(await told(world.outsider, 'empty_trash', args)).toEqual(['not_found', undefined])
    expect(await told(world.creator, 'empty_trash', args)).toEqual(['taken', undefined])
  })

  test('gives a field back as a field', async () => {
    await h.rpc(world.creator, 'delete_field', { field: field('Notes') })
    expect(await told(world.creator, 'restore_table', { table: field('Notes') })).toEqual([
      'not_found',
      undefined,
    ])
    await h.rpc(world.creator, 'restore_field', { field: field('Notes') })
  })
})

describe('a role that a workflow names', () => {
  test('does not go', async () => {
    const guard = { roles: [world.role], guard: null, requires: [], fourEyes: false }
    const step = { id: uuidV7(), name: 'Go', from: 'low', to: 'mid', ...guard }
    await h.rpc(world.creator, 'set_transitions', { field: field('State'), transitions: [step] })
    expect(await told(world.creator, 'delete_role', { role: world.role })).toEqual([
      'used_by_rule',
      'transition',
    ])
    await h.rpc(world.creator, 'set_transitions', { field: field('State'), transitions: [] })
  })
})
