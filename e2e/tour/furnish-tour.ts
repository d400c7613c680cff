/** What the tour walks through: the demo base, and beside it places that are empty, waiting, or have very long names. */
import { signInPerson, signUpPerson } from '@plinth/backend/testing'
import { type BaseId, type FieldId, type TableId, uuidV7, type WorkspaceId } from '@plinth/domain'
import { demoPeople, seedDemo } from '@plinth/embedded/demo'
import type { World } from '../harness.ts'
import { accessTokenOf, must } from '../target.ts'

export const owner = demoPeople[0]!
/** Somebody with one base of the workspace. */
export const member = demoPeople[2]!
export const newcomer = { name: 'Nils Quist', email: 'nils@example.org', password: 'nine unrelated words' }

export interface Places {
  workspace: string
  base: string
  films: string
  tasks: string
  /** A workspace without a base. */
  emptyWorkspace: string
  /** A base without a table. */
  emptyBase: string
  /** A table without a record. */
  emptyTable: string
  /** An invitation that can still be taken up. */
  token: string
}

const long = 'Verein zur Erhaltung und Erforschung historischer Lichtspielhäuser in Mitteleuropa'
const region = { timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const

export async function furnishTour(world: World): Promise<Places> {
  await seedDemo(world.project)
  const ada = await signInPerson(world.project, owner)
  const nils = await signUpPerson(world.project, newcomer)
  const { workspaces, bases } = ada.backend
  const session = must(await workspaces.session())
  const workspace = session.workspaces[0]!
  const base = workspace.bases[0]!
  const tableNamed = (name: string) => base.tables.find((table) => table.name === name)!.id

  const emptyWorkspace = uuidV7() as WorkspaceId
  must(await workspaces.create({ id: emptyWorkspace, name: long }))
  const emptyBase = uuidV7() as BaseId
  must(
    await bases.create({ id: emptyBase, workspace: workspace.id, name: 'Budget', hue: 'amber', ...region }),
  )
  const longBase = uuidV7() as BaseId
  must(await bases.create({ id: longBase, workspace: workspace.id, name: long, hue: 'pink', ...region }))
  const field = { id: uuidV7() as FieldId, name: 'Name', type: 'text', options: {} } as const
  const emptyTable = must(
    await bases.createTable(longBase, { id: uuidV7() as TableId, name: `Archiv: ${long}`, fields: [field] }),
  )
  const invite = (email: string | null) =>
    workspaces.invite({
      workspace: workspace.id,
      role: 'member',
      base: base.id,
      baseRole: 'viewer',
      email,
    })
  const { token } = must(await invite(null))
  must(await invite('a.person.with.a.rather.long.address@department.university.example.org'))
  must(await workspaces.addCreator('ben@example.org'))
  must(await workspaces.addCreator('later@example.org'))
  must(await nils.backend.workspaces.session())
  for (const person of [ada, nils]) await person.backend.dispose()
  return {
    workspace: workspace.id,
    base: base.id,
    films: `/b/${base.id}/t/${tableNamed('Films')}`,
    tasks: `/b/${base.id}/t/${tableNamed('Tasks')}`,
    emptyWorkspace,
    emptyBase,
    emptyTable: `/b/${longBase}/t/${emptyTable.id}`,
    token,
  }
}

/** As the owner of the installation sets it; what is null falls back to the defaults. */
export async function setQuota(
  world: World,
  workspace: string,
  quota: { tables?: number | null; rows?: number | null },
): Promise<void> {
  const { url, publishableKey } = world.project
  const answer = await fetch(`${url}/rest/v1/rpc/set_workspace_quota`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-profile': 'plinth',
      apikey: publishableKey,
      authorization: `Bearer ${await accessTokenOf(world.project, owner)}`,
    },
    body: JSON.stringify({ workspace, quota }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** An invitation that was withdrawn. */
export const deadToken = 'x'.repeat(43)
