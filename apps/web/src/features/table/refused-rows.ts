/** What the server refused of a step of many changes, each with its place. Pure. */
import type { CellValue, Field, FieldId, ValueContext } from '@plinth/domain'
import { isLinkEdit, linksTo, type OwnValue, type RefusedChange } from '@plinth/record-store'
import type { RefusedRow } from './grid/RefusedCells.tsx'
import { cellText } from './grid-clipboard.ts'

type OwnValues = Readonly<Record<FieldId, OwnValue>>

/** Of links, what was to be linked. */
const shownValue = (value: OwnValue): CellValue => (isLinkEdit(value) ? linksTo(value.link) : value)

export function refusedRows(
  refused: readonly RefusedChange[],
  fields: readonly Field[],
  values: ValueContext,
): RefusedRow[] {
  return refused.map(({ mutation, error }) => {
    const written: OwnValues = mutation.kind === 'delete' ? {} : mutation.values
    const told = error.details?.field
    const field = fields.find(({ id }) => (told ? id === told : id in written)) ?? null
    const value = field ? shownValue(written[field.id] ?? null) : null
    const record = mutation.kind === 'insert' ? null : mutation.record
    return { record, field, text: field ? cellText(field, value, values) : '', error }
  })
}
