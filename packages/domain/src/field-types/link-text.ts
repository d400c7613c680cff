/** Names of linked records as one text, for files and the clipboard. */
import { csvCell } from '../export/csv-writer.ts'

const separator = ','

/** Names side by side; those that hold a comma, a quote or a line's end stand in quotes. */
export const joinLabels = (labels: readonly string[]): string =>
  labels.map((label) => csvCell(label, separator)).join(`${separator} `)

/** The same, each in quotes. */
export const quoteLabels = (labels: readonly string[]): string =>
  labels.map((label) => `"${label.replaceAll('"', '""')}"`).join(`${separator} `)

/** The names in a text that `joinLabels` wrote, or that somebody wrote as a list with commas. Each once, none empty. */
export function splitLabels(text: string): readonly string[] {
  const labels: string[] = []
  const piece = /\s*(?:"((?:[^"]|"")*)"|([^,]*))\s*(?:,|$)/y
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text)
    // A quote in the middle of a name: all of the rest is one name.
    if (!found) return [...labels, text.trim()]
    labels.push(found[1] === undefined ? found[2]!.trim() : found[1].replaceAll('""', '"'))
  }
  return [...new Set(labels.filter((label) => label !== ''))]
}
