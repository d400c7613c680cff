/** The sorts of a table as they stand in the address: `<field id>:asc,<field id>:desc`. */
import { isKept, isSortable, type Sort, type Table } from '@plinth/domain'

/** Reads sorts; what names no field of the table, or a field twice, is left out. */
export function parseSorts(text: string | undefined, table: Pick<Table, 'fields'>): Sort[] {
  const sorts: Sort[] = []
  for (const part of text?.split(',') ?? []) {
    const [id, direction] = part.split(':')
    const field = table.fields.find((candidate) => candidate.id === id)
    const isKnown = sorts.some((sort) => sort.field === id)
    if (
      field &&
      !isKnown &&
      isKept(field) &&
      isSortable(field.type) &&
      (direction === 'asc' || direction === 'desc')
    ) {
      sorts.push({ field: field.id, direction })
    }
  }
  return sorts
}

export function formatSorts(sorts: readonly Sort[]): string {
  return sorts.map((sort) => `${sort.field}:${sort.direction}`).join(',')
}
