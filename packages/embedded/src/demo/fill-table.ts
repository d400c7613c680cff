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
  type RowLinks,
  type SelectOption,
  type Table,
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
  currency?: string
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

interface Rows<Source> {
  readonly fileName: string
  readonly columns: readonly Column<Source>[]
  readonly rows: readonly Source[]
  /** Which record a row becomes, and the records that it links by fields of links; absent: a new one, and none. */
  record?(source: Source): RecordId
  links?(source: Source): RowLinks['values']
}

/** Makes a table and imports the rows into it, in their order. */
export async function fillTable<Source>(
  backend: SupabaseBackend,
  base: BaseId,
  plan: Rows<Source> & { name: string },
): Promise<Table> {
  const table = await makeTable(backend, base, plan)
  await importRows(backend, table, plan)
  return table
}

export async function makeTable(
  { bases }: SupabaseBackend,
  base: BaseId,
  { name, columns }: { name: string; columns: readonly Column<never>[] },
): Promise<Table> {
  const definition = { id: uuidV7() as TableId, name, fields: columns.map(definitionOf) }
  return made(`table ${name}`, await bases.createTable(base, definition))
}

/** Imports rows into a table that was made of the same columns. */
export async function importRows<Source>(
  { imports }: SupabaseBackend,
  table: Table,
  { fileName, columns, rows, record, links }: Rows<Source>,
): Promise<void> {
  const importId = uuidV7() as ImportId
  const fields = table.fields.slice(0, columns.length).map(({ id }) => id)
  const begin = { id: importId, table: table.id, fileName, fields, mode: 'append', key: null } as const
  made(`import of ${fileName}`, await imports.begin(begin))
  for (let chunk = 0; chunk * limits.rowsPerImportChunk < rows.length; chunk += 1) {
    const start = chunk * limits.rowsPerImportChunk
    const stored = rows
      .slice(start, start + limits.rowsPerImportChunk)
      .map((source) => ({ source, id: record?.(source) ?? (uuidV7() as RecordId) }))
    const sent = await imports.rows({
      importId,
      chunk,
      rows: stored.map(({ source, id }) => [id, ...columns.map((column) => column.value(source))] as const),
      misfits: [],
      links: links ? stored.map(({ source, id }) => ({ record: id, values: links(source) })) : [],
    })
    made(`rows of ${fileName}`, sent)
  }
  made(`end of ${fileName}`, await imports.finish(importId))
}

export function definitionOf(column: Omit<Column<never>, 'value'>): FieldDefinition {
  const { name, type, decimals, currency, options } = column
  return {
    id: uuidV7() as FieldId,
    name,
    type,
    options: {
      ...(decimals === undefined ? {} : { decimals }),
      ...(currency === undefined ? {} : { currency }),
      ...(options === undefined ? {} : { options }),
    },
  }
}
