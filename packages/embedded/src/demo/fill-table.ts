import type { SupabaseBackend } from '@plinth/backend'
import {
  type BaseId,
  type FieldDefinition,
  type FieldId,
  type FieldTypeName,
  type Hue,
  hues,
  type ImportId,
  limits,
  type OptionId,
  type RecordId,
  type SelectOption,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { made } from './made.ts'

type Plain = string | number | boolean | null

/** A field to be made, and where its value stands in a source row. */
export interface Column<Source> {
  name: string
  type: FieldTypeName
  decimals?: number
  options?: readonly SelectOption[]
  value(source: Source): Plain
}

/** Options with ids made from their place, in the order given; colours go round. */
export function optionsOf(labels: readonly string[], colours: readonly Hue[] = hues): SelectOption[] {
  return labels.map((label, index) => ({
    id: `o${index + 1}` as OptionId,
    label,
    hue: colours[index % colours.length] ?? 'stone',
  }))
}

/** The distinct labels of a column, most frequent first. */
export function labelsOf(values: readonly (string | null)[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a).map(([label]) => label)
}

/** A column whose values are labels of options. */
export function selectColumn<Source>(
  name: string,
  options: readonly SelectOption[],
  label: (source: Source) => string | null,
): Column<Source> {
  const idOf = new Map(options.map((option) => [option.label, option.id]))
  return { name, type: 'single_select', options, value: (source) => idOf.get(label(source) ?? '') ?? null }
}

/** Makes a table and imports the rows into it, in their order. */
export async function fillTable<Source>(
  backend: SupabaseBackend,
  base: BaseId,
  plan: { name: string; fileName: string; columns: readonly Column<Source>[]; rows: readonly Source[] },
): Promise<TableId> {
  const id = uuidV7() as TableId
  const fields = plan.columns.map(definitionOf)
  made(`table ${plan.name}`, await backend.bases.createTable(base, { id, name: plan.name, fields }))
  const importId = uuidV7() as ImportId
  const begin = {
    id: importId,
    table: id,
    fileName: plan.fileName,
    fields: fields.map((field) => field.id),
    mode: 'append',
    key: null,
  } as const
  made(`import of ${plan.fileName}`, await backend.imports.begin(begin))
  for (let chunk = 0; chunk * limits.rowsPerImportChunk < plan.rows.length; chunk += 1) {
    const start = chunk * limits.rowsPerImportChunk
    const rows = plan.rows
      .slice(start, start + limits.rowsPerImportChunk)
      .map((source) => [uuidV7() as RecordId, ...plan.columns.map((column) => column.value(source))] as const)
    const sent = await backend.imports.rows({ importId, chunk, rows, misfits: [] })
    made(`rows of ${plan.fileName}`, sent)
  }
  made(`end of ${plan.fileName}`, await backend.imports.finish(importId))
  return id
}

export function definitionOf(column: Omit<Column<never>, 'value'>): FieldDefinition {
  const { name, type, decimals, options } = column
  return {
    id: uuidV7() as FieldId,
    name,
    type,
    options: {
      ...(decimals === undefined ? {} : { decimals }),
      ...(options === undefined ? {} : { options }),
    },
  }
}
