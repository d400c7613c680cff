/** Handing a workspace over: one step, never without an owner, and never by anybody but an owner. */
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

const transfer = (by: Person, member: Person, changes: Record<string, unknown> = {}) =>
  h.rpc(by, 'transfer_ownership', {
    workspace: world.workspace,
    member: member.id,
    own_role: 'admin',
    confirm_name: 'Acme',
    ...changes,
  })
const roleOf = async (person: Person): Promise<unknown> =>
  (
    await h.db.sql`select role from plinth.workspace_member
      where workspace_id = ${world.workspace} and user_id = ${person.id}`
  )[0]?.['role']
const leave = (person: Person) => h.rpc(person, 'leave_workspace', { workspace: world.workspace })
const epoch = async () =>
  (await h.db.sql`select access_epoch as e from plinth.base where id = ${world.base}`)[0]!['e'] as number
const move = (from: Person, to: Person) =>
  h.db.sql`update plinth.workspace_member set user_id = ${to.id}
    where workspace_id = ${world.workspace} and user_id = ${from.id}`

describe('an owner', () => {
  test('gives the workspace to a member and becomes an admin, or stays an owner', async () => {
    await transfer(world.owner, world.member)
    expect([await roleOf(world.owner), await roleOf(world.member)]).toEqual(['admin', 'owner'])
    await transfer(world.member, world.owner, { own_role: 'owner' })
    expect([await roleOf(world.owner), await roleOf(world.member)]).toEqual(['owner', 'owner'])
  })

  test('who is the last one leaves only after handing over', async () => {
    expect(await refusalOf(leave(world.owner))).toBe('last_owner')
    await transfer(world.owner, world.member)
    await leave(world.owner)
    expect(await refusalOf(leave(world.member))).toBe('last_owner')
  })

  test('who handed over loses what only owners have, at once', async () => {
    const rename = (person: Person) =>
      h.rpc(person, 'rename_workspace', { workspace: world.workspace, name: 'Mine' })
    // They made the base and stay its creator by that alone.
    await h.db.sql`delete from plinth.base_member where user_id = ${world.owner.id}`
    const before = await epoch()
    await transfer(world.owner, world.member)
    expect(await epoch()).toBe(before + 1)
    expect(await refusalOf(rename(world.owner))).toBe('forbidden')
    expect(await refusalOf(h.rpc(world.owner, 'base_schema', { base: world.base }))).toBe('not_found')
    await rename(world.member)
    await h.rpc(world.member, 'base_schema', { base: world.base })
  })

  test('hands over once: a second hand-over of the same owner finds them no owner any more', async () => {
    const outcomes = await Promise.allSettled([
      transfer(world.owner, world.member),
      transfer(world.owner, world.editor),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [row] = await h.db.sql`select count(*)::int as n from plinth.workspace_member
      where workspace_id = ${world.workspace} and role = 'owner'`
    expect(row!['n']).toBe(1)
  })
})

describe('a hand-over is refused', () => {
  test('to everybody but owners', async () => {
    await h.rpc(world.owner, 'set_workspace_role', {
      workspace: world.workspace,
      member: world.editor.id,
      role: 'admin',
    })
    for (const person of [world.creator, world.editor, world.viewer, world.holder, world.member]) {
      expect(await refusalOf(transfer(person, person))).toBe('forbidden')
    }
    expect(await refusalOf(transfer(world.outsider, world.outsider))).toBe('not_found')
  })

  test('to strangers, to oneself, with another name or role', async () => {
    expect(await refusalOf(transfer(world.owner, world.outsider))).toBe('not_found')
    expect(await refusalOf(transfer(world.owner, world.owner))).toBe('invalid_input')
    expect(await refusalOf(transfer(world.owner, world.member, { confirm_name: 'acme' }))).toBe(
      'confirm_mismatch',
    )
    for (const role of ['member', 'guest', null]) {
      expect(await refusalOf(transfer(world.owner, world.member, { own_role: role }))).toBe('invalid_input')
    }
    expect([await roleOf(world.owner), await roleOf(world.member)]).toEqual(['owner', 'member'])
  })
})

describe('a membership that psql hands to somebody else', () => {
  test('is lost for who had it: the topics of its bases get a new name', async () => {
    await h.db.sql`delete from plinth.base_member where user_id = ${world.owner.id}`
    const before = await epoch()
    await move(world.owner, world.outsider)
    expect(await epoch()).toBe(before + 1)
    expect(await refusalOf(h.rpc(world.owner, 'base_schema', { base: world.base }))).toBe('not_found')
    await h.rpc(world.outsider, 'base_schema', { base: world.base })
  })

  test('takes the open invitations of who had it along, and leaves the topics where no base was read', async () => {
    await h.rpc(world.owner, 'set_workspace_role', {
      workspace: world.workspace,
      member: world.member.id,
      role: 'admin',
    })
    await h.rpc(world.member, 'create_invitation', {
      workspace: world.workspace,
      role: 'guest',
      base: null,
      base_role: null,
      email: null,
    })
    const before = await epoch()
    await move(world.member, world.outsider)
    expect(await epoch()).toBe(before)
    const [row] = await h.db.sql`select count(*)::int as n from plinth_private.invitation
      where invited_by = ${world.member.id} and used_at is null`
    expect(row!['n']).toBe(0)
  })
})
