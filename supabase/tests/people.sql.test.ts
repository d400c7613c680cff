/** Installation, workspaces, invitations, roles. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createFullTable,
  type Harness,
  type Person,
  refusalOf,
  startHarness,
  startWorld,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Session {
  profile: { id: string; email: string; name: string; avatarKey: string | null }
  installation: {
    isOwner: boolean
    workspaceCreation: string
    mayCreateWorkspace: boolean
    fileBytes: number
  }
  workspaces: {
    id: string
    name: string
    role: string
    bases: { id: string; role: string; tables: { name: string }[] }[]
  }[]
}
const session = (person: Person) => h.rpc<Session>(person, 'my_session')
const mayCreate = async (person: Person) => (await session(person)).installation.mayCreateWorkspace
const invite = (person: Person, args: Record<string, unknown> = {}) =>
  h.rpc<{ id: string; token: string; expiresAt: string }>(person, 'create_invitation', {
    workspace: world.workspace,
    role: 'member',
    base: null,
    base_role: null,
    email: null,
    ...args,
  })
const accept = (person: Person, token: string) =>
  h.rpc<{ base: string | null }>(person, 'accept_invitation', { token })

describe('installation', () => {
  test('belongs to the first account; others create workspaces when listed', async () => {
    expect((await session(world.owner)).installation).toEqual({
      isOwner: true,
      workspaceCreation: 'listed',
      mayCreateWorkspace: true,
      fileBytes: limits.attachmentBytes,
    })
    expect((await session(world.outsider)).installation).toMatchObject({
      isOwner: false,
      mayCreateWorkspace: false,
      fileBytes: limits.attachmentBytes,
    })
    const create = () => h.rpc(world.outsider, 'create_workspace', { workspace: uuidV7(), name: 'Mine' })
    expect(await refusalOf(create())).toBe('workspace_creation_closed')
    await h.db.sql`insert into plinth_private.workspace_creator (user_id) values (${world.outsider.id})`
    await create()
    await h.rpc(world.owner, 'set_workspace_creation', { setting: 'nobody' })
    expect(await refusalOf(create())).toBe('workspace_creation_closed')
    await h.rpc(world.owner, 'set_workspace_creation', { setting: 'anyone' })
    await create()
    await h.rpc(world.owner, 'set_workspace_creation', { setting: 'listed' })
    expect(await refusalOf(h.rpc(world.owner, 'set_workspace_creation', { setting: 'all' }))).toBe(
      'invalid_input',
    )
  })

  test('keeps a list of who may create workspaces, with addresses that have no account yet', async () => {
    const list = () =>
      h.rpc<{ id: string; email: string; name: string | null }[]>(world.owner, 'workspace_creators')
    const add = (email: string) => h.rpc(world.owner, 'add_workspace_creator', { email })
    const remove = (member: string) => h.rpc(world.owner, 'remove_workspace_creator', { member })
    const before = await list()

    const here = await h.person('Here')
    expect(await mayCreate(here)).toBe(false)
    await add(`  ${here.email.toUpperCase()} `)
    await add(here.email)
    expect(await mayCreate(here)).toBe(true)
    expect(await list()).toEqual([
      ...before,
      { id: here.id, email: here.email, name: 'Here', avatarKey: null },
    ])

    await add('later@example.org')
    const waiting = (await list()).at(-1)!
    expect(waiting).toMatchObject({ email: 'later@example.org', name: null })
    const later = await h.person('Later')
    await h.db.admin`update auth.users set email = 'later@example.org', email_confirmed_at = null
      where id = ${later.id}`
    expect(await mayCreate(later)).toBe(false)
    await h.db.admin`update auth.users set email_confirmed_at = now() where id = ${later.id}`
    expect(await mayCreate(later)).toBe(true)
    expect((await list()).at(-1)).toMatchObject({ id: later.id, name: 'Later' })

    // The place is the person's: it goes along with a new address and does not stay with the old one.
    await h.db.admin`update auth.users set email = 'moved@example.org' where id = ${later.id}`
    expect(await mayCreate(later)).toBe(true)
    const heir = await h.person('Heir')
    await h.db.admin`update auth.users set email = 'later@example.org' where id = ${heir.id}`
    expect(await mayCreate(heir)).toBe(false)

    await add('nobody@example.org')
    for (const { id } of (await list()).slice(before.length)) await remove(id)
    expect(await list()).toEqual(before)
    expect(await Promise.all([here, later].map(mayCreate))).toEqual([false, false])
    expect(await refusalOf(remove(here.id))).toBe('not_found')
    expect(await refusalOf(add('no address'))).toBe('email_invalid')
    expect(await refusalOf(add(''))).toBe('email_invalid')
    await add(world.owner.email)
    expect(await list()).toEqual(before)
  })

  test('tells nobody but its owner about that list', async () => {
    const known = world.editor.email
    for (const person of [world.editor, world.outsider, world.anonymous]) {
      const asked = [
        h.rpc(person, 'workspace_creators'),
        h.rpc(person, 'add_workspace_creator', { email: known }),
        h.rpc(person, 'add_workspace_creator', { email: 'unknown@example.org' }),
        h.rpc(person, 'remove_workspace_creator', { member: world.editor.id }),
        h.rpc(person, 'remove_workspace_creator', { member: uuidV7() }),
      ]
      expect(new Set(await Promise.all(asked.map(refusalOf))).size).toBe(1)
    }
  })

  test('two first callers at once: one owner', async () => {
    const fresh = await startHarness()
    try {
      const people = await Promise.all(['a', 'b', 'c'].map((name) => fresh.person(name)))
      const answers = await Promise.all(people.map((p) => fresh.rpc<Session>(p, 'my_session')))
      expect(answers.filter((a) => a.installation.isOwner)).toHaveLength(1)
    } finally {
      await fresh.db.stop()
    }
  })
})

describe('profiles', () => {
  test('are made from the account and changed by their owner only', async () => {
    const person = await h.person('Ada Lovelace')
    expect((await session(person)).profile).toEqual({
      id: person.id,
      email: person.email,
      name: 'Ada Lovelace',
      avatarKey: null,
    })
    const avatarKey = `u/${person.id}/abcdefgh1234`
    expect(await h.rpc(person, 'save_profile', { changes: { name: '  Ada  ', avatarKey } })).toMatchObject({
      name: 'Ada',
      avatarKey,
    })
    expect(
      await refusalOf(
        h.rpc(person, 'save_profile', { changes: { avatarKey: `u/${world.owner.id}/abcdefgh1234` } }),
      ),
    ).toBe('invalid_input')
    expect(await refusalOf(h.rpc(person, 'save_profile', { changes: { name: ' ' } }))).toBe('name_required')
    expect(await h.rpc(person, 'save_profile', { changes: { avatarKey: null } })).toMatchObject({
      name: 'Ada',
      avatarKey: null,
    })
    await h.db.admin`update auth.users set email = 'new@example.org' where id = ${person.id}`
    expect((await session(person)).profile).toMatchObject({ email: 'new@example.org', name: 'Ada' })
  })

  test('a person without an account is not signed in, an anonymous sign-in is refused', async () => {
    expect(await refusalOf(session({ id: uuidV7(), email: 'x' }))).toBe('not_signed_in')
    expect(await refusalOf(session(world.anonymous))).toBe('forbidden')
  })
})

describe('a session', () => {
  test('shows the bases that a person may read, with the role in each', async () => {
    await createFullTable(h, world)
    expect((await session(world.owner)).workspaces).toMatchObject([
      { role: 'owner', bases: [{ role: 'creator', tables: [{ name: 'Things' }] }] },
    ])
    expect((await session(world.viewer)).workspaces).toMatchObject([
      { role: 'member', bases: [{ role: 'viewer' }] },
    ])
    expect((await session(world.member)).workspaces).toMatchObject([
      { name: 'Acme', role: 'member', bases: [] },
    ])
  })
})

describe('invitations', () => {
  test('are kept as a hash, used once, and gone after', async () => {
    const { token } = await invite(world.owner, { base: world.base, base_role: 'viewer' })
    expect(token).toMatch(/^[\w-]{43}$/)
    const kept = JSON.stringify(await h.db.sql`select i::text from plinth_private.invitation as i`)
    expect(kept).not.toContain(token)
    expect(await h.rpc(null, 'invitation_info', { token })).toEqual({
      workspaceName: 'Acme',
      baseName: 'Müller & Söhne',
      invitedBy: 'owner',
      email: null,
    })
    const [a, b] = [await h.person('a'), await h.person('b')]
    const results = await Promise.allSettled([accept(a, token), accept(b, token)])
    expect(results.map((r) => r.status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await refusalOf(accept(await h.person('c'), token))).toBe('invitation_invalid')
    expect(await refusalOf(h.rpc(null, 'invitation_info', { token }))).toBe('invitation_invalid')
  })

  test('unknown, withdrawn and expired ones answer alike', async () => {
    const withdrawn = await invite(world.owner)
    await h.rpc(world.owner, 'revoke_invitation', { invitation: withdrawn.id })
    const expired = await invite(world.owner)
    await h.db.sql`update plinth_private.invitation set expires_at = now() where id = ${expired.id}`
    const person = await h.person('late')
    for (const token of ['', 'x', withdrawn.token, expired.token]) {
      expect(await refusalOf(accept(person, token))).toBe('invitation_invalid')
      expect(await refusalOf(h.rpc(null, 'invitation_info', { token }))).toBe('invitation_invalid')
    }
  })

  test('for an address are for the confirmed owner of that address', async () => {
    const [right, wrong] = [await h.person('right'), await h.person('wrong')]
    const { token } = await invite(world.owner, { email: ` ${right.email.toUpperCase()} ` })
    expect(await refusalOf(accept(wrong, token))).toBe('invitation_other_address')
    await h.db.admin`update auth.users set email_confirmed_at = null where id = ${right.id}`
    expect(await refusalOf(accept(right, token))).toBe('invitation_other_address')
    await h.db.admin`update auth.users set email_confirmed_at = now() where id = ${right.id}`
    await accept(right, token)
    expect(await refusalOf(invite(world.owner, { email: 'nobody' }))).toBe('email_invalid')
  })

  test('never give more than the giver has, also when the giver loses rights later', async () => {
    expect(
      await refusalOf(invite(world.creator, { role: 'owner', base: world.base, base_role: 'creator' })),
    ).toBe('forbidden')
    expect(await refusalOf(invite(world.creator))).toBe('forbidden')
    expect(await refusalOf(invite(world.editor, { base: world.base, base_role: 'viewer' }))).toBe('forbidden')
    expect(await refusalOf(invite(world.member, { base: world.base, base_role: 'viewer' }))).toBe('not_found')
    const { token } = await invite(world.creator, { base: world.base, base_role: 'creator' })
    const role = (name: string) =>
      h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.creator.id, role: name })
    await role('editor')
    expect(await refusalOf(accept(await h.person('x'), token))).toBe('invitation_invalid')
    await role('creator')
    expect(await refusalOf(accept(await h.person('y'), token))).toBe('invitation_invalid')
  })

  test('never lower a role', async () => {
    const { token } = await invite(world.owner, { base: world.base, base_role: 'viewer' })
    await accept(world.creator, token)
    expect(await h.rpc(world.creator, 'base_schema', { base: world.base })).toMatchObject({ role: 'creator' })
    const second = await invite(world.owner)
    await accept(world.owner, second.token)
    expect((await session(world.owner)).workspaces[0]!.role).toBe('owner')
  })

  test('are listed for owners, and for others their own', async () => {
    const mine = await invite(world.creator, { base: world.base, base_role: 'viewer' })
    const list = async (person: Person) =>
      (
        await h.rpc<{ id: string; invitedBy: string }[]>(person, 'invitations', {
          workspace: world.workspace,
        })
      ).map((i) => i.id)
    expect(await list(world.creator)).toEqual([mine.id])
    expect(await list(world.owner)).toContain(mine.id)
    // Of this workspace alone: somebody else's has an open one, too.
    const others = await h.db
      .sql`select id from plinth_private.invitation where workspace_id = ${world.elsewhere[0]!}`
    expect(others).toHaveLength(1)
    expect(await list(world.owner)).not.toContain(others[0]!['id'])
    expect(await list(world.member)).toEqual([])
    expect(await refusalOf(h.rpc(world.member, 'revoke_invitation', { invitation: mine.id }))).toBe(
      'not_found',
    )
    await h.rpc(world.creator, 'revoke_invitation', { invitation: mine.id })
    const used = await invite(world.creator, { base: world.base, base_role: 'viewer' })
    expect(await list(world.creator)).toEqual([used.id])
    await accept(await h.person('d'), used.token)
    expect(await list(world.creator)).toEqual([])
  })

  test('are told to admins without the bases in which they are nobody', async () => {
    const admin = await h.person('admin of no base')
    await accept(admin, (await invite(world.owner, { role: 'admin' })).token)
    const { id } = await invite(world.creator, { base: world.base, base_role: 'viewer' })
    const told = async (person: Person) =>
      (await h.rpc<{ id: string }[]>(person, 'invitations', { workspace: world.workspace })).find(
        (one) => one.id === id,
      )
    expect(await told(admin)).toMatchObject({
      role: 'member',
      baseId: null,
      baseRole: null,
      customRole: null,
      invitedBy: 'creator',
    })
    expect(await told(world.owner)).toMatchObject({ baseId: world.base, baseRole: 'viewer' })
    await h.rpc(admin, 'revoke_invitation', { invitation: id })
    expect(await told(world.owner)).toBeUndefined()
  })
})

describe('roles', () => {
  test('a workspace keeps an owner, even when two leave at once', async () => {
    const leave = (person: Person) => h.rpc(person, 'leave_workspace', { workspace: world.workspace })
    expect(await refusalOf(leave(world.owner))).toBe('last_owner')
    expect(
      await refusalOf(
        h.rpc(world.owner, 'set_workspace_role', {
          workspace: world.workspace,
          member: world.owner.id,
          role: 'member',
        }),
      ),
    ).toBe('last_owner')
    await h.rpc(world.owner, 'set_workspace_role', {
      workspace: world.workspace,
      member: world.creator.id,
      role: 'owner',
    })
    const results = await Promise.allSettled([leave(world.owner), leave(world.creator)])
    expect(results.filter((r) => r.status === 'fulfilled')).toHaveLength(1)
    const left = results[0]!.status === 'fulfilled' ? world.owner : world.creator
    const stayed = left === world.owner ? world.creator : world.owner
    const { token } = await invite(stayed, { role: 'owner' })
    await accept(left, token)
    expect(await h.rpc(left, 'workspace_members', { workspace: world.workspace })).toBeInstanceOf(Array)
  })

  test('an inherited role cannot be changed in the base', async () => {
    expect(
      await refusalOf(
        h.rpc(world.creator, 'set_base_role', { base: world.base, member: world.owner.id, role: 'viewer' }),
      ),
    ).toBe('invalid_input')
    expect(
      await refusalOf(
        h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.outsider.id, role: 'viewer' }),
      ),
    ).toBe('not_found')
    const members = await h.rpc<{ id: string; role: string; inherited: boolean }[]>(
      world.viewer,
      'base_members',
      { base: world.base },
    )
    expect(members.find((m) => m.id === world.owner.id)).toMatchObject({ role: 'creator', inherited: true })
    expect(members.find((m) => m.id === world.viewer.id)).toMatchObject({ role: 'viewer', inherited: false })
  })

  test('deleting needs the name; a deleted workspace takes its tables along', async () => {
    const workspace = uuidV7()
    const base = uuidV7()
    await h.rpc(world.owner, 'create_workspace', { workspace, name: 'Gone soon' })
    await h.rpc(world.owner, 'create_base', {
      base,
      workspace,
      name: 'Ephemeral',
      settings: { hue: 'red', timeZone: 'Asia/Tokyo', locale: 'ja', weekStart: 7 },
    })
    const table = await createFullTable(h, { ...world, creator: world.owner, base }, 'Short lived')
    expect(
      await refusalOf(h.rpc(world.owner, 'delete_workspace', { workspace, confirm_name: 'gone soon' })),
    ).toBe('confirm_mismatch')
    expect(await refusalOf(h.rpc(world.owner, 'delete_base', { base, confirm_name: 'x' }))).toBe(
      'confirm_mismatch',
    )
    await h.rpc(world.owner, 'delete_workspace', { workspace, confirm_name: 'Gone soon' })
    const [left] = await h.db
      .sql`select to_regclass(${`data.${table.relation}`}) as r, (select count(*)::int from plinth.base where id = ${base}) as n`
    expect(left).toEqual({ r: null, n: 0 })
  })
})
