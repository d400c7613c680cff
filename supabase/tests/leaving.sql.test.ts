/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** What an account leaves behind, however it goes: by a call, by the provider's dashboard, by psql. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { buildWorld, type Harness, type Person, refusalOf, startHarness, type World } from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  world = await buildWorld(h)
})
afterAll(() => h.db.stop())

const deleteAccount = (person: Person) => h.db.admin`delete from auth.users where id = ${person.id}`
const epoch = async () =>
  (await h.db.sql`select access_epoch as e from plinth.base where id = ${world.base}`)[0]!['e'] as number
const roles = async () => {
  const rows = await h.db.sql<{ user_id: string; role: string }[]>`
    select user_id, role from plinth.workspace_member where workspace_id = ${world.workspace}`
  return new Map(rows.map((row) => [row.user_id, row.role]))
}

describe('the topics of a base get a new name', () => {
  test.each(['creator', 'editor', 'viewer', 'owner'] as const)(
    'when the account of its %s is deleted',
    async (who) => {
      await h.db.admin`delete from realtime.messages where true`
      const before = await epoch()
      await deleteAccount(world[who])
      expect(await epoch()).toBe(before + 1)
      const told = await h.db.admin`
        select topic from realtime.messages where topic = ${`room:${world.base}:${before}`} and event = 'schema'`
      expect(told).toHaveLength(1)
    },
  )

  test('not when somebody goes who could not read it', async () => {
    const before = await epoch()
    await deleteAccount(world.member)
    expect(await epoch()).toBe(before)
  })

  test('once when a role or a membership is deleted by psql', async () => {
    const before = await epoch()
    await h.db
      .sql`delete from plinth.base_member where base_id = ${world.base} and user_id = ${world.viewer.id}`
    expect(await epoch()).toBe(before + 1)
    await h.db.sql`
      delete from plinth.workspace_member where workspace_id = ${world.workspace} and user_id = ${world.editor.id}`
    expect(await epoch()).toBe(before + 2)
  })
})

describe('a role that is changed', () => {
  const setByPsql = (who: Person, role: string) =>
    h.db
      .sql`update plinth.base_member set role = ${role} where base_id = ${world.base} and user_id = ${who.id}`
  const setByCall = (who: Person, role: string) =>
    h.rpc(world.owner, 'set_base_role', { base: world.base, member: who.id, role })
  const setInWorkspaceByPsql = (who: Person, role: string) => h.db.sql`
    update plinth.workspace_member set role = ${role}
    where workspace_id = ${world.workspace} and user_id = ${who.id}`
  const setInWorkspaceByCall = (who: Person, role: string) =>
    h.rpc(world.owner, 'set_workspace_role', { workspace: world.workspace, member: who.id, role })
  const news = async (inEpoch: number) => {
    const rows = await h.db.admin`
      select 1 from realtime.messages where topic = ${`room:${world.base}:${inEpoch}`} and event = 'schema'`
    return rows.length
  }

  test.each([
    ['psql', setByPsql],
    ['a call', setByCall],
  ])('by %s changes the topics once when it is lowered, and is news when it is raised', async (_by, set) => {
    const before = await epoch()
    const known = await news(before)
    await set(world.viewer, 'editor')
    expect([await epoch(), await news(before)]).toEqual([before, known + 1])
    await set(world.viewer, 'editor')
    expect([await epoch(), await news(before)]).toEqual([before, known + 1])
    await set(world.viewer, 'viewer')
    expect([await epoch(), await news(before)]).toEqual([before + 1, known + 2])
  })

  test.each([
    ['psql', setInWorkspaceByPsql],
    ['a call', setInWorkspaceByCall],
  ])('in the workspace by %s does the same in all its bases', async (_by, set) => {
    const before = await epoch()
    const known = await news(before)
    await set(world.member, 'owner')
    expect([await epoch(), await news(before)]).toEqual([before, known + 1])
    await set(world.member, 'owner')
    expect([await epoch(), await news(before)]).toEqual([before, known + 1])
    await set(world.member, 'member')
    expect([await epoch(), await news(before)]).toEqual([before + 1, known + 2])
  })

  test('for several people at once changes the topics of each base', async () => {
    const before = await epoch()
    await h.db.sql`update plinth.base_member set role = 'viewer' where base_id = ${world.base}`
    expect(await epoch()).toBeGreaterThan(before)
    const attempt = h.rpc(world.creator, 'update_base', { base: world.base, changes: { name: 'B' } })
    expect(await refusalOf(attempt)).toBe('forbidden')
  })

  test('and given to somebody else takes it from who had it', async () => {
    const before = await epoch()
    await h.db.sql`
      update plinth.base_member set user_id = ${world.member.id}
      where base_id = ${world.base} and user_id = ${world.editor.id}`
    expect(await epoch()).toBe(before + 1)
    expect(await refusalOf(h.rpc(world.editor, 'base_schema', { base: world.base }))).toBe('not_found')
    await h.rpc(world.member, 'base_schema', { base: world.base })
  })

  test('from the last owner by psql leaves no workspace without one', async () => {
    await setInWorkspaceByPsql(world.owner, 'member')
    expect([...(await roles()).values()].filter((role) => role === 'owner')).toHaveLength(1)
  })
})

describe('a workspace whose last owner is deleted', () => {
  test('goes to the member who is there longest', async () => {
    await deleteAccount(world.owner)
    expect((await roles()).get(world.creator.id)).toBe('owner')
    expect([...(await roles()).values()].filter((role) => role === 'owner')).toHaveLength(1)
    await h.rpc(world.creator, 'rename_workspace', { workspace: world.workspace, name: 'Inherited' })
  })

  test('keeps its other owner, and without members its rows', async () => {
    const args = { workspace: world.workspace, member: world.viewer.id, role: 'owner' }
    await h.rpc(world.owner, 'set_workspace_role', args)
    await deleteAccount(world.owner)
    expect((await roles()).get(world.creator.id)).toBe('member')
    for (const who of ['viewer', 'creator', 'editor', 'member', 'holder'] as const)
      await deleteAccount(world[who])
    expect((await roles()).size).toBe(0)
    expect(await h.db.sql`select 1 from plinth.workspace where id = ${world.workspace}`).toHaveLength(1)
  })

  test('has one owner, though two owners are deleted at once', async () => {
    const args = { workspace: world.workspace, member: world.viewer.id, role: 'owner' }
    await h.rpc(world.owner, 'set_workspace_role', args)
    await Promise.all([deleteAccount(world.owner), deleteAccount(world.viewer)])
    expect([...(await roles()).values()].filter((role) => role === 'owner')).toHaveLength(1)
  })

  test('can be deleted with its bases', async () => {
    await h.rpc(world.owner, 'delete_workspace', { workspace: world.workspace, confirm_name: 'Acme' })
    expect((await roles()).size).toBe(0)
  })
})

describe('an invitation', () => {
  const invite = (person: Person, role = 'member', base: string | null = world.base) =>
    h.rpc<{ token: string }>(person, 'create_invitation', {
      workspace: world.workspace,
      role,
      base,
      base_role: base === null ? null : 'viewer',
      email: null,
    })
  const setBaseRole = (person: Person, role: string | null) =>
    h.rpc(world.owner, 'set_base_role', { base: world.base, member: person.id, role })

  test.each(['editor', null])('is gone when its maker’s role in the base becomes %j', async (role) => {
    const { token } = await invite(world.creator)
    await setBaseRole(world.creator, role)
    await setBaseRole(world.creator, 'creator')
    expect(await refusalOf(h.rpc(world.outsider, 'accept_invitation', { token }))).toBe('invitation_invalid')
  })

  test('is gone when its maker is an owner no more, unless a creator may make it too', async () => {
    const setRole = (role: string) =>
      h.rpc(world.owner, 'set_workspace_role', { workspace: world.workspace, member: world.creator.id, role })
    await setRole('owner')
    const wide = await invite(world.creator, 'owner', null)
    const narrow = await invite(world.creator)
    await setRole('member')
    await setRole('owner')
    expect(await refusalOf(h.rpc(world.outsider, 'accept_invitation', { token: wide.token }))).toBe(
      'invitation_invalid',
    )
    await h.rpc(world.outsider, 'accept_invitation', { token: narrow.token })
  })

  test('is gone when its maker is an owner no more, though they own another workspace', async () => {
    await h.db.sql`insert into plinth.workspace_member (workspace_id, user_id, role)
      values (${world.elsewhere[0]!}, ${world.creator.id}, 'owner')`
    const setRole = (role: string) =>
      h.rpc(world.owner, 'set_workspace_role', { workspace: world.workspace, member: world.creator.id, role })
    await setRole('owner')
    const { token } = await invite(world.creator, 'owner', null)
    await setRole('member')
    expect(await refusalOf(h.rpc(world.outsider, 'accept_invitation', { token }))).toBe('invitation_invalid')
  })

  test('is gone when its maker’s membership is deleted by psql, and does not come back with them', async () => {
    const { token } = await invite(world.creator)
    await h.db.sql`
      delete from plinth.workspace_member where workspace_id = ${world.workspace} and user_id = ${world.creator.id}`
    const again = await invite(world.owner, 'owner', null)
    await h.rpc(world.creator, 'accept_invitation', { token: again.token })
    expect(await refusalOf(h.rpc(world.outsider, 'accept_invitation', { token }))).toBe('invitation_invalid')
  })

  test('is gone when its maker’s role is lowered by psql', async () => {
    const { token } = await invite(world.creator)
    await h.db.sql`
      update plinth.base_member set role = 'editor' where base_id = ${world.base} and user_id = ${world.creator.id}`
    await setBaseRole(world.creator, 'creator')
    expect(await refusalOf(h.rpc(world.outsider, 'accept_invitation', { token }))).toBe('invitation_invalid')
  })

  test('of somebody promoted stays', async () => {
    await setBaseRole(world.viewer, 'creator')
    const { token } = await invite(world.viewer)
    const args = { workspace: world.workspace, member: world.viewer.id, role: 'owner' }
    await h.rpc(world.owner, 'set_workspace_role', args)
    const accepted = await h.rpc(world.outsider, 'accept_invitation', { token })
    expect(accepted).toMatchObject({ base: world.base })
  })
})
