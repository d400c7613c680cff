/** Texts whose length is known before they are made: none longer than a value may be is ever built. */
import { expressionLimits } from '../tree/expression-limits.ts'
import { lengthOf, slice } from './code-points.ts'

const paddedLength = 1_000

const blanks: ReadonlySet<string | undefined> = new Set([' ', '\t', '\n', '\r'])

/** The blanks that `trim` and `number` take off: space, tab, line feed, carriage return. */
export function trim(text: string): string {
  let [from, to] = [0, text.length]
  while (from < to && blanks.has(text[from])) from += 1
  while (to > from && blanks.has(text[to - 1])) to -= 1
  return text.slice(from, to)
}

/** Texts one behind the other; null when that is too long. */
export function joinTexts(texts: readonly (string | null)[], separator = ''): string | null {
  const filled = texts.filter((text) => text !== null)
  const units = filled.reduce((sum, text) => sum + text.length, separator.length * (filled.length - 1))
  return isTooLong(units) ? null : filled.join(separator)
}

/** Each place of `what`, from left to right and without overlap, turned into `by`; null when that is too long. */
export function replaceAll(text: string, what: string, by: string): string | null {
  return joinTexts(text.split(what), by)
}

/** What is missing of `text` up to a length, filled with `by` from its beginning. */
export function padding(text: string, length: number, by: string): string {
  const missing = Math.min(paddedLength, Math.trunc(length)) - lengthOf(text)
  if (missing <= 0) return ''
  return slice(by.repeat(Math.ceil(missing / lengthOf(by))), 0, missing)
}

/** A text of so many code units has too many characters in any case. */
function isTooLong(units: number): boolean {
  return units > expressionLimits.resultLength * 2
}
