/**
 * Writing CSV by RFC 4180: CRLF after each record, quotes where a cell needs them. Values are kept exact by default;
 * `guardFormulas` puts an apostrophe before cells that a spreadsheet would run as a formula (`=`, `+`, `-`, `@`, tab,
 * return), which changes those values for every other program: a choice of the person who exports.
 */
export interface CsvOptions {
  readonly separator?: string
  readonly guardFormulas?: boolean
}

/** Lets spreadsheets see that a file is UTF-8. */
export const byteOrderMark = '\ufeff'

/** One record with its line end. A single empty cell is written `""`, since a blank line is no record. */
export function csvRecord(cells: readonly string[], separator = ','): string {
  if (cells.length === 1 && cells[0] === '') return '""\r\n'
  return `${cells.map((cell) => csvCell(cell, separator)).join(separator)}\r\n`
}

/** A cell as it stands between separators. */
export function csvCell(cell: string, separator: string): string {
  return needsQuotes(cell, separator) ? `"${cell.replaceAll('"', '""')}"` : cell
}

function needsQuotes(cell: string, separator: string): boolean {
  return /["\r\n]/.test(cell) || cell.includes(separator) || cell !== cell.trim()
}

const formulaStart = /^[=+\-@\t\r]/
const plainNumber = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** The cell with an apostrophe in front when a spreadsheet could run it; numbers are left alone. */
export function guardFormula(cell: string): string {
  return formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell
}

/** All records as one text. */
export function toCsv(records: Iterable<readonly string[]>, options: CsvOptions = {}): string {
  let text = ''
  for (const record of records) {
    text += csvRecord(options.guardFormulas ? record.map(guardFormula) : record, options.separator)
  }
  return text
}
