/** Choosing where rows go. Pure. */
import {
  type BaseRole,
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
} from '@plinth/domain'
import type { FileProfile } from './file-format.ts'
import type { Destination, PreviewState } from './import-state.ts'

/** What a base offers to an import. */
export interface Places {
  readonly tables: readonly Table[]
  readonly role: BaseRole
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
  }
}

/** A table that exists, with columns mapped by name. */
export function intoTable(table: Table, profile: FileProfile): Destination {
  return { kind: 'existing', table, mapping: mapByName(profile.table, table.fields), key: null }
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
  if (destination.kind === 'new') return planImport(profile.table, overrides, uuidV7)
  return { fields: [], columns: planAppend(profile.table, destination.table.fields, destination.mapping) }
}

/** The mapping with one column sent to another field, or nowhere; a field is filled by one column only. */
export function remapColumn(
  destination: Destination & { kind: 'existing' },
  index: number,
  field: FieldId | null,
): Destination {
  const mapping = new Map([...destination.mapping].filter(([other, id]) => other !== index && id !== field))
  if (field !== null) mapping.set(index, field)
  const isKeyFilled = destination.key !== null && [...mapping.values()].includes(destination.key)
  return { ...destination, mapping, key: isKeyFilled ? destination.key : null }
}
