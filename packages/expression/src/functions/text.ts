import { durationText } from '@plinth/domain'
import { lowerCase, upperCase } from '../values/case.ts'
import { dateAt, timeOfDay } from '../values/clock.ts'
import { lengthOf, slice } from '../values/code-points.ts'
import { plainDecimal, readDecimal } from '../values/decimal.ts'
import { wholeSeconds } from '../values/numbers.ts'
import { joinTexts, padding, replaceAll, trim } from '../values/texts.ts'
import type { FunctionEntry } from './function-entry.ts'
import { filling, labelling, repeating, strict } from './signature.ts'

export const textFunctions: readonly FunctionEntry[] = [
  {
    name: 'concat',
    parameters: ['text'],
    description: 'Puts texts one behind the other; empty ones count as nothing.',
    examples: [{ text: 'concat("a", empty, "b")', result: '"ab"' }],
    signatures: [repeating({ params: ['text'], result: 'text' }, joinTexts)],
  },
  {
    name: 'length',
    parameters: ['text'],
    description: 'Counts the characters of a text.',
    examples: [
      { text: 'length("Zoë")', result: '3' },
      { text: 'length("😀")', result: '1' },
      { text: 'length(empty)', result: '0' },
    ],
    signatures: [filling(['text'], 'number', ([text]) => (text === null ? 0 : lengthOf(text)))],
  },
  {
    name: 'upper',
    parameters: ['text'],
    description: 'Turns all letters into capitals.',
    examples: [{ text: 'upper("Straße")', result: '"STRASSE"' }],
    signatures: [strict(['text'], 'text', ([text]) => upperCase(text))],
  },
  {
    name: 'lower',
    parameters: ['text'],
    description: 'Turns all letters into small ones.',
    examples: [{ text: 'lower("ΌΔΟΣ")', result: '"όδος"' }],
    signatures: [strict(['text'], 'text', ([text]) => lowerCase(text))],
  },
  {
    name: 'trim',
    parameters: ['text'],
    description: 'Takes spaces, tabs and line ends off both ends.',
    examples: [{ text: 'trim("\\t a b \\n")', result: '"a b"' }],
    signatures: [strict(['text'], 'text', ([text]) => trim(text))],
  },
  {
    name: 'reverse',
    parameters: ['value'],
    description: 'Turns the order of the characters of a text, or of the items of a list, around.',
    examples: [
      { text: 'reverse("abc")', result: '"cba"' },
      { text: 'reverse([1, 2])', result: '[2, 1]' },
    ],
    signatures: [
      strict(['text'], 'text', ([text]) => Array.from(text).reverse().join('')),
      strict(['list of T'], 'list of T', ([list]) => list.toReversed()),
    ],
  },
  {
    name: 'left',
    parameters: ['text', 'count'],
    description: 'Gives the first characters of a text.',
    examples: [{ text: 'left("abc", 2)', result: '"ab"' }],
    signatures: [strict(['text', 'number'], 'text', ([text, count]) => slice(text, 0, Math.trunc(count)))],
  },
  {
    name: 'right',
    parameters: ['text', 'count'],
    description: 'Gives the last characters of a text.',
    examples: [{ text: 'right("abc", 2)', result: '"bc"' }],
    signatures: [
      strict(['text', 'number'], 'text', ([text, count]) => {
        const wanted = Math.max(0, Math.trunc(count))
        return slice(text, Math.max(0, lengthOf(text) - wanted), wanted)
      }),
    ],
  },
  {
    name: 'mid',
    parameters: ['text', 'start', 'count'],
    description: 'Gives some characters from a position on; the first is 1.',
    examples: [{ text: 'mid("abcd", 2, 2)', result: '"bc"' }],
    signatures: [
      strict(['text', 'number', 'number'], 'text', ([text, start, count]) =>
        slice(text, Math.max(1, Math.trunc(start)) - 1, Math.trunc(count)),
      ),
    ],
  },
  {
    name: 'find',
    parameters: ['text', 'what'],
    description: 'Gives the position of the second text in the first, or 0.',
    examples: [
      { text: 'find("banana", "an")', result: '2' },
      { text: 'find("banana", "x")', result: '0' },
    ],
    signatures: [
      strict(['text', 'text'], 'number', ([text, what]) => {
        const index = text.indexOf(what)
        return index < 0 ? 0 : lengthOf(text.slice(0, index)) + 1
      }),
    ],
  },
  {
    name: 'contains',
    parameters: ['text', 'what'],
    description: 'Tells whether the second text stands somewhere in the first.',
    examples: [
      { text: 'contains("banana", "nan")', result: 'true' },
      { text: 'contains(empty, "a")', result: 'false' },
    ],
    signatures: [filling(['text', 'text'], 'boolean', ([text, what]) => (text ?? '').includes(what ?? ''))],
  },
  {
    name: 'starts_with',
    parameters: ['text', 'what'],
    description: 'Tells whether the first text begins with the second.',
    examples: [{ text: 'starts_with("banana", "ba")', result: 'true' }],
    signatures: [filling(['text', 'text'], 'boolean', ([text, what]) => (text ?? '').startsWith(what ?? ''))],
  },
  {
    name: 'ends_with',
    parameters: ['text', 'what'],
    description: 'Tells whether the first text ends with the second.',
    examples: [{ text: 'ends_with("banana", "na")', result: 'true' }],
    signatures: [filling(['text', 'text'], 'boolean', ([text, what]) => (text ?? '').endsWith(what ?? ''))],
  },
  {
    name: 'replace',
    parameters: ['text', 'what', 'by'],
    description: 'Puts another text in each place of the second one; an empty third takes it out.',
    examples: [
      { text: 'replace("banana", "an", "o")', result: '"booa"' },
      { text: 'replace("banana", "a", "")', result: '"bnn"' },
    ],
    signatures: [
      filling(['text', 'text', 'text'], 'text', ([text, what, by]) => {
        if (text === null || what === null) return text
        return replaceAll(text, what, by ?? '')
      }),
    ],
  },
  {
    name: 'pad_start',
    parameters: ['text', 'length', 'with'],
    description: 'Fills a text up to a length, at its beginning.',
    examples: [{ text: 'pad_start("7", 3, "0")', result: '"007"' }],
    signatures: [
      strict(['text', 'number', 'text'], 'text', ([text, length, by]) => padding(text, length, by) + text),
    ],
  },
  {
    name: 'pad_end',
    parameters: ['text', 'length', 'with'],
    description: 'Fills a text up to a length, at its end.',
    examples: [{ text: 'pad_end("7", 4, "ab")', result: '"7aba"' }],
    signatures: [
      strict(['text', 'number', 'text'], 'text', ([text, length, by]) => text + padding(text, length, by)),
    ],
  },
  {
    name: 'part',
    parameters: ['text', 'separator', 'number'],
    description: 'Gives the piece with this number between separators; the first is 1.',
    examples: [
      { text: 'part("a-b-c", "-", 2)', result: '"b"' },
      { text: 'part("a-b-c", "-", 4)', result: 'empty' },
    ],
    signatures: [
      strict(['text', 'text', 'number'], 'text', ([text, separator, number]) => {
        return text.split(separator)[Math.trunc(number) - 1] ?? null
      }),
    ],
  },
  {
    name: 'split',
    parameters: ['text', 'separator'],
    description: 'Gives the pieces between separators as a list, without empty ones.',
    examples: [{ text: 'split("a,,b", ",")', result: '["a", "b"]' }],
    signatures: [
      strict(['text', 'text'], 'list of text', ([text, separator]) =>
        text.split(separator).filter((piece) => piece !== ''),
      ),
    ],
  },
  {
    name: 'is_number',
    parameters: ['text'],
    description: 'Tells whether number() can read a text.',
    examples: [
      { text: 'is_number(" -1.50 ")', result: 'true' },
      { text: 'is_number("1,5")', result: 'false' },
    ],
    signatures: [filling(['text'], 'boolean', ([text]) => text !== null && readDecimal(text) !== null)],
  },
  {
    name: 'number',
    parameters: ['text'],
    description: 'Reads a text as a number: digits, a point, a sign.',
    examples: [
      { text: 'number(" -1.50 ")', result: '-1.5' },
      { text: 'number("1e3")', result: 'empty' },
    ],
    signatures: [strict(['text'], 'number', ([text]) => readDecimal(text))],
  },
  {
    name: 'text',
    parameters: ['value'],
    description:
      'Writes a number, a condition, a date (with time), a duration or an option as text. What options are called can be read by formulas alone.',
    examples: [
      { text: 'text(1e21 + 0.5)', result: '"1000000000000000000000"' },
      { text: 'text(1 < 2)', result: '"true"' },
      { text: 'text(date(2024, 2, 9))', result: '"2024-02-09"' },
      { text: 'text(datetime_of(date(2024, 2, 9), 7, 5))', result: '"2024-02-09 07:05"' },
      { text: 'text(hours(1.5))', result: '"1:30:00"' },
    ],
    signatures: [
      strict(['number'], 'text', ([value]) => plainDecimal(value)),
      strict(['boolean'], 'text', ([value]) => String(value)),
      strict(['date'], 'text', ([value]) => value),
      strict(['datetime'], 'text', ([at], { timeZone }) => momentText(at, timeZone)),
      strict(['duration'], 'text', ([seconds]) => spanText(seconds)),
      labelling(strict(['C'], 'text', ([option], _, labels) => labels?.get(option) ?? null)),
    ],
    dependsOn: 'time zone',
  },
]

/** `YYYY-MM-DD hh:mm` by the clocks of a zone; null beyond the years 1 to 9999. */
function momentText(at: number, timeZone: string): string | null {
  const date = dateAt(at, timeZone)
  if (date === null) return null
  const minutes = Math.floor(timeOfDay(at, timeZone) / 60_000)
  return `${date} ${[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')}`
}

/** `h:mm:ss`, of the whole seconds that a field would keep; null where it keeps none. */
function spanText(seconds: number): string | null {
  const kept = wholeSeconds(seconds)
  return kept === null ? null : durationText(kept, 'second')
}
