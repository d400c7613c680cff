/** What is said about linked records. */
import { type AppError, type CellValue, type Field, isLinks, limits, type Table } from '@plinth/domain'

/** Linked records that whoever looks may not read. */
export const restrictedText = (count: number): string => `${count.toLocaleString()} restricted`

/** Of emptied cells; null: none stays. */
export function stayingText(count: number): string | null {
  if (count === 0) return null
  return count === 1
    ? '1 linked record stays: you may not read it.'
    : `${count.toLocaleString()} linked records stay: you may not read them.`
}

/** Why a cell with more records than are told with it is not emptied, nor overwritten. */
export const manyLinks = `More than ${limits.linksPerCell} records are linked here. Open the cell to unlink them one by one.`

/** Why a cell takes no more records; null: it does. */
export function fullText(value: CellValue | undefined, { options }: Pick<Field, 'options'>): string | null {
  const isFull = options.limit !== undefined && isLinks(value) && value.count >= options.limit
  return isFull ? `At most ${options.limit!.toLocaleString()} records. Take one out to link another.` : null
}

/** Why a record is not linked that has its place elsewhere. */
export const takenText = (label: string, taken: string): string =>
  `“${label}” can be linked once only. ${taken}: take it out there first.`

/** Why a cell does not get a record that another one of the same change gets. `row`: in the view, from 0. */
export const linkedTwiceText = (label: string, row: number): string =>
  `“${label}” can be linked once only, and the same change links it in row ${(row + 1).toLocaleString()}.`

/** A refusal of a link, with the condition of the field that refuses it. */
export function withCondition(
  error: AppError,
  about: {
    readonly field: Pick<Field, 'name'>
    readonly target: Pick<Table, 'name'>
    readonly condition: string
  },
): AppError {
  const { field, target, condition } = about
  const message = `“${field.name}” links only records of “${target.name}” that match its condition: ${condition}`
  return { ...error, message }
}
