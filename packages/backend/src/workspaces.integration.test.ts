import { type AttachmentId, type BaseId, limits, type WorkspaceId } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addRecord,
  fieldOf,
  makeTable,
  newId,
  refusal,
  settings,
  startWorld,
  value,
  type World,
} from './integration-world.ts'
import { backendOf } from './testing.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const installation = async (who: World['owner']) => value(await who.backend.workspaces.session()).installation

describe('a project', () => {
  it('is checked before anybody signs in', async () => {
    expect(value(await backendOf(world.project).checkProject()).schemaVersion).toBeGreaterThan(0)
  })

  it('says what is wrong with a key or an address', async () => {
    const wrongKey = backendOf({ ...world.project, publishableKey: 'sb_publishable_wrong' })
    expect(refusal(await wrongKey.checkProject())).toBe('key_invalid')
    const nowhere = backendOf({ ...world.project, url: 'http://127.0.0.1:9' })
    expect(refusal(await nowhere.checkProject())).toBe('project_unreachable')
  })
})

describe('the session', () => {
  it('lists the workspaces and bases of its person', async () => {
    const session = value(await world.editor.backend.workspaces.session())
    expect(session.profile).toMatchObject({
      id: world.editor.userId,
      name: 'Edda',
      email: 'edda@example.org',
    })
    expect(session.workspaces).toMatchObject([
      { id: world.workspace, name: 'Works', role: 'member', bases: [{ id: world.base, role: 'editor' }] },
    ])
    expect(value(await world.outsider.backend.workspaces.session()).workspaces).toEqual([])
    expect(refusal(await backendOf(world.project).workspaces.session())).toBe('not_signed_in')
  })

  it('gives the first account the installation', async () => {
    expect(await installation(world.owner)).toMatchObject({ isOwner: true, mayCreateWorkspace: true })
    expect(await installation(world.outsider)).toMatchObject({ isOwner: false, mayCreateWorkspace: false })
    const create = () => world.outsider.backend.workspaces.create({ id: newId<WorkspaceId>(), name: 'Own' })
    expect(refusal(await create())).toBe('workspace_creation_closed')
    expect(refusal(await world.outsider.backend.workspaces.setWorkspaceCreation('anyone'))).toBe('forbidden')
    value(await world.owner.backend.workspaces.setWorkspaceCreation('anyone'))
    value(await create())
    value(await world.owner.backend.workspaces.setWorkspaceCreation('nobody'))
  })

  it('keeps the list of those who may create workspaces, for the installation’s owner', async () => {
    const { workspaces } = world.owner.backend
    value(await workspaces.setWorkspaceCreation('listed'))
    value(await workspaces.addCreator('Vito@Example.org'))
    value(await workspaces.addCreator('later@example.org'))
    const list = value(await workspaces.creators())
    expect(list).toMatchObject([
      { id: world.viewer.userId, email: 'vito@example.org', name: 'Vito', avatarKey: null },
      { email: 'later@example.org', name: null, avatarKey: null },
    ])
    expect(await installation(world.viewer)).toMatchObject({ mayCreateWorkspace: true })
    for (const { id } of list) value(await workspaces.removeCreator(id))
    expect(value(await workspaces.creators())).toEqual([])
    expect(await installation(world.viewer)).toMatchObject({ mayCreateWorkspace: false })
    expect(refusal(await workspaces.addCreator('nonsense'))).toBe('email_invalid')
    expect(refusal(await world.viewer.backend.workspaces.creators())).toBe('forbidden')
    value(await workspaces.setWorkspaceCreation('nobody'))
  })

  it('keeps a changed name', async () => {
    expect(value(await world.viewer.backend.workspaces.saveProfile({ name: 'Vito V.' }))).toMatchObject({
      name: 'Vito V.',
    })
    expect(refusal(await world.viewer.backend.workspaces.saveProfile({ name: '  ' }))).toBe('name_required')
  })
})

describe('a workspace', () => {
  it('is renamed and deleted by its owner only', async () => {
    const id = newId<WorkspaceId>()
    const { workspaces } = world.owner.backend
    value(await workspaces.setWorkspaceCreation('anyone'))
    value(await workspaces.create({ id, name: 'Short-lived' }))
    value(await workspaces.rename(id, 'Renamed'))
    expect(refusal(await world.outsider.backend.workspaces.rename(id, 'Taken'))).toBe('not_found')
    expect(refusal(await world.editor.backend.workspaces.rename(world.workspace, 'Taken'))).toBe('forbidden')
    expect(refusal(await workspaces.delete(id, 'Wrong'))).toBe('confirm_mismatch')
    value(await workspaces.delete(id, 'Renamed'))
    expect(refusal(await workspaces.members(id))).toBe('not_found')
  })

  it('shows its members to members', async () => {
    const members = value(await world.viewer.backend.workspaces.members(world.workspace))
    expect(members.map(({ email, role }) => `${email} ${role}`).sort()).toEqual([
      'edda@example.org member',
      'olga@example.org owner',
      'vito@example.org member',
    ])
    expect(refusal(await world.outsider.backend.workspaces.members(world.workspace))).toBe('not_found')
  })

  it('tells its members what it holds and may hold, and the files of deleted tables go', async () => {
    const table = await makeTable(world, 'Weights', [fieldOf('Name', 'text'), fieldOf('Files', 'attachment')])
    const record = await addRecord(world.editor, table, {})
    const upload = {
      id: newId<AttachmentId>(),
      table: table.id,
      record,
      field: table.fields[1]!.id,
      file: new Blob(['x'.repeat(42)]),
      name: 'a.txt',
      thumbnail: null,
    }
    value(await world.editor.backend.files.upload(upload))
    const usage = async (who: World['owner']) => value(await who.backend.workspaces.usage(world.workspace))
    const { quota, used, bases } = await usage(world.viewer)
    expect(quota).toEqual({
      tables: limits.tablesPerWorkspace,
      rows: limits.rowsPerWorkspace,
      fileBytes: limits.fileBytesPerWorkspace,
    })
    expect(used).toMatchObject({ tables: 1, rows: 1, fileBytes: 42 })
    expect(used.dataBytes).toBeGreaterThan(0)
    expect(bases).toEqual([{ id: world.base, name: 'Base', ...used }])
    expect(refusal(await world.outsider.backend.workspaces.usage(world.workspace))).toBe('not_found')

    const hidden = newId<BaseId>()
    value(
      await world.owner.backend.bases.create({
        id: hidden,
        workspace: world.workspace,
        name: 'Hidden',
        ...settings,
      }),
    )
    const ofHidden = await makeTable({ ...world, base: hidden }, 'Secret', [fieldOf('Name', 'text')])
    expect((await usage(world.viewer)).bases[1]).toMatchObject({ id: null, name: null, tables: 1, rows: 0 })
    value(await world.owner.backend.bases.deleteTable(ofHidden.id))
    value(await world.owner.backend.bases.delete(hidden, 'Hidden'))

    value(await world.owner.backend.bases.deleteTable(table.id))
    value(await world.owner.backend.bases.emptyTrash(world.base, table.id, 'Weights'))
    // Nobody but creators: who might have read the table's records is not known any more.
    for (const who of [world.viewer, world.editor]) expect((await usage(who)).used.fileBytes).toBe(42)
    expect((await usage(world.owner)).used).toEqual({ tables: 0, rows: 0, fileBytes: 0, dataBytes: 0 })
  })

  it('keeps its last owner', async () => {
    const { workspaces } = world.owner.backend
    expect(refusal(await workspaces.setRole(world.workspace, world.owner.userId, 'member'))).toBe(
      'last_owner',
    )
    expect(refusal(await workspaces.leave(world.workspace))).toBe('last_owner')
    value(await workspaces.setRole(world.workspace, world.editor.userId, 'owner'))
    value(await workspaces.setRole(world.workspace, world.editor.userId, 'member'))
    expect(
      refusal(await world.viewer.backend.workspaces.setRole(world.workspace, world.viewer.userId, 'owner')),
    ).toBe('forbidden')
  })
})

const invite = (email: string | null) =>
  world.owner.backend.workspaces.invite({
    workspace: world.workspace,
    role: 'member',
    base: world.base,
    baseRole: 'viewer',
    email,
  })

describe('an invitation', () => {
  it('can be read before signing in, taken once, and tells nothing when it is wrong', async () => {
    const { token } = value(await invite('otto@example.org'))
    const stranger = backendOf(world.project).workspaces
    expect(value(await stranger.invitationInfo(token))).toMatchObject({
      workspaceName: 'Works',
      baseName: 'Base',
    })
    expect(refusal(await stranger.invitationInfo('wrong'))).toBe('invitation_invalid')
    expect(refusal(await stranger.acceptInvitation(token))).toBe('not_signed_in')
    expect(refusal(await world.viewer.backend.workspaces.acceptInvitation(token))).toBe(
      'invitation_other_address',
    )
    expect(value(await world.outsider.backend.workspaces.acceptInvitation(token))).toEqual({
      workspace: world.workspace,
      base: world.base,
    })
    expect(refusal(await stranger.invitationInfo(token))).toBe('invitation_invalid')
    value(await world.outsider.backend.workspaces.leave(world.workspace))
    expect(refusal(await world.outsider.backend.workspaces.acceptInvitation(token))).toBe(
      'invitation_invalid',
    )
  })

  it('is listed without its token and can be withdrawn', async () => {
    const { id, token } = value(await invite(null))
    const { workspaces } = world.owner.backend
    const listed = value(await workspaces.invitations(world.workspace))
    expect(listed.some((invitation) => invitation.id === id)).toBe(true)
    expect(JSON.stringify(listed)).not.toContain(token)
    expect(refusal(await world.viewer.backend.workspaces.revokeInvitation(id))).toMatch(/forbidden|not_found/)
    value(await workspaces.revokeInvitation(id))
    expect(refusal(await world.outsider.backend.workspaces.acceptInvitation(token))).toBe(
      'invitation_invalid',
    )
    expect(value(await world.viewer.backend.workspaces.invitations(world.workspace))).toEqual([])
    expect(refusal(await world.outsider.backend.workspaces.invitations(world.workspace))).toBe('not_found')
  })

  it('never grants more than the one who invites has', async () => {
    const input = {
      workspace: world.workspace,
      role: 'owner',
      base: null,
      baseRole: null,
      email: null,
    } as const
    expect(refusal(await world.editor.backend.workspaces.invite(input))).toBe('forbidden')
    expect(refusal(await world.outsider.backend.workspaces.invite(input))).toBe('not_found')
  })

  it('of somebody removed is worth nothing any more', async () => {
    const { token } = value(await invite('otto@example.org'))
    value(await world.outsider.backend.workspaces.acceptInvitation(token))
    const remove = () => world.owner.backend.workspaces.removeMember(world.workspace, world.outsider.userId)
    expect(
      refusal(await world.editor.backend.workspaces.removeMember(world.workspace, world.viewer.userId)),
    ).toBe('forbidden')
    value(await remove())
    expect(refusal(await world.outsider.backend.bases.schema(world.base))).toBe('not_found')
    expect(refusal(await remove())).toBe('not_found')
  })
})
