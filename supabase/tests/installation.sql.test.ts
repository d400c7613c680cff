/** Who owns the installation, also after the owner's account is gone. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Person, refusalOf, startWorld, type World } from './harness.ts'

let h: Harness
let world: World
beforeEach(async () => {
  ;({ h, world } = await startWorld())
})
afterEach(() => h.db.stop())

interface Session {
  installation: {
    isOwner: boolean
    workspaceCreation: string
    mayCreateWorkspace: boolean
    fileBytes: number
  }
}
const installation = async (person: Person) => (await h.rpc<Session>(person, 'my_session')).installation
const handOver = (person: Person | null, email: string) => h.rpc(person, 'hand_over_installation', { email })
const deleteAccount = (person: Person) => h.db.admin`delete from auth.users where id = ${person.id}`
const isOwner = async (who: Person) => ((await installation(who)).isOwner ? [who.id] : [])
const owners = async () => {
  const people = [world.owner, world.creator, world.editor, world.outsider]
  const rows = await h.db.sql`select id from plinth.profile`
  const here = new Set(rows.map((row) => row['id'] as string))
  return (await Promise.all(people.filter(({ id }) => here.has(id)).map(isOwner))).flat()
}

describe('an installation whose owner’s account is deleted', () => {
  test('belongs to nobody: not to who is there, nor to who comes next', async () => {
    await deleteAccount(world.owner)
    expect(await owners()).toEqual([])
    const newcomer = await h.person('newcomer')
    expect(await installation(newcomer)).toEqual({
      isOwner: false,
      workspaceCreation: 'listed',
      mayCreateWorkspace: false,
      fileBytes: limits.attachmentBytes,
    })
    for (const who of [newcomer, world.creator]) {
      expect(await refusalOf(h.rpc(who, 'set_workspace_creation', { setting: 'anyone' }))).toBe('forbidden')
      expect(await refusalOf(h.rpc(who, 'workspace_creators'))).toBe('forbidden')
      expect(await refusalOf(handOver(who, who.email))).toBe('forbidden')
      const quota = { workspace: world.workspace, quota: { rows: 1 } }
      expect(await refusalOf(h.rpc(who, 'set_workspace_quota', quota))).toBe('forbidden')
      const made = h.rpc(who, 'create_workspace', { workspace: uuidV7(), name: 'Mine' })
      expect(await refusalOf(made)).toBe('workspace_creation_closed')
    }
    const [row] = await h.db.sql`select owner_id as id from plinth_private.installation`
    expect(row!['id']).toBeNull()
  })

  test('keeps its setting and its list', async () => {
    await h.rpc(world.owner, 'add_workspace_creator', { email: world.editor.email })
    await deleteAccount(world.owner)
    expect((await installation(world.editor)).mayCreateWorkspace).toBe(true)
    await h.db.sql`update plinth_private.installation set workspace_creation = 'anyone' where singleton`
    expect((await installation(world.outsider)).mayCreateWorkspace).toBe(true)
  })

  test('gets a new owner from who has the database', async () => {
    await deleteAccount(world.owner)
    await h.db.sql`select plinth_private.set_installation_owner(${` ${world.editor.email.toUpperCase()}`})`
    expect(await owners()).toEqual([world.editor.id])
    await h.rpc(world.editor, 'set_workspace_creation', { setting: 'anyone' })
  })

  test('gets a new owner from who has the secret key', async () => {
    await deleteAccount(world.owner)
    await h.db.authenticator.begin(async (tx) => {
      await tx`select set_config('role', 'service_role', true),
        set_config('request.jwt.claims', '{"role": "service_role"}', true)`
      await tx`select plinth.hand_over_installation(${world.creator.email})`
    })
    expect(await owners()).toEqual([world.creator.id])
  })

  test('does not keep deleted people on its list', async () => {
    await h.rpc(world.owner, 'add_workspace_creator', { email: world.editor.email })
    await deleteAccount(world.editor)
    const left = await h.db
      .sql`select 1 from plinth_private.workspace_creator where user_id = ${world.editor.id}`
    expect(left).toHaveLength(0)
  })
})

describe('handing the installation over', () => {
  test('makes one person the owner and the one before nobody special', async () => {
    await handOver(world.owner, world.editor.email)
    expect(await owners()).toEqual([world.editor.id])
    expect(await refusalOf(handOver(world.owner, world.owner.email))).toBe('forbidden')
    await handOver(world.editor, world.owner.email)
    expect(await owners()).toEqual([world.owner.id])
  })

  test('goes to people alone who have been here and confirmed their address', async () => {
    const stranger = await h.person('stranger')
    for (const email of [stranger.email, 'nobody@example.org', '']) {
      expect(await refusalOf(handOver(world.owner, email))).toBe('not_found')
    }
    await h.db.admin`update auth.users set email_confirmed_at = null where id = ${world.editor.id}`
    expect(await refusalOf(handOver(world.owner, world.editor.email))).toBe('not_found')
    expect(await owners()).toEqual([world.owner.id])
  })

  test('is for its owner alone', async () => {
    for (const who of ['creator', 'editor', 'outsider', 'anonymous'] as const) {
      expect(await refusalOf(handOver(world[who], world[who].email))).toBe('forbidden')
    }
    await expect(handOver(null, world.editor.email)).rejects.toMatchObject({ state: '42501' })
    const direct = h.as(
      world.editor,
      (tx) => tx`select plinth_private.set_installation_owner(${world.editor.email})`,
    )
    await expect(direct).rejects.toMatchObject({ state: '42501' })
  })
})
