/** Steps by which the bases of the demo are arranged: views for everybody, pages of records, computed fields. */
import type { SupabaseBackend } from '@plinth/backend'
import {
  emptyViewConfig,
  type Field,
  type FieldDefinition,
  type FieldId,
  type FieldWidth,
  type LayoutSection,
  type LinkDefinition,
  type Table,
  uuidV7,
  type ViewConfig,
  type ViewId,
  type ViewKind,
} from '@plinth/domain'
import { made } from './made.ts'

/** A field of a table by its name. */
export type Named = (name: string) => FieldId

export function namesOf({ name: table, fields }: Table): Named {
  const all = new Map(fields.map(({ name, id }) => [name, id]))
  return (name) => {
    const id = all.get(name)
    if (id === undefined) throw new Error(`demo: ${table} has no field ${name}`)
    return id
  }
}

export const section = (
  name: string,
  of: Named,
  widths: Readonly<Record<string, FieldWidth>>,
): LayoutSection => ({
  name,
  fields: Object.entries(widths).map(([field, width]) => ({ field: of(field), width })),
})

export async function addView(
  { views }: SupabaseBackend,
  table: Table,
  name: string,
  config: Partial<ViewConfig>,
  kind: ViewKind = 'grid',
): Promise<ViewId> {
  const id = uuidV7() as ViewId
  const definition = { id, name, kind, isShared: true, config: { ...emptyViewConfig, ...config } }
  made(`view ${name} of ${table.name}`, await views.create(table.id, definition))
  return id
}

export async function layOut(
  { records }: SupabaseBackend,
  table: Table,
  sections: readonly LayoutSection[],
): Promise<void> {
  made(`layout of ${table.name}`, await records.setLayout(table.id, { sections, hidden: [] }))
}

/** Computed fields of tables with many records are made in steps. */
export async function addField(
  { bases }: SupabaseBackend,
  table: Table,
  definition: FieldDefinition | LinkDefinition,
): Promise<Field> {
  const step = `field ${definition.name} of ${table.name}`
  let field: Field | null = made(step, await bases.createField(table.id, definition))
  while (field === null || field.changing) {
    field = made(step, await bases.changeFormula(definition.id, null)).field
  }
  return field
}
