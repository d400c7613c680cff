/** The values of every type that people write, with what is none. A type that is added has to say its samples here, or in `stages.ts`. */
import { type CellValue, type FieldTypeName, type OptionId, uuidV7 } from '@plinth/domain'
import type { Json, World } from '../harness.ts'

export interface Samples {
  /** Three that differ, or all there are; in their order, where the type has one. */
  readonly values: readonly CellValue[]
  /** What a record holds that is made without a value; absent: nothing. */
  readonly without?: CellValue
  /** What is no value, with the code of its refusal by a call. */
  readonly bad: readonly (readonly [Json, string])[]
  /** As SQL: what REST sends past the calls, with what refuses it: a rule of the column, or its type. */
  readonly past: readonly [string, string]
  readonly options?: Json
}

/** What calls of their own fill, and what the database fills. */
const builtTypes = [
  'attachment',
  'link',
  'created_time',
  'changed_time',
  'created_by',
  'changed_by',
  'autonumber',
] as const satisfies readonly FieldTypeName[]
export type Built = (typeof builtTypes)[number]
export type Written = Exclude<FieldTypeName, Built>

export const isBuilt = (type: FieldTypeName): type is Built =>
  (builtTypes as readonly FieldTypeName[]).includes(type)
export const isWritten = (type: FieldTypeName): type is Written => !isBuilt(type)

/** Their order is neither that of their ids nor that of their labels. */
export const options = {
  options: [
    { id: 'zeta', label: 'Middle', hue: 'red' },
    { id: 'beta', label: 'Zenith', hue: 'blue' },
    { id: 'alpha', label: 'Attic', hue: 'green' },
  ],
}
const oneOption = {
  values: ['zeta', 'beta', 'alpha'],
  bad: [
    ['gone', 'option_unknown'],
    [7, 'option_unknown'],
  ],
  past: ["'gone'", '__option'],
  options,
} as const satisfies Samples

/** As sets travel: in the order of their ids. */
const setOf = (...ids: string[]) => ids as OptionId[]

const noWholeNumber = [
  [1.5, 'value_invalid'],
  ['7', 'value_invalid'],
  [2 ** 53, 'number_out_of_range'],
] as const
const beyond = ['9007199254740992', '__range'] as const

type Texts = 'text' | 'long_text' | 'email' | 'url' | 'phone'
/** In the order of people: digits count as numbers, and capitals for nothing. */
const texts: Record<Texts, Samples> = {
  text: {
    values: ['Item 9', 'item 10', 'Zebra'],
    bad: [[7, 'value_invalid']],
    past: ["repeat('x', 2001)", '__length'],
  },
  long_text: {
    values: ['apple\npie', 'Bread', 'ÖL'],
    bad: [[[], 'value_invalid']],
    past: ["repeat('x', 100001)", '__length'],
  },
  email: {
    values: ['a9@example.org', 'A10@example.org', 'z@example.com'],
    bad: [['nobody', 'email_invalid']],
    past: ["'nobody'", '__email'],
  },
  url: {
    values: ['https://a.example/9', 'https://A.example/10', 'https://z.example'],
    bad: [['a.example', 'url_invalid']],
    past: ["'a.example'", '__url'],
  },
  phone: {
    values: ['+43 1 234', '112', '555 0123'],
    bad: [['call me', 'phone_invalid']],
    past: ["'call me'", '__phone'],
  },
}

type Numbers = 'integer' | 'number' | 'percent' | 'rating' | 'duration' | 'currency'
/** Fractions that floats hold, so that what is computed from them is exact. */
const numbers: Record<Numbers, Samples> = {
  integer: { values: [-3, 7, 1_000], bad: noWholeNumber, past: beyond },
  number: { values: [-0.5, 0.25, 1e15], bad: [['7', 'value_invalid']], past: ["'NaN'", '__finite'] },
  percent: { values: [0.0625, 0.125, 1.5], bad: [['7%', 'value_invalid']], past: ["'Infinity'", '__finite'] },
  rating: {
    values: [1, 3, 5],
    bad: [
      [11, 'number_out_of_range'],
      [6, 'number_out_of_range'],
      [2.5, 'value_invalid'],
    ],
    past: ['6', '__range'],
  },
  duration: { values: [-61, 0, 5_400], bad: noWholeNumber, past: beyond },
  currency: { values: [-5, 1_250, 1_299], bad: noWholeNumber, past: beyond, options: { currency: 'EUR' } },
}

type Times = 'date' | 'datetime'
const times: Record<Times, Samples> = {
  date: {
    values: ['2024-02-29', '2025-12-31', '9998-12-31'],
    bad: [['2023-02-29', 'date_invalid']],
    past: ["'10000-01-01'", '__date'],
  },
  // The last millisecond of a day in Vienna, the first one of the next, and one far away.
  datetime: {
    values: ['2024-03-30T22:59:59.999Z', '2024-03-30T23:00:00.000Z', '9998-12-31T12:00:00.000Z'],
    bad: [['2024-02-29', 'date_invalid']],
    past: ["'10000-01-01T00:00:00Z'", '__date'],
  },
}

type Choices = 'checkbox' | 'single_select' | 'status' | 'multi_select'
const choices: Record<Choices, Samples> = {
  checkbox: { values: [false, true], bad: [['yes', 'value_invalid']], past: ["'perhaps'", 'boolean'] },
  single_select: oneOption,
  // A record begins in the first state.
  status: { ...oneOption, without: 'zeta' },
  multi_select: {
    values: [setOf('zeta'), setOf('beta', 'zeta'), setOf('alpha', 'beta')],
    bad: [
      ['zeta', 'option_unknown'],
      [['zeta', 'gone'], 'option_unknown'],
      [[7], 'option_unknown'],
    ],
    past: ["array['beta', 'beta']", '__set'],
    options,
  },
}

const documents: Samples = {
  values: ['{"a": [1, 2.50]}', '"Text"', '[]'],
  bad: [
    ['{a: 1}', 'value_invalid'],
    [{ a: 1 }, 'value_invalid'],
    ['null', 'value_invalid'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'value_invalid'],
    [JSON.stringify('x'.repeat(100_000)), 'value_too_long'],
  ],
  past: ["'null'", '__document'],
}

/** In the order of their names. */
export const peopleOf = ({ creator, editor, viewer }: World): readonly string[] => [
  creator.id,
  editor.id,
  viewer.id,
]

export function samplesOf(type: Written, world: World): Samples {
  const all: Record<Written, Samples> = {
    ...texts,
    ...numbers,
    ...times,
    ...choices,
    json: documents,
    person: {
      values: peopleOf(world),
      bad: [
        ['nobody', 'value_invalid'],
        [uuidV7() as string, 'value_invalid'],
        [world.outsider.id, 'value_invalid'],
      ],
      past: [`'${world.outsider.id}'`, 'value_invalid'],
    },
  }
  return all[type]
}
