/** What was copied elsewhere, as texts of cells. */
import { readLines } from './read-lines.ts'
import { readTable } from './read-table.ts'

/**
 * The table of the HTML where it is one, else the lines of the text. Always at least one row with one cell; rows of a text may
 * have different lengths.
 */
export function readClipboard({ text, html }: { text: string; html: string | null }): string[][] {
  const table = html === null || html === '' ? null : readTable(html)
  return table ?? readLines(text)
}
