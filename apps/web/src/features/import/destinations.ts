/** Choosing where rows go. Pure. */
import {
  type BaseRole,
  type Field,
  type FieldDefinition,
  type FieldId,
  freeName,
  mapByName,
  type PlannedColumn,
  planAppend,
  planImport,
  type Table,
  type TableId,
  tableNameOf,
  uuidV7,
  withNewOptions,
} from '@plinth/domain'
import type { FileProfile } from './file-format.ts'
import type { Destination, PreviewState } from './import-state.ts'

/** What a base offers to an import. */
export interface Places {
  readonly tables: readonly Table[]
  readonly role: BaseRole | null
  /** Preselected table. */
  readonly into?: TableId | undefined
}

export function firstDestination(fileName: string, profile: FileProfile, places: Places): Destination {
  const { tables, into, role } = places
  const asked = tables.find(({ id }) => id === into)
  const table = asked ?? (role === 'creator' ? null : likeliestTable(profile, tables))
  return table ? intoTable(table, profile) : intoNewTable(fileName, tables)
}

/** A new table named after the file, with a name that is free. */
export function intoNewTable(fileName: string, tables: readonly Table[]): Destination {
  const names = new Set(tables.map(({ name }) => name.toLocaleLowerCase('en')))
  return {
    kind: 'new',
    name: freeName(tableNameOf(fileName), (name) => names.has(name.toLocaleLowerCase('en'))),
    primary: null,
  }
}

/** A table that exists, with columns mapped by name. */
export function intoTable(table: Table, profile: FileProfile): Destination {
  const mapping = mapByName(profile.table, table.fields)
  return {
    kind: 'existing',
    table,
    mapping,
    key: null,
    ways: new Map(),
    newOptions: new Set(),
    newRecords: new Set(),
  }
}

/** The table of which the file fills most fields. */
export function likeliestTable(profile: FileProfile, tables: readonly Table[]): Table | null {
  const filled = (table: Table) => mapByName(profile.table, table.fields).size
  return tables.toSorted((a, b) => filled(b) - filled(a))[0] ?? null
}

/** What the decisions of the preview write, and the fields to make when the table is new. */
export function plannedColumns(state: Pick<PreviewState, 'destination' | 'profile' | 'overrides'>): {
  fields: FieldDefinition[]
  columns: PlannedColumn[]
} {
  const { destination, profile, overrides } = state
  if (destination.kind === 'new') return planImport(profile.table, overrides, uuidV7, destination.primary)
  const fields = destination.table.fields.map((field) => withBroughtOptions(field, profile, destination))
  return { fields: [], columns: planAppend(profile.table, fields, destination.mapping, destination.ways) }
}

/** The field with the options that a column brings along, where the person wants them. */
export function withBroughtOptions(
  field: Field,
  profile: FileProfile,
  { mapping, newOptions }: Pick<Destination & { kind: 'existing' }, 'mapping' | 'newOptions'>,
): Field {
  const column = profile.table.columns.find(
    ({ index }) => newOptions.has(index) && mapping.get(index) === field.id,
  )
  if (!column || !takesNewOptions(field)) return field
  const options = withNewOptions(column, field, field.options.options ?? [])
  return options === field.options.options ? field : { ...field, options: { ...field.options, options } }
}

/** May an import bring options along? The states of a workflow are made by hand. */
export const takesNewOptions = ({ type }: Pick<Field, 'type'>): boolean =>
  type === 'single_select' || type === 'multi_select'

/** The mapping with one column sent to another field, or nowhere; a field is filled by one column only. */
export function remapColumn(
  destination: Destination & { kind: 'existing' },
  index: number,
  field: FieldId | null,
): Destination {
  const mapping = new Map([...destination.mapping].filter(([other, id]) => other !== index && id !== field))
  if (field !== null) mapping.set(index, field)
  const isKeyFilled = destination.key !== null && [...mapping.values()].includes(destination.key)
  const ways = new Map([...destination.ways].filter(([other]) => other !== index))
  const newOptions = new Set([...destination.newOptions].filter((other) => other !== index))
  const newRecords = new Set([...destination.newRecords].filter((other) => other !== index))
  return { ...destination, mapping, ways, newOptions, newRecords, key: isKeyFilled ? destination.key : null }
}
