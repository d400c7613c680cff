/** Whether the first record names the columns, and names that a table can take. */
import { limits } from '../limits.ts'

/**
 * The first record is a header when all its cells are filled, differ, are short and read like names (no numbers,
 * dates or addresses), unless the records below look the same in each column, as in a plain list of words without
 * one. `isPlainText` tells whether a cell is text and nothing more special.
 */
export function detectHeader(
  records: readonly (readonly string[])[],
  isPlainText: (cell: string) => boolean,
): boolean {
  const [first, ...below] = records
  if (!first || below.length === 0) return false
  const names = trimEnd(first.map((cell) => cell.trim()))
  if (names.length === 0) return false
  if (new Set(names.map(fold)).size !== names.length) return false
  if (names.some((name) => name === '' || name.length > limits.nameLength || !isPlainText(name))) return false
  // A name that comes back as a value in its own column is a value.
  return !names.some(
    (name, column) => below.filter((cells) => cells[column]?.trim() === name).length > below.length / 20,
  )
}

function trimEnd(cells: string[]): string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  return cells.slice(0, last + 1)
}

const fold = (name: string): string => name.toLocaleLowerCase('en')

/** Space, control characters, marks that turn the direction of text around: the database takes no name with them. */
const refusedInNames = /[\s\p{Cc}\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu
/** What nobody sees at the ends of a name: space, soft hyphens, joiners, fillers. */
const unseen = '[\\s\\u00ad\\u034f\\u115f\\u1160\\u180e\\u200b-\\u200d\\u2060-\\u2064\\u3164\\uffa0]+'
const unseenEnds = new RegExp(`^${unseen}|${unseen}$`, 'gu')

const trimUnseen = (name: string): string => name.replace(unseenEnds, '')

/**
 * Names for columns: spaces joined, cut to the limit, empty ones called "Column 4", repeated ones (also in another
 * case) "name 2". The answer has one name per column.
 */
export function columnNames(raw: readonly string[]): string[] {
  const taken = new Set<string>()
  return raw.map((cell, index) => {
    const plain = trimUnseen(cell.replace(refusedInNames, ' '))
    const clean = trimUnseen([...plain].slice(0, limits.nameLength).join(''))
    const name = freeName(clean || `Column ${index + 1}`, (candidate) => taken.has(fold(candidate)))
    taken.add(fold(name))
    return name
  })
}

/** `name`, or `name 2`, `name 3` … : the first that is not taken, within the limit of names. */
export function freeName(name: string, isTaken: (candidate: string) => boolean): string {
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : ` ${count}`
    const candidate = [...name].slice(0, limits.nameLength - suffix.length).join('') + suffix
    if (!isTaken(candidate)) return candidate
  }
}

/** A name for the table of a file: without folder and extension. */
export function tableNameOf(fileName: string): string {
  const base = fileName.replace(/^.*[\\/]/, '').replace(/\.(csv|tsv|tab|txt|json|ndjson|jsonl)$/i, '')
  return columnNames([base.replaceAll('_', ' ')])[0]!.replace(/^Column 1$/, 'Table')
}
