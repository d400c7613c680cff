/** Who stands in several workspaces or bases has in each what they were given there, and nothing of the others. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  buildWorld,
  createBase,
  createFullTable,
  type Harness,
  type Person,
  refusalOf,
  startHarness,
  type World,
} from './harness.ts'

let h: Harness
let world: World
/** The second workspace is the editor's, and a base is in it. The viewer is a guest there and a creator of that base. */
let second: string
let base: string
/** A custom role there, which the holder has. */
let role: string
beforeAll(async () => {
  h = await startHarness()
})
beforeEach(async () => {
  world = await buildWorld(h)
  second = uuidV7()
  await h.db.sql`insert into plinth_private.workspace_creator (user_id) values (${world.editor.id})`
  await h.rpc(world.editor, 'create_workspace', { workspace: second, name: 'Second' })
  base = await createBase(h, world.editor, second, 'There')
  role = uuidV7()
  await h.rpc(world.editor, 'save_role', { base, role, changes: { name: 'There' } })
  await join(world.viewer, { role: 'guest', base, base_role: 'creator' })
  await join(world.holder, { role: 'guest', base, base_role: null, custom_role: role })
})
afterAll(() => h.db.stop())

async function join(person: Person, invitation: Record<string, string | null>) {
  const { token } = await h.rpc<{ token: string }>(world.editor, 'create_invitation', {
    workspace: second,
    email: null,
    ...invitation,
  })
  await h.rpc(person, 'accept_invitation', { token })
}
const rename = (person: Person, workspace: string) =>
  h.rpc(person, 'rename_workspace', { workspace, name: 'Renamed' })
const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name).toSorted()
const rolesIn = async (workspace: string) =>
  new Map(
    (await h.db.sql`select user_id, role from plinth.workspace_member where workspace_id = ${workspace}`).map(
      (row) => [row['user_id'] as string, row['role'] as string],
    ),
  )

test('an owner of one is no owner of the other, whichever they joined first', async () => {
  await rename(world.editor, second)
  expect(await refusalOf(rename(world.editor, world.workspace))).toBe('forbidden')
  await join(world.owner, { role: 'guest', base, base_role: 'viewer' })
  await rename(world.owner, world.workspace)
  expect(await refusalOf(rename(world.owner, second))).toBe('forbidden')
})

test('a creator of one base is none of the other', async () => {
  await createFullTable(h, { ...world, base, creator: world.viewer }, 'By the viewer')
  expect(await refusalOf(createFullTable(h, { ...world, creator: world.viewer }, 'By the viewer'))).toBe(
    'forbidden',
  )
})

test('members are told once, with their role and their bases in this one', async () => {
  type Member = { id: string; role: string; bases: { baseId: string; role: string }[] }
  const members = (workspace: string, person: Person) =>
    h.rpc<Member[]>(person, 'workspace_members', { workspace })
  const told = async (workspace: string, person: Person) =>
    (await members(workspace, person)).map(({ id, role: of, bases }) => [
      id,
      of,
      bases.map(({ baseId }) => baseId),
    ])
  const here = await told(world.workspace, world.owner)
  expect(here).toHaveLength(6)
  expect(new Map(here.map(([id, of]) => [id, of])).get(world.viewer.id)).toBe('member')
  expect(here.find(([id]) => id === world.viewer.id)).toEqual([world.viewer.id, 'member', [world.base]])
  const there = await told(second, world.editor)
  expect(there.toSorted()).toEqual(
    [
      [world.editor.id, 'owner', [base]],
      [world.viewer.id, 'guest', [base]],
      [world.holder.id, 'guest', [base]],
    ].toSorted(),
  )
  // Who is in no base is told of none that the others are in.
  for (const [, , bases] of await told(world.workspace, world.member)) expect(bases).toEqual([])
  // Who is in both sees here whom they see here.
  expect((await told(second, world.viewer)).toSorted()).toEqual(there.toSorted())
})

test('guests see whom they share a base with, not whom they know from another workspace', async () => {
  const apart = await createBase(h, world.editor, second, 'Apart')
  await join(world.member, { role: 'guest', base: apart, base_role: 'viewer' })
  const members = await h.rpc<{ id: string }[]>(world.viewer, 'workspace_members', { workspace: second })
  expect(members.map(({ id }) => id)).not.toContain(world.member.id)
  expect(members).toHaveLength(3)
})

test('an owner who leaves another workspace ends no feeds of bases there that they were not in', async () => {
  const apart = await createBase(h, world.owner, world.workspace, 'Apart')
  const epochs = async () => {
    const rows = await h.db.sql`select id, access_epoch as epoch from plinth.base`
    return [world.base, apart, base].map((id) => rows.find((row) => row['id'] === id)!['epoch'] as number)
  }
  const [inside, outside, own] = await epochs()
  await h.rpc(world.editor, 'leave_workspace', { workspace: world.workspace })
  expect(await epochs()).toEqual([inside! + 1, outside, own])
})

test('custom roles in a base are told of who holds them, and of nobody else', async () => {
  const other = uuidV7()
  await h.rpc(world.editor, 'save_role', { base, role: other, changes: { name: 'Other' } })
  await h.rpc(world.editor, 'set_role_member', { role: other, member: world.viewer.id, holds: true })
  const members = await h.rpc<{ id: string; customRoles: { name: string }[] }[]>(
    world.editor,
    'base_members',
    { base },
  )
  expect(members).toHaveLength(3)
  const rolesOf = (person: Person) => namesOf(members.find(({ id }) => id === person.id)!.customRoles)
  expect([rolesOf(world.viewer), rolesOf(world.holder), rolesOf(world.editor)]).toEqual([
    ['Other'],
    ['There'],
    [],
  ])
})

test('a role of another base is none of this one, whatever it is called', async () => {
  const has = (of: string, name: string) =>
    h
      .as(world.holder, (tx) => tx`select plinth_private.has_role(${of}, ${name}) as has`)
      .then(([row]) => row!['has'] as boolean)
  expect([await has(base, 'There'), await has(world.base, 'There')]).toEqual([true, false])
  expect([await has(base, 'Sellers'), await has(world.base, 'Sellers')]).toEqual([false, true])
})

test('a higher role in another base is worth nothing here, where roles are restricted too', async () => {
  await h.rpc(world.editor, 'set_base_role', { base, member: world.viewer.id, role: 'editor' })
  const table = await createFullTable(h, world, 'Restricted here')
  await h.db.sql.unsafe(`insert into data.${table.relation} (title) values ('x')`)
  const grant = { role: world.role, table: table.id, action: 'update', scope: 'all', rule: null }
  await h.rpc(world.creator, 'set_grant', grant)
  const { count } = await h.as(world.viewer, (tx) =>
    tx.unsafe(`update data.${table.relation} set title = 'y'`),
  )
  expect(count).toBe(0)
})

test('of two roles the one that is taken away is gone, and the other stays', async () => {
  const other = uuidV7()
  await h.rpc(world.editor, 'save_role', { base, role: other, changes: { name: 'Other' } })
  const set = (which: string, holds: boolean) =>
    h.rpc(world.editor, 'set_role_member', { role: which, member: world.holder.id, holds })
  await set(other, true)
  await set(role, false)
  const held = await h.db.sql`select role_id from plinth.role_member where user_id = ${world.holder.id}`
  expect(held.map((row) => row['role_id'] as string).toSorted()).toEqual([other, world.role].toSorted())
})

test('a role lost in one base leaves a base, also for who holds one in another', async () => {
  const bases = async () =>
    (await h.db.sql`select base_id from plinth.base_member where user_id = ${world.holder.id}`).map(
      (row) => row['base_id'] as string,
    )
  expect((await bases()).toSorted()).toEqual([world.base, base].toSorted())
  // That somebody else holds it keeps nobody in.
  await h.rpc(world.editor, 'set_role_member', { role, member: world.viewer.id, holds: true })
  await h.rpc(world.editor, 'set_role_member', { role, member: world.holder.id, holds: false })
  expect(await bases()).toEqual([world.base])
})

test('a higher role ends no feeds where it is not restricted, though it is in another base', async () => {
  const table = await createFullTable(h, { ...world, base, creator: world.editor }, 'Restricted')
  const [editors] = await h.db.sql`select id from plinth.role where base_id = ${base} and kind = 'editor'`
  const grant = { role: editors!['id'], table: table.id, action: 'update', scope: 'none', rule: null }
  await h.rpc(world.editor, 'set_grant', grant)
  const epoch = async () =>
    (await h.db.sql`select access_epoch as epoch from plinth.base where id = ${world.base}`)[0]![
      'epoch'
    ] as number
  const before = await epoch()
  await h.rpc(world.owner, 'set_base_role', { base: world.base, member: world.viewer.id, role: 'editor' })
  expect(await epoch()).toBe(before)
})

test('a role in one workspace that changes is felt in its bases alone', async () => {
  const set = (role: string) =>
    h.rpc(world.owner, 'set_workspace_role', { workspace: world.workspace, member: world.viewer.id, role })
  const epoch = async () =>
    (await h.db.sql`select access_epoch as epoch from plinth.base where id = ${base}`)[0]!['epoch'] as number
  const before = await epoch()
  await h.db.admin`delete from realtime.messages where true`
  for (const one of ['owner', 'member']) await set(one)
  expect(await epoch()).toBe(before)
  expect(await h.db.admin`select 1 from realtime.messages where topic like ${`room:${base}:%`}`).toHaveLength(
    0,
  )
})

test('a role is explained by the roles of its own base', async () => {
  const table = await createFullTable(h, world, 'Explained')
  const ask = { table: table.id, record: null, person: world.holder.id, action: 'read' }
  const { because } = await h.rpc<{ because: { role: { name: string } }[] }>(
    world.creator,
    'explain_access',
    ask,
  )
  expect(because.map((one) => one.role.name)).toEqual(['Sellers'])
})

test('who follows an owner that is gone follows in that workspace alone', async () => {
  await join(world.creator, { role: 'guest', base, base_role: 'viewer' })
  await h.db.sql`
    delete from plinth.workspace_member where workspace_id = ${world.workspace} and user_id = ${world.owner.id}`
  const heirs = [...(await rolesIn(world.workspace))].filter(([, of]) => of === 'owner')
  expect(heirs).toHaveLength(1)
  expect([...(await rolesIn(second))].filter(([, of]) => of === 'owner')).toEqual([
    [world.editor.id, 'owner'],
  ])
})

const inviteAsGuest = (invitation: Record<string, string | null>) =>
  h.rpc(world.viewer, 'create_invitation', { workspace: second, email: null, ...invitation })

test('a guest who shapes a base brings people into that base, and into nothing else', async () => {
  await inviteAsGuest({ role: 'guest', base, base_role: 'viewer' })
  expect(await refusalOf(inviteAsGuest({ role: 'guest', base: null, base_role: null }))).toBe('forbidden')
  expect(await refusalOf(inviteAsGuest({ role: 'member', base, base_role: 'viewer' }))).toBe('forbidden')
})

test('strangers are told of no workspace, whether it is there or not', async () => {
  for (const workspace of [second, uuidV7()]) {
    const invite = h.rpc(world.outsider, 'create_invitation', {
      workspace,
      role: 'guest',
      base: null,
      base_role: null,
      email: null,
    })
    expect(await refusalOf(invite)).toBe('not_found')
  }
})
