/** A furnished base made through the API, as the target of probes: one table, one record, one file. */
import { type Person, type Project, signUpPerson } from '@plinth/backend/testing'
import {
  type AttachmentId,
  type BaseId,
  type CellValue,
  type FieldId,
  type MutationId,
  type RecordId,
  type Result,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import type { Stranger, Target } from './probes.ts'

export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value
  throw new Error(JSON.stringify(result.error))
}

export async function makeTarget({ backend }: Person): Promise<Target> {
  const workspace = uuidV7() as WorkspaceId
  const base = uuidV7() as BaseId
  must(await backend.workspaces.create({ id: workspace, name: 'Vault' }))
  const settings = { hue: 'red', timeZone: 'UTC', locale: 'en', weekStart: 1 } as const
  must(await backend.bases.create({ id: base, workspace, name: 'Papers', ...settings }))
  const text = { id: uuidV7() as FieldId, name: 'Title', type: 'text', options: {} } as const
  const files = { id: uuidV7() as FieldId, name: 'Files', type: 'attachment', options: {} } as const
  const definition = { id: uuidV7() as TableId, name: 'Letters', fields: [text, files] }
  const table = must(await backend.bases.createTable(base, definition))
  const secret = 'the-secret-of-the-vault'
  const record = uuidV7() as RecordId
  const values = { [text.id]: secret } as Record<FieldId, CellValue>
  const insert = { id: uuidV7() as MutationId, kind: 'insert', table: table.id, record, values } as const
  must(await backend.rows.apply({ mutations: [insert], atomic: true }))
  const { attachment } = must(
    await backend.files.upload({
      id: uuidV7() as AttachmentId,
      table: table.id,
      record,
      field: files.id,
      file: new Blob([secret], { type: 'text/plain' }),
      name: 'letter.txt',
      thumbnail: new Blob([secret], { type: 'image/webp' }),
    }),
  )
  return {
    workspace,
    base,
    table: table.id,
    relation: table.relation,
    column: table.fields[0]!.column,
    field: text.id,
    attachmentField: files.id,
    record,
    epoch: must(await backend.bases.schema(base)).accessEpoch,
    attachment: attachment.id,
    keys: [attachment.key, attachment.thumbKey].filter((key) => key !== null),
    secret,
  }
}

/** Somebody with an account and a session, and no right at all. */
export async function makeOutsider(project: Project): Promise<Stranger> {
  const who = { email: 'outsider@example.org', name: 'Outsider', password: 'password of Outsider' }
  const person = await signUpPerson(project, who)
  await person.backend.dispose()
  return { name: 'outsider', ...project, accessToken: await accessTokenOf(project, who) }
}

export async function accessTokenOf(
  project: Project,
  who: { email: string; password: string },
): Promise<string> {
  const answer = await fetch(`${project.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: project.publishableKey },
    body: JSON.stringify({ email: who.email, password: who.password }),
  })
  const { access_token } = (await answer.json()) as { access_token?: string }
  if (access_token === undefined) throw new Error(`no session for ${who.email}: ${answer.status}`)
  return access_token
}

export function anonymousOf(project: Project): Stranger {
  return { name: 'anonymous', url: project.url, publishableKey: project.publishableKey, accessToken: null }
}
