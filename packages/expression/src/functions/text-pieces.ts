/** Functions about words, pieces and places of texts. */
import { lowerCase } from '../values/case.ts'
import { lengthOf, slice } from '../values/code-points.ts'
import { plainDecimal, roundDecimal } from '../values/decimal.ts'
import { capitalize, pieceBeside, properCase, repeatText, shorten, squeeze, trim } from '../values/texts.ts'
import type { FunctionEntry, FunctionExample } from './function-entry.ts'
import { filling, strict } from './signature.ts'

export const textPieceFunctions: readonly FunctionEntry[] = [
  simple('capitalize', 'Makes the first character a capital.', ['capitalize("éa b")', '"Éa b"'], capitalize),
  simple(
    'proper',
    'Makes the first character of each word a capital and the others small.',
    ['proper("aDA  LOVELACE")', '"Ada  Lovelace"'],
    properCase,
  ),
  simple(
    'squeeze',
    'Takes blanks off both ends, and puts one space in the place of blanks within.',
    ['squeeze("  a \\n b ")', '"a b"'],
    squeeze,
  ),
  {
    name: 'repeat',
    parameters: ['text', 'count'],
    description: 'Gives a text so many times.',
    examples: [
      { text: 'repeat("ab", 3)', result: '"ababab"' },
      { text: 'repeat("ab", 0)', result: 'empty' },
    ],
    signatures: [strict(['text', 'number'], 'text', ([text, count]) => repeatText(text, Math.trunc(count)))],
  },
  {
    name: 'shorten',
    parameters: ['text', 'length'],
    description: 'Cuts a text to a length, with … at the end of what is cut.',
    examples: [
      { text: 'shorten("A long title", 7)', result: '"A long…"' },
      { text: 'shorten("Short", 7)', result: '"Short"' },
    ],
    signatures: [strict(['text', 'number'], 'text', ([text, length]) => shorten(text, Math.trunc(length)))],
  },
  {
    name: 'find_last',
    parameters: ['text', 'what'],
    description: 'Gives the last position of the second text in the first, or 0.',
    examples: [{ text: 'find_last("banana", "an")', result: '4' }],
    signatures: [
      strict(['text', 'text'], 'number', ([text, what]) => {
        const index = text.lastIndexOf(what)
        return index < 0 ? 0 : lengthOf(text.slice(0, index)) + 1
      }),
    ],
  },
  {
    name: 'count_of',
    parameters: ['text', 'what'],
    description: 'Counts how often the second text stands in the first, without overlap.',
    examples: [{ text: 'count_of("banana", "an")', result: '2' }],
    signatures: [strict(['text', 'text'], 'number', ([text, what]) => text.split(what).length - 1)],
  },
  beside('before', 'before the first', [{ text: 'before("a/b/c", "/")', result: '"a"' }], {
    isLast: false,
    isBefore: true,
  }),
  beside('after', 'behind the first', [{ text: 'after("a/b/c", "/")', result: '"b/c"' }], {
    isLast: false,
    isBefore: false,
  }),
  beside('before_last', 'before the last', [{ text: 'before_last("a/b/c", "/")', result: '"a/b"' }], {
    isLast: true,
    isBefore: true,
  }),
  beside('after_last', 'behind the last', [{ text: 'after_last("a/b/c", "/")', result: '"c"' }], {
    isLast: true,
    isBefore: false,
  }),
  {
    name: 'insert',
    parameters: ['text', 'position', 'what'],
    description: 'Puts another text in before a position; the first is 1.',
    examples: [
      { text: 'insert("abd", 3, "c")', result: '"abcd"' },
      { text: 'insert("ab", 9, "c")', result: '"abc"' },
    ],
    signatures: [
      strict(['text', 'number', 'text'], 'text', ([text, position, what]) => {
        const before = Math.max(1, Math.trunc(position)) - 1
        return slice(text, 0, before) + what + slice(text, before, text.length)
      }),
    ],
  },
  {
    name: 'words',
    parameters: ['text'],
    description: 'Gives the pieces between blanks as a list.',
    examples: [{ text: 'words(" to be \\n or ")', result: '["to", "be", "or"]' }],
    signatures: [strict(['text'], 'list of text', ([text]) => filled(text.split(/[ \t\n\r]+/)))],
  },
  {
    name: 'lines',
    parameters: ['text'],
    description: 'Gives the lines that are not empty as a list.',
    examples: [{ text: 'lines("a\\n\\nb c")', result: '["a", "b c"]' }],
    signatures: [strict(['text'], 'list of text', ([text]) => filled(text.split(/\r?\n/)))],
  },
  simple('digits', 'Keeps the digits 0 to 9 only.', ['digits("+43 1-5")', '"4315"'], (text) =>
    text.replaceAll(/[^0-9]/g, ''),
  ),
  {
    name: 'code',
    parameters: ['text'],
    description: 'Gives the Unicode number of the first character.',
    examples: [{ text: 'code("€uro")', result: '8364' }],
    signatures: [strict(['text'], 'number', ([text]) => text.codePointAt(0)!)],
  },
  {
    name: 'char',
    parameters: ['number'],
    description: 'Gives the character with a Unicode number.',
    examples: [
      { text: 'char(8364)', result: '"€"' },
      { text: 'char(0)', result: 'empty' },
    ],
    signatures: [strict(['number'], 'text', ([number]) => characterOf(Math.trunc(number)))],
  },
  {
    name: 'is_blank',
    parameters: ['text'],
    description: 'Tells whether a text is empty, or nothing but blanks.',
    examples: [
      { text: 'is_blank(" \\t")', result: 'true' },
      { text: 'is_blank(empty)', result: 'true' },
    ],
    signatures: [filling(['text'], 'boolean', ([text]) => trim(text ?? '') === '')],
  },
  {
    name: 'same_text',
    parameters: ['first', 'second'],
    description: 'Tells whether two texts are the same but for capitals.',
    examples: [
      { text: 'same_text("Zoë", "ZOË")', result: 'true' },
      { text: 'same_text("a", empty)', result: 'false' },
    ],
    signatures: [filling(['text', 'text'], 'boolean', ([a, b]) => lowerCase(a ?? '') === lowerCase(b ?? ''))],
  },
  {
    name: 'fixed',
    parameters: ['number', 'digits'],
    description: 'Writes a number with exactly so many digits behind the point, at most 15.',
    examples: [
      { text: 'fixed(2.5, 2)', result: '"2.50"' },
      { text: 'fixed(1.005, 0)', result: '"1"' },
    ],
    signatures: [strict(['number', 'number'], 'text', ([value, digits]) => fixed(value, digits))],
  },
]

function simple(
  name: string,
  description: string,
  [text, result]: readonly [string, string],
  evaluate: (text: string) => string,
): FunctionEntry {
  const signatures = [strict(['text'], 'text', ([value]) => evaluate(value))]
  return { name, parameters: ['text'], description, examples: [{ text, result }], signatures }
}

function beside(
  name: string,
  where: string,
  examples: readonly FunctionExample[],
  side: { readonly isLast: boolean; readonly isBefore: boolean },
): FunctionEntry {
  return {
    name,
    parameters: ['text', 'what'],
    description: `Gives what stands ${where} place of the second text; empty where there is none.`,
    examples: [...examples, { text: `${name}("abc", "x")`, result: 'empty' }],
    signatures: [strict(['text', 'text'], 'text', ([text, what]) => pieceBeside(text, what, side))],
  }
}

const filled = (pieces: readonly string[]): readonly string[] => pieces.filter((piece) => piece !== '')

/** Not of NUL and of halves of surrogate pairs, which no text holds. */
function characterOf(code: number): string | null {
  if (!(code >= 1 && code <= 0x10ffff) || (code >= 0xd800 && code <= 0xdfff)) return null
  return String.fromCodePoint(code)
}

const mostDigits = 15

function fixed(value: number, digits: number): string {
  const wanted = Math.min(mostDigits, Math.max(0, Math.trunc(digits)))
  const [whole, fraction = ''] = plainDecimal(roundDecimal(value, wanted, 'half')).split('.')
  return wanted === 0 ? whole! : `${whole}.${fraction.padEnd(wanted, '0')}`
}
