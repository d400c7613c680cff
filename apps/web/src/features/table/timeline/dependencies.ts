/** Which records come after which, among those that are here. Pure. */
import { type CellValue, type FieldId, isLinks, type RecordId } from '@plinth/domain'
import { isTooEarly, type Span } from './spans.ts'

export interface PlacedRecord {
  readonly id: RecordId
  readonly row: number
  readonly span: Span | null
  readonly values: Readonly<Record<FieldId, CellValue>>
}

export interface Dependency {
  readonly before: PlacedRecord
  readonly after: PlacedRecord
  /** The later one begins before the earlier one has ended. */
  readonly isBroken: boolean
}

/**
 * The links of these records to others that are here too, by the field that says what a record comes after. Records without dates, and those
 * that are not here or may not be read, have none.
 */
export function dependenciesOf(
  records: readonly PlacedRecord[],
  find: (id: RecordId) => PlacedRecord | null,
  after: FieldId,
): readonly Dependency[] {
  return records.flatMap((record) => {
    const links = record.values[after]
    if (!isLinks(links)) return []
    return links.items.flatMap(([id]): Dependency[] => {
      const before = id === record.id ? null : find(id)
      if (!before?.span || !record.span) return []
      return [{ before, after: record, isBroken: isTooEarly(record.span, before.span) }]
    })
  })
}
