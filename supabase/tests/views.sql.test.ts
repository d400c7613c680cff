/** What queries are refused for, and that a field that is hidden from somebody is for their queries like one that is not there. */
import { type FieldTypeName, fieldTypeNames, operatorsOf, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { rolesOf } from './hidden-lab.ts'
import { type ViewLab, viewLab } from './view-lab.ts'

let h: Harness
let world: World
let lab: ViewLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await viewLab(h, world, 7, 40)
  const roles = await rolesOf(h, world)
  for (const name of ['Count', 'Mail', 'Level'])
    await h.rpc(world.creator, 'set_field_grant', {
      role: roles.get('viewer')!,
      field: lab.field(name),
      access: 'hidden',
    })
})
afterAll(() => h.db.stop())

const totalOf = async (query: object, person: Person = world.creator): Promise<number> => {
  const args = { query: { table: lab.table.id, sorts: [], ...query }, exact: true }
  return (await h.rpc<{ total: number }>(person, 'view_stats', args)).total
}
const refusalFor = async (query: object, person: Person = world.creator): Promise<unknown> => {
  try {
    await totalOf(query, person)
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, details: JSON.parse(error.details) as Json }
    throw error
  }
  return 'answered'
}
const condition = (name: string, operator: Json, value?: Json) => ({
  field: lab.field(name),
  operator,
  ...(value === undefined ? {} : { value }),
})
const where = (...items: object[]) => ({ filter: { join: 'and', items } })
const nested = (depth: number): object =>
  depth === 1 ? where(condition('Title', 'not_empty')).filter : { join: 'or', items: [nested(depth - 1)] }
const group = (name: string) => ({ field: lab.field(name), direction: 'asc' })

test.each(fieldTypeNames)('the database has the operators of %s', async (type: FieldTypeName) => {
  const [row] = await h.db.sql`select plinth_private.operators_of(${type}) as list`
  expect(row!['list']).toEqual(operatorsOf(type))
})

describe('filters', () => {
  test.each<[string, () => object]>([
    ['text', () => ({ filter: 'Title = 1' })],
    ['a list', () => ({ filter: ['items'] })],
    ['a condition by itself', () => ({ filter: condition('Title', 'empty') })],
    ['no join', () => ({ filter: { items: [] } })],
    ['another join', () => ({ filter: { join: 'xor', items: [] } })],
    ['items that are none', () => ({ filter: { join: 'and', items: 'x' } })],
    ['a part that is text', () => ({ filter: { join: 'and', items: ['x'] } })],
    ['a part that is null', () => ({ filter: { join: 'and', items: [null] } })],
    ['six groups within one another', () => ({ filter: nested(6) })],
    ['51 conditions', () => where(...Array.from({ length: 51 }, () => condition('Title', 'empty')))],
    ['a field of nobody', () => where({ field: uuidV7(), operator: 'empty' })],
    ['SQL for a field', () => where({ field: 't.id is null or true', operator: 'empty' })],
    ['a field of another table', () => where({ field: world.elsewhere[4]!, operator: 'empty' })],
    ['no operator', () => where(condition('Title', null))],
    ['an operator of no type', () => where(condition('Title', '= 1 or true; --', 'a'))],
    ['an operator of another type', () => where(condition('Count', 'contains', '1'))],
    ['that operator without a value', () => where(condition('Count', 'contains'))],
    ['a number for a text', () => where(condition('Title', 'is', 1))],
    ['a text for a number', () => where(condition('Count', 'is', '1'))],
    [
      'a number beyond all',
      () =>
        where(condition('Ratio', 'lt', 1e308)).filter && {
          filter: JSON.parse(
            JSON.stringify(where(condition('Ratio', 'lt', 1)).filter).replace('"value":1', '"value":"1e999"'),
          ) as object,
        },
    ],
    ['a text for a tick', () => where(condition('Done', 'is', 'true'))],
    ['a day that is none', () => where(condition('Day', 'is', '2024-02-30'))],
    ['a moment for a day', () => where(condition('Day', 'is', '2024-02-03T00:00:00Z'))],
    ['words for a day', () => where(condition('Day', 'is', 'today'))],
    ['infinity for a day', () => where(condition('Moment', 'lt', 'infinity'))],
    ['a broken relative day', () => where(condition('Day', 'is', { day: 0.5 }))],
    ['a relative day beyond all', () => where(condition('Day', 'is', { day: 1e9 }))],
    ['a period for is', () => where(condition('Day', 'is', { period: 'this', unit: 'day', count: 1 }))],
    ['a day for within', () => where(condition('Day', 'within', { day: 1 }))],
    ['a text for within', () => where(condition('Day', 'within', '2024-01-01'))],
    ['another unit', () => where(condition('Day', 'within', { period: 'past', unit: 'hour', count: 1 }))],
    ['another period', () => where(condition('Day', 'within', { period: 'last', unit: 'day', count: 1 }))],
    ['this with a count', () => where(condition('Day', 'within', { period: 'this', unit: 'day', count: 2 }))],
    [
      'a count beyond all',
      () => where(condition('Day', 'within', { period: 'past', unit: 'day', count: 1001 })),
    ],
    ['no count', () => where(condition('Day', 'within', { period: 'past', unit: 'day' }))],
    ['a text for a list', () => where(condition('Level', 'any_of', 'low'))],
    ['a list for one', () => where(condition('Level', 'is', ['low']))],
    ['numbers in a list', () => where(condition('Level', 'any_of', [1]))],
    ['an empty one in a list', () => where(condition('Level', 'any_of', ['low', null]))],
    [
      '501 in a list',
      () =>
        where(
          condition(
            'Level',
            'none_of',
            Array.from({ length: 501 }, () => 'low'),
          ),
        ),
    ],
    ['no id for a person', () => where(condition('Owner', 'is', 'ada'))],
    ['a text over the limit', () => where(condition('Notes', 'contains', 'x'.repeat(2001)))],
    ['files by their names', () => where(condition('Files', 'contains', 'a'))],
  ])('%s is refused', async (_, query) => {
    expect(await refusalFor(query())).toMatchObject({
      code: 'invalid_input',
      details: { table: lab.table.id, rule: 'filter' },
    })
  })

  test('as much as is allowed is answered', async () => {
    expect(await totalOf({ filter: nested(5) })).toBeGreaterThan(0)
    expect(
      await totalOf(where(...Array.from({ length: 50 }, () => condition('Title', 'not_empty')))),
    ).toBeGreaterThan(0)
    expect(
      await totalOf(
        where(
          condition(
            'Level',
            'none_of',
            Array.from({ length: 500 }, () => 'x'),
          ),
        ),
      ),
    ).toBe(40)
  })

  test('what is not complete filters nothing, in either join', async () => {
    const items = [
      condition('Title', 'contains', ''),
      condition('Count', 'gt'),
      condition('Level', 'any_of', []),
      { join: 'and', items: [] },
    ]
    for (const join of ['and', 'or']) expect(await totalOf({ filter: { join, items } })).toBe(40)
    expect(await totalOf({ filter: null, search: null, groups: null, collapsed: null })).toBe(40)
    const [some] = (await h.db.sql.unsafe(
      `select count(*)::int as n from data.${lab.table.relation} where title is null`,
    )) as unknown as [{ n: number }]
    expect(await totalOf({ filter: { join: 'or', items: [...items, condition('Title', 'empty')] } })).toBe(
      some.n,
    )
  })

  test.each([
    [1, '2026-11-23', '2026-11-29'],
    [7, '2026-11-22', '2026-11-28'],
    [3, '2026-11-18', '2026-11-24'],
  ])('a week that begins on day %d has seven days', async (weekStart, first, last) => {
    const [row] = await h.db.sql`
      select first_day::text as first, last_day::text as last, plinth_private.ex_day('UTC')::text as today
      from plinth_private.days_of('{"period": "this", "unit": "week", "count": 1}', 'UTC', ${weekStart})`
    const length = (Date.parse(row!['last'] as string) - Date.parse(row!['first'] as string)) / 86_400_000
    expect(length).toBe(6)
    expect(new Date(row!['first'] as string).getUTCDay()).toBe(weekStart % 7)
    expect(row!['today'] >= row!['first'] && row!['today'] <= row!['last']).toBe(true)
    expect(new Date(first).getUTCDay()).toBe(weekStart % 7)
    expect(Date.parse(last) - Date.parse(first)).toBe(6 * 86_400_000)
  })

  test('me is whoever asks', async () => {
    const mine = where(condition('Owner', 'is', 'me'))
    const byName = (person: Person) => where(condition('Owner', 'is', person.id))
    for (const person of [world.creator, world.viewer])
      expect(await totalOf(mine, person)).toBe(await totalOf(byName(person), world.creator))
  })
})

describe('searches, groups and collapsed groups', () => {
  test.each<[string, () => object, string]>([
    ['a search that is no text', () => ({ search: 5 }), 'search'],
    ['a long search', () => ({ search: 'x'.repeat(201) }), 'search'],
    ['eleven words', () => ({ search: 'a b c d e f g h i j k' }), 'search'],
    ['four groupings', () => ({ groups: ['Title', 'Count', 'Day', 'Level'].map(group) }), 'groups'],
    ['a grouping twice', () => ({ groups: [group('Day'), group('Day')] }), 'groups'],
    ['groups of documents', () => ({ groups: [group('Paper')] }), 'groups'],
    ['groups of long texts', () => ({ groups: [group('Notes')] }), 'groups'],
    ['groups that are none', () => ({ groups: {} }), 'groups'],
    ['SQL in a direction', () => ({ groups: [{ ...group('Day'), direction: 'asc, (select 1)' }] }), 'groups'],
    ['collapsed groups of none', () => ({ collapsed: [['a']] }), 'collapsed'],
    ['an empty path', () => ({ groups: [group('Day')], collapsed: [[]] }), 'collapsed'],
    [
      'a path that is too long',
      () => ({ groups: [group('Day')], collapsed: [['2020-01-01', 1]] }),
      'collapsed',
    ],
    ['a path that is none', () => ({ groups: [group('Day')], collapsed: ['2020-01-01'] }), 'collapsed'],
    [
      'too many paths',
      () => ({ groups: [group('Title')], collapsed: Array.from({ length: 2001 }, () => ['a']) }),
      'collapsed',
    ],
    ['no day in a path', () => ({ groups: [group('Day')], collapsed: [["' or true --"]] }), 'key'],
    ['no number in a path', () => ({ groups: [group('Count')], collapsed: [['1 or true']] }), 'key'],
    ['nobody in a path', () => ({ groups: [group('Owner')], collapsed: [['ada']] }), 'key'],
  ])('%s is refused', async (_, query, rule) => {
    expect(await refusalFor(query())).toMatchObject({ code: 'invalid_input', details: { rule } })
  })

  test('a path with an option that is gone is nowhere', async () => {
    expect(await totalOf({ groups: [group('Level')], collapsed: [['gone']] })).toBe(40)
  })

  test('hostile texts are only looked for', async () => {
    for (const text of ["'; drop table x; --", '%', '\\', "\\' or 1=1", '$1', '%s%I%L', '"']) {
      expect(await totalOf({ search: text.replaceAll(' ', '') })).toBeLessThan(40)
      expect(await totalOf(where(condition('Notes', 'contains', text)))).toBe(0)
    }
  })
})

describe('a hidden field', () => {
  const uses: [string, (field: string) => object][] = [
    ['a filter', (field) => ({ filter: { join: 'and', items: [{ field, operator: 'empty' }] } })],
    [
      'a filter that is not complete',
      (field) => ({ filter: { join: 'or', items: [{ field, operator: 'is', value: '' }] } }),
    ],
    ['a sort', (field) => ({ sorts: [{ field, direction: 'asc' }] })],
    ['a grouping', (field) => ({ groups: [{ field, direction: 'asc' }] })],
  ]
  test.each(uses)('is none for %s', async (_, use) => {
    const [hidden, absent] = [lab.field('Count'), uuidV7()]
    const answers = await Promise.all([hidden, absent].map((id) => refusalFor(use(id), world.viewer)))
    const texts = answers.map((answer) => JSON.stringify(answer))
    expect(texts[0]!.replaceAll(hidden, absent)).toBe(texts[1])
    expect(answers[0]).toMatchObject({ code: 'invalid_input' })
    expect(await totalOf(use(hidden), world.editor)).toBeGreaterThan(0)
  })

  test('is not searched by those from whom it is hidden', async () => {
    for (const search of ['9007199254740991', 'a@example', 'high']) {
      expect(await totalOf({ search }, world.editor)).toBeGreaterThan(0)
      // Another field has an option of this name.
      const seen =
        search === 'high' ? condition('Tags', 'any_of', ['high']) : condition('Title', 'contains', search)
      expect(await totalOf({ search }, world.viewer)).toBe(await totalOf({ ...where(seen) }, world.viewer))
    }
  })
})

test('sums beyond what numbers hold are told as digits', async () => {
  const definition = {
    id: uuidV7(),
    name: 'Huge',
    fields: [fieldOf('Whole', 'integer'), fieldOf('Ratio', 'number')],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const [whole, ratio] = table.fields.map(({ id }) => id) as [string, string]
  const add = (values: string) =>
    h.db.sql.unsafe(`insert into data.${table.relation} (whole, ratio) values ${values}`)
  const ask = async (figures: object) => {
    const query = { table: table.id, sorts: [], groups: [{ field: whole, direction: 'asc' }] }
    const summary = await h.rpc<{ figures: Json }>(world.viewer, 'view_summary', { query, figures })
    await h.rpc(world.viewer, 'view_groups', { query, figures, skip: 0, take: 5 })
    return summary.figures
  }
  expect(await ask({ [whole]: 'sum', [ratio]: 'median' })).toEqual({ [whole]: null, [ratio]: null })
  await add('(9007199254740991, 1e308), (9007199254740991, 1e308), (9007199254740991, 4e-324)')
  expect(await ask({ [whole]: 'sum', [ratio]: 'average' })).toEqual({
    [whole]: '27021597764222973',
    [ratio]: expect.closeTo(6.666_666_666_666_667e307, -295) as unknown,
  })
  expect(await ask({ [whole]: 'average', [ratio]: 'median' })).toEqual({
    [whole]: 9007199254740991,
    [ratio]: 1e308,
  })
  const { [ratio]: sum } = (await ask({ [ratio]: 'sum' })) as Record<string, string>
  expect(sum).toMatch(/^20{308}\./)
})

test('nobody else is told anything', async () => {
  for (const person of [world.outsider, world.member, world.anonymous])
    expect(['not_found', 'forbidden']).toContain(
      await refusalOf(totalOf(where(condition('Title', 'empty')), person)),
    )
})
