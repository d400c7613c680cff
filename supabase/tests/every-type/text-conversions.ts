/** What texts become when their field becomes one of another type, whoever says them: a text, a long text, or the label of an option. */
import type { CellValue, FieldTypeName, OptionId } from '@plinth/domain'
import type { World } from '../harness.ts'

/** Values of a field, each with what becomes of it; null: it does not fit. Links are told by what the records are called. */
export type Changed = readonly (readonly [from: CellValue, to: CellValue | readonly string[]])[]
export type Targets = Readonly<Partial<Record<FieldTypeName, Changed>>>

/** Options of a field that becomes one of choices. */
export const labels = {
  low: 'Low',
  high: 'High',
  comma: 'Low, dark',
  five: '5',
  seven: '7',
  half: '0.5',
  yes: 'Yes',
  day: '2026-01-02',
  moment: '2026-01-02T03:04:05.678Z',
  mail: 'a@example.org',
  site: 'https://a.example',
  call: '112',
  share: '12.5%',
  length: '1:30:00',
  price: '12.50',
  editor: 'editor',
  ada: 'Ada',
  ben: 'Ben 10',
  cleo: 'Cleo',
}
export const setOf = (...ids: string[]) => ids as OptionId[]

/** What the records are called that texts become links to; two of them the same. */
export const linkable = ['Low', 'High', 'Low, dark', '7', '5', 'a@example.org', 'Twice', 'Twice']

export const textConversions = (world: World) =>
  ({
    integer: [
      ['7', 7],
      ['+08', 8],
      ['7.5', null],
    ],
    number: [
      ['-0.5', -0.5],
      ['1e3', null],
    ],
    percent: [
      ['12.5%', 0.125],
      ['12.5', 0.125],
      ['12,5%', null],
    ],
    rating: [
      ['5', 5],
      ['6', null],
      ['2.5', null],
    ],
    duration: [
      ['1:30', 5_400],
      ['1h 30m', 5_400],
      ['soon', null],
    ],
    currency: [
      ['12.5', 1_250],
      ['€5', 500],
      ['12.345', null],
    ],
    checkbox: [
      ['Yes', true],
      ['no', false],
      ['perhaps', null],
    ],
    date: [
      ['2026-01-02', '2026-01-02'],
      ['2026/01/02', '2026-01-02'],
      ['2026-02-30', null],
    ],
    // A clock without an offset, and a day, are those of Vienna.
    datetime: [
      ['2026-01-02T03:04:05.6789Z', '2026-01-02T03:04:05.678Z'],
      ['2026-07-02 03:04', '2026-07-02T01:04:00.000Z'],
      ['2026-07-02', '2026-07-01T22:00:00.000Z'],
      ['2026-01-02T25:00:00Z', null],
    ],
    // Of several names all are needed.
    link: [
      ['Low', ['Low']],
      ['High, "Low, dark",Low', ['High', 'Low, dark', 'Low']],
      ['Low, Nobody', null],
      ['low', null],
      ['Twice', null],
    ],
    single_select: [
      ['Low', 'low'],
      ['7', 'seven'],
      ['Nowhere', null],
    ],
    multi_select: [
      ['High, Low', setOf('high', 'low')],
      ['"Low, dark",7', setOf('comma', 'seven')],
      ['Low, dark', setOf('comma')],
      ['Low, Nowhere', null],
    ],
    status: [
      ['High', 'high'],
      ['Nowhere', null],
    ],
    email: [
      ['a@example.org', 'a@example.org'],
      ['nobody', null],
    ],
    url: [
      ['https://a.example', 'https://a.example'],
      ['a.example', null],
    ],
    phone: [
      ['+43 1 234 56 78', '+43 1 234 56 78'],
      ['call me', null],
    ],
    person: [
      ['Editor', world.editor.id],
      [world.viewer.email.toUpperCase(), world.viewer.id],
      ['Nobody', null],
    ],
    json: [
      ['{"a":"x","b":[1.50]}', '{"a": "x", "b": [1.50]}'],
      ['null', null],
      ['{a: 1}', null],
    ],
  }) as const satisfies Targets
