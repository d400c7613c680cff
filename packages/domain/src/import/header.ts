/** Whether the first record names the columns, and names that a table can take. */
import { limits } from '../limits.ts'

/**
 * The first record is a header when its cells are short and read like names (no numbers or dates, except years in a row), and
 * none of them comes back as a value in its own column, as in a plain list of words without a header. Where a name is
 * missing or stands twice, a column must show that it is one: a name above values that are no plain text, or an
 * index that counts below a cell without a name. `isPlainText` tells whether a cell is text and nothing more special.
 */
export function detectHeader(
  records: readonly (readonly string[])[],
  isPlainText: (cell: string) => boolean,
): boolean {
  const [first, ...below] = records
  if (!first || below.length === 0) return false
  const names = trimEnd(first.map((cell) => cell.trim()))
  const filled = names.filter((name) => name !== '')
  if (filled.length === 0 || filled.some((name) => name.length > limits.nameLength)) return false
  if (names.some((name, at) => name !== '' && !isPlainText(name) && !isYearInRow(names, at))) return false
  // A name that comes back as a value in its own column is a value.
  const comesBack = (name: string, column: number) =>
    name !== '' && below.filter((cells) => cells[column]?.trim() === name).length > below.length / 20
  if (names.some(comesBack)) return false
  if (new Set(names.map(fold)).size === names.length && filled.length === names.length) return true
  return names.some((name, column) => {
    const values = below.map((cells) => cells[column]?.trim() ?? '').filter((value) => value !== '')
    if (values.length < 2) return false
    return name === '' ? column === 0 && counts(values) : !values.some(isPlainText)
  })
}

const isYear = (name: string | undefined): boolean => /^(?:19|20)\d\d$/.test(name ?? '')

/** A year beside the one before or after it. */
function isYearInRow(names: readonly string[], at: number): boolean {
  const isNext = (other: string | undefined) =>
    isYear(other) && Math.abs(Number(other) - Number(names[at])) === 1
  return isYear(names[at]) && (isNext(names[at - 1]) || isNext(names[at + 1]))
}

/** 0, 1, 2 … or 1, 2, 3 … */
function counts(values: readonly string[]): boolean {
  const start = Number(values[0])
  return start <= 1 && values.every((value, at) => value === String(start + at))
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
