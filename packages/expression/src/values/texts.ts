/** Texts whose length is known before they are made: none longer than a value may be is ever built. */
import { expressionLimits } from '../tree/expression-limits.ts'
import { lowerCase, upperCase } from './case.ts'
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

/** A text so many times; null for none of it, and when that is too long. */
export function repeatText(text: string, count: number): string | null {
  if (count <= 0 || lengthOf(text) * count > expressionLimits.resultLength) return null
  return text.repeat(count)
}

/** The first character as a capital, by the full mapping: “ß” becomes “SS”. */
export function capitalize(text: string): string {
  const first = slice(text, 0, 1)
  return upperCase(first) + text.slice(first.length)
}

/** Each word with a capital and small letters behind it; what stands between them stays. */
export function properCase(text: string): string {
  return text.replaceAll(/[^ \t\n\r]+/g, (word) => {
    const first = slice(word, 0, 1)
    return upperCase(first) + lowerCase(word.slice(first.length))
  })
}

/** Without blanks at the ends, and with single spaces within. */
export const squeeze = (text: string): string => trim(text).replaceAll(/[ \t\n\r]+/g, ' ')

/** At most so many characters, the last of them … where some are left out; null for none. */
export function shorten(text: string, length: number): string | null {
  if (length < 1) return null
  return lengthOf(text) <= length ? text : `${slice(text, 0, length - 1)}…`
}

/** What stands before or behind the first or last place of another text; null where there is none. */
export function pieceBeside(
  text: string,
  what: string,
  { isLast, isBefore }: { readonly isLast: boolean; readonly isBefore: boolean },
): string | null {
  const index = isLast ? text.lastIndexOf(what) : text.indexOf(what)
  if (index < 0) return null
  return isBefore ? text.slice(0, index) : text.slice(index + what.length)
}

/** A text of so many code units has too many characters in any case. */
function isTooLong(units: number): boolean {
  return units > expressionLimits.resultLength * 2
}
