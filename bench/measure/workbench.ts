/** An embedded backend with one signed-up maker, a workspace and a base: what every benchmark starts from. */
import { mailboxIn, type Person, type Project, signUpPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type Result,
  type Table,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import { startTestBackend, type TestBackend } from '@plinth/embedded/testing'

export interface Workbench {
  embedded: TestBackend
  project: Project
  maker: Person
  workspace: WorkspaceId
  base: BaseId
  stop(): Promise<void>
}

export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(JSON.stringify(result.error))
}

/** With fsync on: benchmarks measure what a user's machine does. `appDir` serves a built app at the same address. */
export async function openWorkbench(options: { appDir?: string } = {}): Promise<Workbench> {
  const embedded = await startTestBackend({ durable: true, ...options })
  const project: Project = {
    url: embedded.url,
    publishableKey: embedded.publishableKey,
    newestMail: mailboxIn(embedded.dataDir),
  }
  const maker = await signUpPerson(project, {
    email: 'maker@example.org',
    name: 'Maker',
    password: 'a password for benchmarks',
  })
  const workspace = uuidV7() as WorkspaceId
  const base = uuidV7() as BaseId
  must(await maker.backend.workspaces.create({ id: workspace, name: 'Bench' }))
  const settings = { hue: 'blue', timeZone: 'UTC', locale: 'en', weekStart: 1 } as const
  must(await maker.backend.bases.create({ id: base, workspace, name: 'Bench', ...settings }))
  return {
    embedded,
    project,
    maker,
    workspace,
    base,
    async stop() {
      await maker.backend.dispose()
      await embedded.stop()
    },
  }
}

export function fieldOf(name: string, type: FieldTypeName): FieldDefinition {
  return { id: uuidV7() as FieldId, name, type, options: {} }
}

export async function makeTable(
  { maker, base }: Workbench,
  name: string,
  fields: readonly FieldDefinition[],
): Promise<Table> {
  return must(await maker.backend.bases.createTable(base, { id: uuidV7() as TableId, name, fields }))
}
