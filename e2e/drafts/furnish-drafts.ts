/** One person, one table of three records, and what a colleague does to them meanwhile. */
import { type Person, signUpPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type CellValue,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type MutationId,
  type RecordId,
  type Table,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import type { World } from '../harness.ts'
import type { Who } from '../steps.ts'
import { must } from '../target.ts'

export const dana: Who = { name: 'Dana Roth', email: 'dana@example.org', password: 'nine unrelated words' }

export interface Desk {
  base: BaseId
  table: Table
  other: Table
  records: readonly RecordId[]
  /** Changes a value as another client does. */
  change(record: RecordId, field: string, value: CellValue): Promise<void>
  stop(): Promise<void>
}

const fieldOf = (name: string, type: FieldTypeName): FieldDefinition => ({
  id: uuidV7() as FieldId,
  name,
  type,
  options: {},
})

export async function furnish(world: World): Promise<Desk> {
  const owner = await signUpPerson(world.project, dana)
  const workspace = uuidV7() as WorkspaceId
  const base = uuidV7() as BaseId
  must(await owner.backend.workspaces.create({ id: workspace, name: 'Study' }))
  const settings = { hue: 'teal', timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  must(await owner.backend.bases.create({ id: base, workspace, name: 'Papers', ...settings }))
  const fields = [fieldOf('Title', 'text'), fieldOf('Text', 'long_text'), fieldOf('Pages', 'integer')]
  const table = await makeTable(owner, base, 'Drafts', fields)
  const other = await makeTable(owner, base, 'Shelf', [fieldOf('Name', 'text')])
  const records = await makeRecords(owner, table, ['First', 'Second', 'Third'])
  await makeRecords(owner, other, ['Something'])
  return {
    base,
    table,
    other,
    records,
    change: (record, name, value) => change(owner, table, { record, name, value }),
    stop: () => owner.backend.dispose(),
  }
}

async function makeTable(
  { backend }: Person,
  base: BaseId,
  name: string,
  fields: readonly FieldDefinition[],
): Promise<Table> {
  return must(await backend.bases.createTable(base, { id: uuidV7() as TableId, name, fields }))
}

async function makeRecords(
  { backend }: Person,
  table: Table,
  names: readonly string[],
): Promise<readonly RecordId[]> {
  const primary = table.fields[0]!.id
  const mutations = names.map((name) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: table.id,
    record: uuidV7() as RecordId,
    values: { [primary]: name },
  }))
  must(await backend.rows.apply({ mutations, atomic: true }))
  return mutations.map(({ record }) => record)
}

async function change(
  { backend }: Person,
  table: Table,
  { record, name, value }: { record: RecordId; name: string; value: CellValue },
): Promise<void> {
  const field = table.fields.find((one) => one.name === name)!.id
  const query = { table: table.id, sorts: [] }
  const { rows } = must(await backend.rows.byId(query, [record]))
  const base = { [field]: rows[0]!.values[field] ?? null }
  const id = uuidV7() as MutationId
  const values = { [field]: value }
  const update = { id, kind: 'update', table: table.id, record, values, base } as const
  const [result] = must(await backend.rows.apply({ mutations: [update], atomic: false }))
  if (result?.status !== 'ok') throw new Error(JSON.stringify(result))
}
