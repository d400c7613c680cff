/** What the server refused of a step of many changes, each with its place. Pure. */
import type { CellValue, Field, FieldId, ValueContext } from '@plinth/domain'
import { isLinkEdit, linksTo, type OwnValue, type RefusedChange } from '@plinth/record-store'
import type { RefusedRow } from './grid/RefusedCells.tsx'
import { cellText } from './grid-clipboard.ts'
import type { RowOf } from './in-the-way.ts'

type OwnValues = Readonly<Record<FieldId, OwnValue>>

/** Of links, what was to be linked. */
const shownValue = (value: OwnValue): CellValue => (isLinkEdit(value) ? linksTo(value.link) : value)

/** Longer values of a record without a name are cut: they only help to find it. */
const longestHint = 40

/**
 * A record in a list of refusals: by its row, counted from 0, where that is known, and its name; one without either by the first value
 * that it has. `cells`: its values, that of its name first; null for a record that would be new.
 */
export function listedRecord(
  cells: readonly { readonly field: Field; readonly value: CellValue }[] | null,
  row: number | null,
  values: ValueContext,
): string {
  const place = row === null ? null : `Row ${(row + 1).toLocaleString()}`
  if (cells === null) return place === null ? 'New record' : `${place}, new`
  const [name = '', ...others] = cells.map(({ field, value }) => cellText(field, value, values))
  if (place !== null) return name === '' ? place : `${place}: ${name}`
  if (name !== '') return name
  const at = others.findIndex((text) => text !== '')
  const hint = at < 0 ? '' : ` (${cells[at + 1]?.field.name}: ${others[at]?.slice(0, longestHint)})`
  return `Unnamed${hint}`
}

export function refusedRows(
  refused: readonly RefusedChange[],
  fields: readonly Field[],
  { values, rowOf }: { readonly values: ValueContext; readonly rowOf: RowOf },
): RefusedRow[] {
  return refused.map(({ mutation, error }) => {
    const written: OwnValues = mutation.kind === 'delete' ? {} : mutation.values
    const told = error.details?.field
    const field = fields.find(({ id }) => (told ? id === told : id in written)) ?? null
    const value = field ? shownValue(written[field.id] ?? null) : null
    const record = mutation.kind === 'insert' ? null : mutation.record
    const row = record === null ? null : rowOf(record)
    return { record, row, field, text: field ? cellText(field, value, values) : '', error }
  })
}
