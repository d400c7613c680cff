/** Which column of a file names its records: the field that stands first in the table. */
import { fieldTypes } from '../field-types/registry.ts'
import type { FieldTypeName } from '../schema.ts'
import type { ColumnEvidence } from './column-profile.ts'
import type { ColumnProfile } from './table-profile.ts'

export interface Primary {
  /** Place of the column in the file. */
  readonly index: number
  /** One sentence for people. */
  readonly reason: string
}

/** A column that is taken over, with the type that it gets. */
export interface TakenColumn {
  readonly column: Pick<ColumnProfile, 'index' | 'evidence'>
  readonly name: string
  readonly type: FieldTypeName
}

/** Types by which people know a record. */
const naming: ReadonlySet<FieldTypeName> = new Set(['text', 'email', 'url'])

/**
 * The first column where its type can name a record, else the first column of text whose values tell most records
 * apart, else the first column. Null: no column is taken.
 */
export function suggestPrimary(taken: readonly TakenColumn[]): Primary | null {
  const first = taken[0]
  if (!first) return null
  const { index } = first.column
  if (naming.has(first.type)) return { index, reason: 'The first column.' }
  const { label } = fieldTypes[first.type]
  const named = taken.find(({ type, column }) => type === 'text' && tellsApart(column.evidence))
  return named
    ? {
        index: named.column.index,
        reason: `The first column of text; “${first.name}” before it is of the type ${label}.`,
      }
    : { index, reason: 'The first column; no column of text tells the records apart.' }
}

/** Mostly filled, and mostly with different values. */
function tellsApart({ filled, empty, distinct }: ColumnEvidence): boolean {
  return filled >= empty && (distinct === null || distinct.length * 2 >= filled)
}
