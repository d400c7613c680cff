/** Test support: an embedded backend, and a workspace with a base, a creator, an editor, a viewer and an outsider. */
import {
  type BaseId,
  type ErrorCode,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type MutationId,
  type RecordId,
  type Result,
  type Table,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
// The real thing, for tests only: nothing of it reaches the app.
// oxlint-disable-next-line no-restricted-imports
import { startTestBackend } from '@plinth/embedded/testing'
import { expect } from 'vitest'
import { mailboxIn, type Person, type Project, signUpPerson } from './testing.ts'

export interface World {
  project: Project
  owner: Person
  editor: Person
  viewer: Person
  outsider: Person
  workspace: WorkspaceId
  base: BaseId
  /** The database as its owner. */
  sql: Awaited<ReturnType<typeof startTestBackend>>['sql']
  /** Where the storage service keeps its files. */
  filesDir: string
  stop(): Promise<void>
}

export const newId = <Id extends string>() => uuidV7() as Id
export const settings = { hue: 'teal', timeZone: 'Europe/Berlin', locale: 'en', weekStart: 1 } as const

/** The value of a call that must succeed. */
export function value<T>(result: Result<T>): T {
  if (!result.ok) expect.fail(`refused: ${JSON.stringify(result.error)}`)
  return result.value
}

/** The code of a call that must be refused. */
export function refusal(result: Result<unknown>): ErrorCode {
  expect(result).toMatchObject({ ok: false })
  return (result as { error: { code: ErrorCode } }).error.code
}

export function fieldOf(name: string, type: FieldTypeName, options: FieldDefinition['options'] = {}) {
  return { id: newId<FieldId>(), name, type, options }
}

export async function startProject(): Promise<{
  project: Project
  sql: World['sql']
  filesDir: string
  stop(): Promise<void>
}> {
  const embedded = await startTestBackend()
  const project: Project = {
    url: embedded.url,
    publishableKey: embedded.publishableKey,
    newestMail: mailboxIn(embedded.dataDir),
  }
  const filesDir = `${embedded.dataDir}/files`
  return { project, sql: embedded.sql, filesDir, stop: () => embedded.stop() }
}

export async function startWorld(): Promise<World> {
  const { project, sql, filesDir, stop } = await startProject()
  const person = (name: string) =>
    signUpPerson(project, {
      email: `${name.toLowerCase()}@example.org`,
      name,
      password: `password of ${name}`,
    })
  const owner = await person('Olga')
  const workspace = newId<WorkspaceId>()
  const base = newId<BaseId>()
  value(await owner.backend.workspaces.create({ id: workspace, name: 'Works' }))
  value(await owner.backend.bases.create({ id: base, workspace, name: 'Base', ...settings }))
  const join = async (name: string, baseRole: 'editor' | 'viewer') => {
    const joining = await person(name)
    const invitation = { workspace, role: 'member', base, baseRole, email: joining.email } as const
    const { token } = value(await owner.backend.workspaces.invite(invitation))
    value(await joining.backend.workspaces.acceptInvitation(token))
    return joining
  }
  const editor = await join('Edda', 'editor')
  const viewer = await join('Vito', 'viewer')
  const outsider = await person('Otto')
  const people = [owner, editor, viewer, outsider]
  return {
    project,
    owner,
    editor,
    viewer,
    outsider,
    workspace,
    base,
    sql,
    filesDir,
    async stop() {
      for (const { backend } of people) await backend.dispose()
      await stop()
    },
  }
}

export async function makeTable(
  { owner, base }: World,
  name: string,
  fields: FieldDefinition[],
): Promise<Table> {
  return value(await owner.backend.bases.createTable(base, { id: newId<TableId>(), name, fields }))
}

/** Adds one record with these values and answers its id. */
export async function addRecord(
  who: Person,
  table: Table,
  values: Record<string, unknown>,
): Promise<RecordId> {
  const record = newId<RecordId>()
  const mutation = { id: newId<MutationId>(), kind: 'insert', table: table.id, record, values } as never
  const [result] = value(await who.backend.rows.apply({ mutations: [mutation], atomic: false }))
  expect(result).toMatchObject({ status: 'ok', ver: 1 })
  return record
}
