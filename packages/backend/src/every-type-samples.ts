/** Test support: values of every type that people write, as they come by each way in, and what is none of them. */
import type { CellValue, ErrorCode, FieldOptions, FieldTypeName, OptionId } from '@plinth/domain'
import { newId, type World } from './integration-world.ts'

/** What calls of their own write, and what the database fills in. */
export type Unwritten =
  | 'attachment'
  | 'link'
  | 'created_time'
  | 'changed_time'
  | 'created_by'
  | 'changed_by'
  | 'autonumber'
export type Written = Exclude<FieldTypeName, Unwritten>

/** How people write a value, what is stored, and what a REST client sends for it, where that is something else. */
interface Good {
  readonly text: string
  readonly stored: CellValue
  readonly sent?: unknown
}

export interface Samples {
  readonly good: readonly [Good, Good]
  /** No value of the type, as text. */
  readonly badText: string
  /** What an app sends by the call for rows that is no value, and the code of its refusal. */
  readonly badValue: readonly [sent: unknown, code: ErrorCode]
  /** What a REST client sends beside all rules, with the codes of the refusals. */
  readonly bad: readonly (readonly [sent: unknown, code: ErrorCode])[]
  readonly options?: FieldOptions
}

const options: FieldOptions = {
  options: [
    { id: 'low' as OptionId, label: 'Low', hue: 'red' },
    { id: 'top' as OptionId, label: 'Top, high', hue: 'blue' },
  ],
}
const long = 'x'.repeat(100_001)
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)])
const beyond = '9007199254740993'
const setOf = (...ids: string[]) => ids as OptionId[]

/** As it is stored, so it is sent and written. */
const plain = (text: string): Good => ({ text, stored: text })

const texts = {
  text: {
    good: [plain('a b'), plain('=1+1, "quoted"\nand more')],
    badText: long,
    badValue: [7, 'value_invalid'],
    bad: [
      [long, 'value_invalid'],
      ['a\u0000b', 'value_invalid'],
    ],
  },
  long_text: {
    good: [plain('a b'), plain(' one\n\ntwo')],
    badText: long,
    badValue: [long, 'value_too_long'],
    bad: [
      [long, 'value_invalid'],
      ['\u0000', 'value_invalid'],
    ],
  },
  email: {
    good: [plain('a@example.org'), plain('b.c@example.org')],
    badText: 'nobody',
    badValue: ['nobody', 'email_invalid'],
    bad: [
      ['nobody', 'value_invalid'],
      ['', 'value_invalid'],
      ['a@example.org\n', 'value_invalid'],
    ],
  },
  url: {
    good: [plain('https://a.example'), plain('http://b.example/?q=1,2')],
    badText: 'a',
    badValue: ['javascript:alert(1)', 'url_invalid'],
    bad: [
      ['javascript:alert(1)', 'value_invalid'],
      ['', 'value_invalid'],
      [`https://${long}`, 'value_invalid'],
    ],
  },
  phone: {
    good: [plain('112'), plain('+43 1 234 56 78')],
    badText: 'call',
    badValue: ['call', 'phone_invalid'],
    bad: [
      ['call', 'value_invalid'],
      ['', 'value_invalid'],
      ['1'.repeat(60), 'value_invalid'],
    ],
  },
} as const satisfies Partial<Record<Written, Samples>>

const numbers = {
  integer: {
    good: [
      { text: '-7', stored: -7 },
      { text: '1,000', stored: 1_000 },
    ],
    badText: 'x',
    badValue: [1.5, 'value_invalid'],
    bad: [
      [beyond, 'value_invalid'],
      [1.5, 'value_invalid'],
      ['x', 'value_invalid'],
      ['9'.repeat(30), 'number_out_of_range'],
    ],
  },
  number: {
    good: [
      { text: '0.5', stored: 0.5 },
      { text: '-1,000.25', stored: -1_000.25 },
    ],
    badText: 'x',
    badValue: ['0.5', 'value_invalid'],
    bad: [
      ['Infinity', 'value_invalid'],
      ['NaN', 'value_invalid'],
      ['1e400', 'number_out_of_range'],
      ['x', 'value_invalid'],
    ],
  },
  percent: {
    good: [
      { text: '12.5%', stored: 0.125 },
      { text: '50', stored: 0.5 },
    ],
    badText: 'x',
    badValue: ['7%', 'value_invalid'],
    bad: [
      ['NaN', 'value_invalid'],
      ['-Infinity', 'value_invalid'],
      ['7%', 'value_invalid'],
    ],
  },
  rating: {
    good: [
      { text: '4', stored: 4 },
      { text: '1', stored: 1 },
    ],
    badText: '11',
    badValue: [6, 'number_out_of_range'],
    bad: [
      [11, 'value_invalid'],
      [0, 'value_invalid'],
      [2.5, 'value_invalid'],
    ],
  },
  duration: {
    good: [
      { text: '1:30', stored: 5_400 },
      { text: '2h', stored: 7_200 },
    ],
    badText: 'soon',
    badValue: [0.5, 'value_invalid'],
    bad: [
      [beyond, 'value_invalid'],
      [0.5, 'value_invalid'],
      ['1:30', 'value_invalid'],
    ],
  },
  currency: {
    good: [
      { text: '12.5', stored: 1_250 },
      { text: '-1', stored: -100 },
    ],
    badText: '12.345',
    badValue: [12.5, 'value_invalid'],
    bad: [
      [beyond, 'value_invalid'],
      [12.5, 'value_invalid'],
      ['€5', 'value_invalid'],
    ],
    options: { currency: 'EUR' },
  },
} as const satisfies Partial<Record<Written, Samples>>

const times = {
  date: {
    good: [plain('2024-02-29'), plain('0001-01-01')],
    badText: 'soon',
    badValue: ['2023-02-29', 'date_invalid'],
    bad: [
      ['2023-02-29', 'date_invalid'],
      ['10000-01-01', 'value_invalid'],
      ['infinity', 'value_invalid'],
      ['x', 'date_invalid'],
      ['', 'date_invalid'],
    ],
  },
  datetime: {
    good: [
      { text: '2024-02-29T10:00:00Z', stored: '2024-02-29T10:00:00.000Z' },
      { text: '2026-01-02T03:04:05.678+01:00', stored: '2026-01-02T02:04:05.678Z' },
    ],
    badText: 'soon',
    badValue: ['2024-02-29', 'date_invalid'],
    bad: [
      ['2024-13-01T00:00:00Z', 'date_invalid'],
      ['10000-01-01T00:00:00Z', 'value_invalid'],
      ['-infinity', 'value_invalid'],
      ['x', 'date_invalid'],
      ['2024-01-01T25:00:00Z', 'date_invalid'],
    ],
  },
} as const satisfies Partial<Record<Written, Samples>>

const oneOption: Samples = {
  good: [
    { text: 'Low', stored: 'low' },
    { text: 'Top, high', stored: 'top' },
  ],
  badText: 'gone',
  badValue: ['gone', 'option_unknown'],
  bad: [
    ['gone', 'value_invalid'],
    ['', 'value_invalid'],
    ['Low', 'value_invalid'],
  ],
  options,
}

const others = {
  checkbox: {
    good: [
      { text: 'yes', stored: true },
      { text: 'No', stored: false },
    ],
    badText: 'perhaps',
    badValue: ['yes', 'value_invalid'],
    bad: [
      ['perhaps', 'value_invalid'],
      [2, 'value_invalid'],
      ['', 'value_invalid'],
    ],
  },
  single_select: oneOption,
  // An empty one is the first.
  status: {
    ...oneOption,
    bad: [
      ['gone', 'value_invalid'],
      ['Low', 'value_invalid'],
    ],
  },
  multi_select: {
    good: [
      { text: '"Top, high", Low', stored: setOf('low', 'top') },
      { text: 'Low', stored: setOf('low') },
    ],
    badText: 'Low, gone',
    badValue: ['low', 'option_unknown'],
    bad: [
      [['low', 'gone'], 'value_invalid'],
      [['low', 'low'], 'value_invalid'],
      [['low', null], 'value_invalid'],
      [[], 'value_invalid'],
      [[['low']], 'value_invalid'],
      ['low', 'value_invalid'],
    ],
    options,
  },
  json: {
    good: [
      { text: '{"a":[1.5]}', stored: '{"a": [1.5]}', sent: { a: [1.5] } },
      { text: '"a, b"', stored: '"a, b"', sent: 'a, b' },
    ],
    badText: '{a: 1}',
    badValue: [{ a: 1 }, 'value_invalid'],
    bad: [
      [nested(33), 'value_invalid'],
      ['\u0000', 'value_invalid'],
      [long, 'value_invalid'],
    ],
  },
} as const satisfies Partial<Record<Written, Samples>>

export function samplesOf(type: Written, { viewer, editor, outsider }: World): Samples {
  const all: Record<Written, Samples> = {
    ...texts,
    ...numbers,
    ...times,
    ...others,
    person: {
      good: [
        { text: viewer.email, stored: viewer.userId },
        { text: editor.email.toUpperCase(), stored: editor.userId },
      ],
      badText: 'nobody',
      badValue: [newId(), 'value_invalid'],
      bad: [
        [newId(), 'value_invalid'],
        [outsider.userId, 'value_invalid'],
        ['nobody', 'value_invalid'],
        ['', 'value_invalid'],
      ],
    },
  }
  return all[type]
}
