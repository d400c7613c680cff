import type { SharedField, SharedPage, SharedValue } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupsOf, headText } from './shared-groups.ts'

const field = (name: string, type: SharedField['type']): SharedField => ({ name, type, options: {} })
const fields = [
  field('Name', 'text'),
  field('Team', 'text'),
  field('Done', 'checkbox'),
  field('At', 'datetime'),
]
const page = { fields, timeZone: 'Europe/Vienna' }
const row = (...values: SharedValue[]) => values
const told = (groups: readonly number[], rows: readonly SharedValue[][]) =>
  groupsOf({ ...page, groups }, rows).map(({ heads, rows: some }) => [
    heads.map(({ depth, value }) => [depth, value]),
    some.map(([name]) => name),
  ])

describe('groups of a page of records', () => {
  it('of files and of links to several records are how many they are, of a link to one its name', () => {
    const more = [
      ...fields,
      field('Files', 'attachment'),
      field('Cast', 'link'),
      { ...field('Studio', 'link'), options: { single: true as const } },
    ]
    const told = (at: number, ...values: SharedValue[]) =>
      groupsOf(
        { ...page, fields: more, groups: [at] },
        values.map((value) => [...Array(at).fill(null), value]),
      ).flatMap(({ heads }) =>
        heads.map((head) => [head.value, headText(head, page as unknown as SharedPage)]),
      )
    const file = { mark: 'm', name: 'a', mime: 'text/plain', bytes: 1, hasThumb: false } as never
    expect(told(4, [file], [{ ...(file as object), name: 'b' } as never], [file, file], null)).toEqual([
      [1, '1 file'],
      [2, '2 files'],
      [null, 'Empty'],
    ])
    expect(
      told(5, { count: 2, names: ['A', 'B'] }, { count: 2, names: ['C'] }, { count: 3, names: [] }),
    ).toEqual([
      [2, '2 linked'],
      [3, '3 linked'],
    ])
    const [one, other] = [
      { count: 1, names: ['A'] },
      { count: 1, names: ['B'] },
    ]
    expect(told(6, one, { ...one }, other, null)).toEqual([
      [one, 'A'],
      [other, 'B'],
      [null, 'Empty'],
    ])
  })

  it('are one without a heading where the view has none', () => {
    expect(groupsOf(page, [row('a'), row('b')])).toEqual([{ from: 0, heads: [], rows: [['a'], ['b']] }])
    expect(groupsOf(page, [])).toEqual([])
  })

  it('begin where what they are grouped by changes, and inner ones again in each outer one', () => {
    const rows = [row('a', 'x', true), row('b', 'x', false), row('c', 'x'), row('d', 'y', null), row('e', '')]
    expect(told([1, 2], rows)).toEqual([
      [
        [
          [0, 'x'],
          [1, true],
        ],
        ['a'],
      ],
      [[[1, false]], ['b', 'c']],
      [
        [
          [0, 'y'],
          [1, false],
        ],
        ['d'],
      ],
      [
        [
          [0, null],
          [1, false],
        ],
        ['e'],
      ],
    ])
  })

  it('of moments are their days in the time zone of the base', () => {
    const moments = ['2024-03-30T22:30:00.000Z', '2024-03-30T23:30:00.000Z', '2024-03-31T21:30:00.000Z', null]
    expect(
      told(
        [3],
        moments.map((at, n) => row(n, null, null, at)),
      ),
    ).toEqual([
      [[[0, '2024-03-30']], [0]],
      [[[0, '2024-03-31']], [1, 2]],
      [[[0, null]], [3]],
    ])
  })

  it('hold every record once, in its order', () => {
    const aRow = fc.tuple(
      fc.string(),
      fc.constantFrom<SharedValue>('x', 'y', '', null),
      fc.constantFrom<SharedValue>(true, false, null),
    )
    const groups = fc.subarray([1, 2])
    fc.assert(
      fc.property(fc.array(aRow), groups, (rows, by) => {
        const made = groupsOf({ ...page, groups: by }, rows)
        expect(made.flatMap(({ rows: some }) => some)).toEqual(rows)
        expect(made.map(({ from }) => rows[from])).toEqual(made.map(({ rows: [first] }) => first))
        expect(made.every(({ heads }) => heads.length > 0 || by.length === 0)).toBe(true)
      }),
    )
  })
})
