/** A table that is long enough to be loaded in parts only, and for the database to call it large. */
import type { Person } from '@plinth/backend/testing'
import {
  type BaseId,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type OptionId,
  type Table,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import type { World } from '../harness.ts'
import { must } from '../target.ts'

export const rowCount = 60_000
/** Rows, from 1, whose title holds “needle”. */
export const needles = [10, 30_000, 59_990] as const
/** Its note holds “needle” too. */
export const noted = 40_000

export interface Archive {
  base: BaseId
  table: Table
}

const fieldOf = (
  name: string,
  type: FieldTypeName,
  options: FieldDefinition['options'] = {},
): FieldDefinition => ({ id: uuidV7() as FieldId, name, type, options })

const kinds = [
  { id: 'letter' as OptionId, label: 'Letter', hue: 'teal' },
  { id: 'bill' as OptionId, label: 'Bill', hue: 'amber' },
] as const

export async function furnishArchive(world: World, { backend }: Person): Promise<Archive> {
  const workspace = uuidV7() as WorkspaceId
  const base = uuidV7() as BaseId
  must(await backend.workspaces.create({ id: workspace, name: 'House' }))
  const region = { timeZone: 'Europe/Berlin', locale: 'en-GB', weekStart: 1 } as const
  must(await backend.bases.create({ id: base, workspace, name: 'Archive', hue: 'teal', ...region }))
  const fields = [
    fieldOf('Title', 'text'),
    fieldOf('Amount', 'integer'),
    fieldOf('Kind', 'single_select', { options: kinds }),
    fieldOf('Note', 'text'),
  ]
  const made = { id: uuidV7() as TableId, name: 'Papers', fields }
  const table = must(await backend.bases.createTable(base, made))
  await fill(world, table)
  return { base, table }
}

/** As the database's owner, triggers off: how the rows came there is not what is tested. Ids rise with `n`. */
async function fill({ backend }: World, table: Table): Promise<void> {
  const [title, amount, kind, note] = table.fields.map((field) => field.column)
  await backend.admin.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(`
      insert into data.${table.relation} (id, ${title}, ${amount}, ${kind}, ${note})
      select ('01990000-' || lpad(to_hex(n >> 16), 4, '0') || '-7' || lpad(to_hex((n >> 4) & 4095), 3, '0') || '-8'
          || lpad(to_hex(n & 15), 3, '0') || '-' || substr(md5(n::text), 1, 12))::uuid,
        case when n in (${needles.join(', ')}) then 'Haystack with a Needle ' || n else 'Paper ' || n end,
        (n * 7919) % 100003, case when n % 2 = 0 then 'letter' else 'bill' end,
        case when n = ${noted} then 'a NEEDLE beside it' end
      from generate_series(1, ${rowCount}) n`)
  })
  await backend.admin.unsafe(`vacuum analyze data.${table.relation}`)
}
