/** What values become when their field becomes one of another type, pair by pair (docs/type-changes.md). */
import type { CellValue, FieldTypeName, LinkValue } from '@plinth/domain'
import type { World } from '../harness.ts'
import type { Built, Written } from './samples.ts'
import { type Changed, labels, setOf, type Targets, textConversions } from './text-conversions.ts'

const long = 'x'.repeat(2_001)
const same = (...values: readonly CellValue[]): Changed => values.map((value) => [value, value])
/** To both types of text. */
const spelled = (...pairs: Changed): Targets => ({ text: pairs, long_text: pairs })
const never = (value: CellValue): Targets => {
  const none = [[value, null]] as const
  return { integer: none, number: none, checkbox: none, date: none, datetime: none }
}

const numbers = {
  integer: {
    ...spelled([7, '7'], [-3, '-3']),
    number: same(7, -9007199254740991),
    percent: same(7, -3),
    rating: [
      [5, 5],
      [6, null],
      [0, null],
    ],
    duration: same(90, -61),
    currency: [
      [12, 1_200],
      [90071992547410, null],
    ],
    checkbox: [
      [1, true],
      [0, false],
      [2, null],
    ],
    single_select: [
      [7, 'seven'],
      [8, null],
    ],
    link: [
      [7, ['7']],
      [8, null],
    ],
  },
  number: {
    ...spelled([0.5, '0.5'], [1e20, '100000000000000000000']),
    integer: [
      [7, 7],
      [7.5, null],
      [1e20, null],
    ],
    percent: same(0.125, 1e20),
    rating: [
      [3, 3],
      [2.5, null],
    ],
    duration: [
      [60, 60],
      [0.5, null],
    ],
    currency: [
      [12.5, 1_250],
      [0.07, 7],
      [0.125, null],
    ],
    checkbox: [
      [1, true],
      [0, false],
      [0.5, null],
    ],
    single_select: [
      [0.5, 'half'],
      [0.25, null],
    ],
  },
  percent: {
    ...spelled([0.125, '12.5%'], [-3.5, '-350%']),
    integer: [
      [2, 2],
      [0.125, null],
    ],
    number: same(0.125),
    single_select: [
      [0.125, 'share'],
      [0.5, null],
    ],
  },
  rating: {
    ...spelled([5, '5']),
    integer: same(5),
    number: same(5),
    single_select: [
      [5, 'five'],
      [3, null],
    ],
  },
  duration: {
    ...spelled([5_400, '1:30:00'], [-61, '-0:01:01']),
    integer: same(5_400, -61),
    number: same(5_400, -61),
    single_select: [
      [5_400, 'length'],
      [60, null],
    ],
  },
  currency: {
    ...spelled([1_250, '12.50'], [-5, '-0.05']),
    integer: [
      [1_200, 12],
      [1_250, null],
    ],
    number: [
      [1_250, 12.5],
      [-5, -0.05],
    ],
    single_select: [
      [1_250, 'price'],
      [1_200, null],
    ],
  },
} as const satisfies Partial<Record<Written, Targets>>

const times = {
  // The first day of all begins in Vienna before there is a date.
  date: {
    ...spelled(...same('2026-01-02', '0001-01-01')),
    datetime: [
      ['2026-01-02', '2026-01-01T23:00:00.000Z'],
      ['2026-07-02', '2026-07-01T22:00:00.000Z'],
      ['0001-01-01', null],
    ],
    single_select: [
      ['2026-01-02', 'day'],
      ['2026-01-03', null],
    ],
  },
  datetime: {
    ...spelled(...same('2026-01-02T03:04:05.678Z')),
    date: [
      ['2026-01-02T22:59:59.999Z', '2026-01-02'],
      ['2026-01-02T23:00:00.000Z', '2026-01-03'],
      ['9999-12-31T23:30:00.000Z', null],
    ],
    single_select: [
      ['2026-01-02T03:04:05.678Z', 'moment'],
      ['2026-01-02T03:04:05.000Z', null],
    ],
  },
} as const satisfies Partial<Record<Written, Targets>>

/** Options by their labels: each becomes what its label says, but a set only the option that is called so. */
function ofOptions(world: World): Targets {
  const { single_select: _, ...texts } = textConversions(world)
  return {
    ...texts,
    ...spelled(...same('Low', 'Low, dark')),
    link: [
      ['Low', ['Low']],
      ['Low, dark', ['Low, dark']],
      ['Nowhere', null],
    ],
    multi_select: [
      ['Low, dark', setOf('comma')],
      ['Low', setOf('low')],
      ['Nowhere', null],
    ],
  }
}

const itself = (value: CellValue) => value
const texts = (spell: (value: CellValue) => string) => ({ text: spell, long_text: spell })
const day = (value: CellValue) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Vienna' }).format(new Date(String(value)))

const namesIn = (value: CellValue) => (value as LinkValue).items.map(([, name]) => String(name))
const idOf = (label: string) => Object.entries(labels).find(([, one]) => one === label)![0]

/** Of types whose values nobody writes: what each value becomes. */
export function givenConversions(
  type: Built,
  { editor, viewer, creator }: World,
): Readonly<Partial<Record<FieldTypeName, (value: CellValue) => CellValue>>> {
  const time = { ...texts(String), date: day, datetime: itself }
  const found = (value: CellValue) => [editor, viewer, creator].find(({ id }) => id === value)!
  const person = {
    ...texts((value) => found(value).email.split('-')[0]!),
    email: (value: CellValue) => found(value).email,
    person: itself,
  }
  const all: Record<Built, ReturnType<typeof givenConversions>> = {
    link: {
      ...texts((value) => namesIn(value).join(', ')),
      // One option is one name.
      single_select: (value) => (namesIn(value).length === 1 ? idOf(namesIn(value)[0]!) : null),
      multi_select: (value) => setOf(...namesIn(value).map(idOf)),
    },
    autonumber: { ...texts(String), integer: itself, number: itself },
    created_time: time,
    changed_time: time,
    created_by: person,
    changed_by: person,
    attachment: texts((value) => (value as unknown as { name: string }[]).map(({ name }) => name).join(', ')),
  }
  return all[type]
}

export function conversionsOf(type: Written, world: World): Targets {
  const all: Record<Written, Targets> = {
    ...numbers,
    ...times,
    text: { ...textConversions(world), long_text: same('a b', ' Low ') },
    long_text: { ...textConversions(world), text: [...same('a\nb'), [long, null]] },
    checkbox: {
      ...spelled([true, 'Yes'], [false, 'No']),
      integer: [
        [true, 1],
        [false, 0],
      ],
      number: [
        [true, 1],
        [false, 0],
      ],
      single_select: [
        [true, 'yes'],
        [false, null],
      ],
    },
    single_select: ofOptions(world),
    // By their labels too.
    status: {
      ...spelled(...same('Low', 'Low, dark')),
      single_select: [
        ['Low', 'low'],
        ['Nowhere', null],
      ],
    },
    multi_select: {
      // In the order of the options.
      ...spelled(
        [setOf('waslow'), 'Low'],
        [setOf('washigh', 'waslow'), 'Low, High'],
        [setOf('wascomma', 'wasseven'), '"Low, dark", 7'],
      ),
      link: [
        [setOf('washigh', 'wascomma'), ['High', 'Low, dark']],
        [setOf('wasnowhere'), null],
      ],
      single_select: [
        [setOf('waslow'), 'low'],
        [setOf('wasnowhere'), null],
        [setOf('washigh', 'waslow'), null],
      ],
    },
    email: {
      ...spelled(...same('a@example.org')),
      ...never('1@example.org'),
      url: [['a@example.org', null]],
      single_select: [
        ['a@example.org', 'mail'],
        ['b@example.org', null],
      ],
      link: [
        ['a@example.org', ['a@example.org']],
        ['b@example.org', null],
      ],
      person: [
        [world.editor.email, world.editor.id],
        [world.viewer.email.toUpperCase(), world.viewer.id],
        [world.outsider.email, null],
      ],
    },
    url: {
      ...spelled(...same('https://a.example')),
      ...never('https://1.example'),
      email: [['https://a.example', null]],
      single_select: [
        ['https://a.example', 'site'],
        ['https://b.example', null],
      ],
    },
    phone: {
      ...spelled(...same('112', '+43 1 234 56 78')),
      single_select: [
        ['112', 'call'],
        ['555 0123', null],
      ],
    },
    person: {
      ...spelled([world.editor.id, 'editor'], [world.viewer.id, 'viewer']),
      single_select: [
        [world.editor.id, 'editor'],
        [world.viewer.id, null],
      ],
      email: [
        [world.editor.id, world.editor.email],
        [world.viewer.id, world.viewer.email],
      ],
    },
    json: {
      long_text: same('{"a": [1, 2.50]}', JSON.stringify(long)),
      text: [...same('{"a": [1, 2.50]}', '"x"'), [JSON.stringify(long), null]],
    },
  }
  return all[type]
}
