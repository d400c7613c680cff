/**
 * Sets of options: stored in any order, the same whatever way one asks, held to their options past the calls, and renamed, added to and
 * found without a look at the records.
 */
import { fieldTypes, joinLabels, type OptionId, optionSet, splitLabels, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
let table: TestTable
let made = 0
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

const options = ['zeta', 'alpha', 'mu'].map((id) => ({ id, label: id.toUpperCase(), hue: 'red' }))
beforeEach(async () => {
  const definition = {
    id: uuidV7(),
    name: `Sets ${(made += 1)}`,
    fields: [fieldOf('Title', 'text'), fieldOf('Tags', 'multi_select', { options })],
  }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
})

const tags = () => table.fields[1]!.id
const insert = (title: string, value: string) =>
  h.as(world.editor, (tx) =>
    tx.unsafe(`insert into data.${table.relation} (title, tags) values ('${title}', ${value})`),
  )
const rowsOf = async (query: object = {}) => {
  const { rows } = await h.rpc<{ rows: Json[][] }>(world.viewer, 'rows_window', {
    query: { table: table.id, sorts: [], ...query },
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 50,
  })
  return rows
}
const titlesOf = async (query: object) => (await rowsOf(query)).map((row) => row[2])

const where = (operator: string, value?: Json) => ({
  filter: { join: 'and', items: [{ field: tags(), operator, ...(value ? { value } : {}) }] },
})
const left = (ids: string[]) => ({
  field: tags(),
  changes: { options: { options: options.filter(({ id }) => ids.includes(id)) } },
})

describe('a set that somebody stored past the calls', () => {
  test('is read in one order, whatever the order of its storing', async () => {
    await insert('a', "array['zeta', 'alpha']")
    await insert('b', "array['alpha', 'zeta']")
    expect((await rowsOf()).map((row) => row[3])).toEqual([
      ['alpha', 'zeta'],
      ['alpha', 'zeta'],
    ])
  })

  test.each([
    ["array['gone']", '__option'],
    ["array['alpha', 'gone']", '__option'],
    ['array[null]::text[]', '__option'],
    ["array['alpha', null]", '__option'],
    ["array['alpha', 'alpha']", '__set'],
    ["'{}'", '__set'],
    ["array[array['alpha', 'mu']]", '__set'],
  ])('is refused as %s', async (value, rule) => {
    await expect(insert('a', value)).rejects.toThrow(`tags${rule}`)
  })

  test('conflicts with nothing when it is changed from what was read', async () => {
    await insert('a', "array['zeta', 'alpha']")
    const [[record] = []] = await rowsOf()
    const mutation = {
      id: uuidV7(),
      kind: 'update',
      table: table.id,
      record,
      values: { [tags()]: ['mu'] },
      base: { [tags()]: ['alpha', 'zeta'] },
    }
    const results = await h.rpc(world.editor, 'apply_mutations', {
      batch: { mutations: [mutation], atomic: false },
    })
    expect(results).toMatchObject([{ status: 'ok', ver: 2 }])
    expect((await rowsOf())[0]![3]).toEqual(['mu'])
  })
})

describe('a view', () => {
  beforeEach(async () => {
    await insert('za', "array['alpha', 'zeta']")
    await insert('az', "array['zeta', 'alpha']")
    await insert('a', "array['alpha']")
    await insert('z', "array['zeta']")
    await insert('m', "array['mu']")
    await insert('none', 'null')
  })
  test.each([
    ['any_of', ['alpha', 'mu'], ['za', 'az', 'a', 'm']],
    ['all_of', ['alpha', 'zeta'], ['za', 'az']],
    ['none_of', ['alpha'], ['z', 'm', 'none']],
    ['is', ['zeta', 'alpha'], ['za', 'az']],
    ['is', ['alpha'], ['a']],
    ['empty', undefined, ['none']],
    ['not_empty', undefined, ['za', 'az', 'a', 'z', 'm']],
  ])('finds the records whose set has %s %j', async (operator, value, expected) => {
    expect(await titlesOf(where(operator, value))).toEqual(expected)
  })

  test('is in the order of the options, each set with those of the same in any order of storing', async () => {
    const sorts = [{ field: tags(), direction: 'asc' }]
    expect(await titlesOf({ sorts })).toEqual(['z', 'za', 'az', 'a', 'm', 'none'])
    const { groups } = await h.rpc<{ groups: { path: Json[]; count: number }[] }>(
      world.viewer,
      'view_groups',
      { query: { table: table.id, sorts: [], groups: sorts }, figures: {}, skip: 0, take: 20 },
    )
    expect(groups.map(({ path, count }) => [path[0], count])).toEqual([
      ['zeta', 1],
      ['zeta alpha', 2],
      ['alpha', 1],
      ['mu', 1],
      [null, 1],
    ])
    const collapsed = await titlesOf({ groups: sorts, collapsed: [['alpha zeta'], ['gone'], [null]] })
    expect(collapsed).toEqual(['z', 'a', 'm'])
  })

  test('follows the options when they are put in another order, and touches no record', async () => {
    const changes = { options: { options: [options[2], options[1], options[0]] } }
    await h.rpc(world.creator, 'update_field', { field: tags(), changes })
    const sorted = await titlesOf({ sorts: [{ field: tags(), direction: 'asc' }] })
    expect(sorted).toEqual(['m', 'a', 'za', 'az', 'z', 'none'])
    expect((await rowsOf()).map((row) => row[1])).toEqual([1, 1, 1, 1, 1, 1])
  })

  test('counts different sets', async () => {
    const { figures } = await h.rpc<{ figures: Json }>(world.viewer, 'view_summary', {
      query: { table: table.id, sorts: [] },
      figures: { [tags()]: 'unique' },
    })
    expect(figures).toEqual({ [tags()]: 4 })
  })

  test('finds labels, also new ones of the same option', async () => {
    const renamed = options.map((option) => (option.id === 'mu' ? { ...option, label: 'Micro' } : option))
    await h.rpc(world.creator, 'update_field', { field: tags(), changes: { options: { options: renamed } } })
    expect(await titlesOf({ search: 'micr' })).toEqual(['m'])
    expect(await titlesOf({ search: 'alph' })).toEqual(['za', 'az', 'a'])
  })

  test('pages through sets by their keys', async () => {
    const query = { table: table.id, sorts: [{ field: tags(), direction: 'asc' }] }
    const page = (anchor: Json, take: number) =>
      h.rpc<{ rows: Json[][]; lastKey: Json }>(world.viewer, 'rows_window', {
        query,
        anchor,
        direction: 'forward',
        skip: 0,
        take,
      })
    const first = await page(null, 2)
    const rest = await page(first.lastKey, 10)
    expect([...first.rows, ...rest.rows].map((row) => row[2])).toEqual(['z', 'za', 'az', 'a', 'm', 'none'])
  })
})

describe('options', () => {
  test('that a set holds are not taken away', async () => {
    await insert('a', "array['zeta', 'alpha']")
    expect(await refusalOf(h.rpc(world.creator, 'update_field', left(['alpha', 'mu'])))).toBe('invalid_input')
    await h.rpc(world.creator, 'update_field', left(['alpha', 'zeta']))
    await expect(insert('b', "array['mu']")).rejects.toThrow('tags__option')
  })

  test('are added one by one, by two people at once, and each name stands once', async () => {
    const add = (id: string, label: string) =>
      h.rpc(world.creator, 'add_option', { field: tags(), option: { id, label, hue: 'blue' } })
    await Promise.all([add('n1', 'One'), add('n2', 'Two')])
    const [row] = await h.db
      .sql`select plinth_private.option_ids(f.options) as ids from plinth.field as f where f.id = ${tags()}`
    expect((row!['ids'] as string[]).toSorted()).toEqual(['alpha', 'mu', 'n1', 'n2', 'zeta'])
    await insert('a', "array['n1', 'n2']")
    expect(await refusalOf(add('n3', 'One'))).toBe('name_taken')
    expect(await refusalOf(add('n1', 'Other'))).toBe('invalid_input')
    const title = table.fields[0]!.id
    const option = { id: 'x', label: 'x', hue: 'red' }
    expect(await refusalOf(h.rpc(world.creator, 'add_option', { field: title, option }))).toBe(
      'invalid_input',
    )
    expect(await refusalOf(h.rpc(world.editor, 'add_option', { field: tags(), option }))).toBe('forbidden')
  })

  test('are the default of new records, in the order of their bytes', async () => {
    const preset = { kind: 'value', value: ['zeta', 'alpha'] }
    await h.rpc(world.creator, 'update_field', { field: tags(), changes: { default: preset } })
    await h.as(world.editor, (tx) => tx.unsafe(`insert into data.${table.relation} (title) values ('new')`))
    expect((await rowsOf())[0]![3]).toEqual(['alpha', 'zeta'])
    const wrong = { default: { kind: 'value', value: ['gone'] } }
    expect(await refusalOf(h.rpc(world.creator, 'update_field', { field: tags(), changes: wrong }))).toBe(
      'option_unknown',
    )
    const none = { default: { kind: 'value', value: [] } }
    expect(await refusalOf(h.rpc(world.creator, 'update_field', { field: tags(), changes: none }))).toBe(
      'value_invalid',
    )
  })
})

/** Version and set of each record, by its title. */
const sets = async () =>
  Object.fromEntries((await rowsOf()).map((row) => [row[2], [row[1], row[3]]] as const))

describe('options that become one', () => {
  interface Step {
    moved: number
    last: string | null
    field: { options: { options: { id: string }[] }; default: Json } | null
    merge?: string | null
  }
  const merge = (field: string, from: string[], into: string, after: string | null = null) =>
    h.rpc<Step>(world.creator, 'merge_options', { field, from, into, after })
  const back = (merge: string, after: string | null = null) =>
    h.rpc<Step>(world.creator, 'unmerge_options', { merge, after })
  const idsOf = ({ field }: Step) => field!.options.options.map(({ id }) => id)

  test('are that one in every record, once, and are gone; no record gets another version', async () => {
    await insert('a', "array['zeta', 'alpha']")
    await insert('b', "array['mu']")
    await insert('c', 'null')
    const preset = { kind: 'value', value: ['alpha', 'zeta'] }
    await h.rpc(world.creator, 'update_field', { field: tags(), changes: { default: preset } })
    const args = { field: tags(), from: ['zeta', 'mu'], into: 'alpha' }
    expect(await h.rpc(world.creator, 'count_options', args)).toEqual({ records: 2 })
    const step = await merge(tags(), ['zeta', 'mu'], 'alpha')
    expect(step).toMatchObject({ moved: 2, last: null })
    expect(step.field!.options.options.map(({ id }) => id)).toEqual(['alpha'])
    expect(step.field!.default).toEqual({ kind: 'value', value: ['alpha'] })
    expect((await rowsOf()).map((row) => [row[1], row[3]])).toEqual([
      [1, ['alpha']],
      [1, ['alpha']],
      [1, null],
    ])
    await expect(insert('d', "array['mu']")).rejects.toThrow('tags__option')
  })

  test('go in steps where the records are many', async () => {
    const definition = {
      id: uuidV7(),
      name: `Merged ${(made += 1)}`,
      fields: [fieldOf('Title', 'text'), fieldOf('Tag', 'single_select', { options })],
    }
    const many = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    await h.db.sql.unsafe(
      `insert into data.${many.relation} (tag) select 'mu' from generate_series(1, 10500)`,
    )
    const field = many.fields[1]!.id
    const first = await merge(field, ['mu'], 'zeta')
    expect(first).toMatchObject({ moved: 10_000, field: null, last: expect.any(String) as unknown })
    await h.db.sql.unsafe(
      `update data.${many.relation} set tag = 'mu' where id = (select min(id::text)::uuid from data.${many.relation})`,
    )
    const second = await merge(field, ['mu'], 'zeta', first.last)
    expect(second).toMatchObject({ moved: 500, field: null, last: null })
    const last = await merge(field, ['mu'], 'zeta', second.last)
    expect(last).toMatchObject({ moved: 1, field: {} })
    const held = () =>
      h.db.sql.unsafe(`select tag, count(*)::int as count from data.${many.relation} group by tag`)
    expect(await held()).toEqual([{ tag: 'zeta', count: 10_500 }])
    const begun = await back(last.merge!)
    expect(begun).toMatchObject({ moved: 10_000, field: null, last: expect.any(String) as unknown })
    expect(await back(last.merge!, begun.last)).toMatchObject({ moved: 500, last: null, field: {} })
    expect(await held()).toEqual([{ tag: 'mu', count: 10_500 }])
  })

  test('are several again in the records that still hold it, in their places and with the default', async () => {
    await insert('both', "array['zeta', 'alpha']")
    await insert('one', "array['mu']")
    await insert('changed', "array['zeta']")
    await insert('more', "array['mu']")
    await insert('none', 'null')
    const preset = { kind: 'value', value: ['mu'] }
    await h.rpc(world.creator, 'update_field', { field: tags(), changes: { default: preset } })
    const { merge: id } = await merge(tags(), ['zeta', 'mu'], 'alpha')
    await h.rpc(world.creator, 'add_option', {
      field: tags(),
      option: { id: 'new', label: 'New', hue: 'red' },
    })
    await h.as(world.editor, async (tx) => {
      await tx.unsafe(`update data.${table.relation} set tags = array['new'] where title = 'changed'`)
      await tx.unsafe(`update data.${table.relation} set tags = array['new', 'alpha'] where title = 'more'`)
    })
    const step = await back(id!)
    expect(step).toMatchObject({ moved: 3, last: null, field: { default: preset } })
    expect(idsOf(step)).toEqual(['zeta', 'alpha', 'mu', 'new'])
    expect(await sets()).toEqual({
      both: [1, ['alpha', 'zeta']],
      one: [1, ['mu']],
      changed: [2, ['new']],
      more: [2, ['mu', 'new']],
      none: [1, null],
    })
    // Once.
    expect(await refusalOf(back(id!))).toBe('not_found')
  })

  test('are several again one merge after the other, the last one first', async () => {
    await insert('z', "array['zeta']")
    await insert('m', "array['mu']")
    const first = await merge(tags(), ['zeta'], 'mu')
    const second = await merge(tags(), ['mu'], 'alpha')
    expect(await refusalOf(back(first.merge!))).toBe('not_found')
    await back(second.merge!)
    expect(idsOf(await back(first.merge!))).toEqual(['zeta', 'alpha', 'mu'])
    expect(await sets()).toEqual({ z: [1, ['zeta']], m: [1, ['mu']] })
  })

  test('are not several again where one of their names is taken, and nothing is changed then', async () => {
    await insert('m', "array['mu']")
    const { merge: id } = await merge(tags(), ['mu'], 'alpha')
    await h.rpc(world.creator, 'add_option', { field: tags(), option: { id: 'n', label: 'MU', hue: 'red' } })
    expect(await refusalOf(back(id!))).toBe('name_taken')
    expect(await sets()).toEqual({ m: [1, ['alpha']] })
  })

  test('are several again for creators of the base alone', async () => {
    const { merge: id } = await merge(tags(), ['mu'], 'alpha')
    const refused = (who: Person | null) => refusalOf(h.rpc(who, 'unmerge_options', { merge: id }))
    expect(await refused(world.editor)).toBe('forbidden')
    expect(await refused(world.viewer)).toBe('forbidden')
    expect(await refused(world.outsider)).toBe('not_found')
    expect(await refused(null)).toMatch(/permission denied/)
    await h.db.sql`update plinth_private.option_merge set at = now() - interval '2 days'`
    // The next merge forgets it.
    await merge(tags(), ['zeta'], 'alpha')
    expect(await refusalOf(back(id!))).toBe('not_found')
  })

  test('are several again in steps, whatever was chosen at random', async () => {
    const ids = ['zeta', 'alpha', 'mu']
    const field = tags()
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray(ids), { minLength: 1, maxLength: 8 }),
        fc.shuffledSubarray(ids, { minLength: 2 }),
        async (held, [into, ...from]) => {
          await h.db.sql.unsafe(`truncate data.${table.relation}`)
          for (const [n, set] of held.entries()) {
            await insert(`r${n}`, set.length > 0 ? `array['${set.join("','")}']` : 'null')
          }
          const before = await sets()
          const { merge: id } = await merge(field, from, into!)
          const step = await back(id!)
          expect(idsOf(step)).toEqual(ids)
          expect(await sets()).toEqual(before)
        },
      ),
      { numRuns: 12 },
    )
  })

  test.each([
    [['gone'], 'alpha'],
    [['zeta'], 'gone'],
    [['zeta', 'alpha'], 'alpha'],
    [[], 'alpha'],
  ])('are options of the field, %j into %s', async (from, into) => {
    expect(await refusalOf(merge(tags(), from, into))).toBe('invalid_input')
  })
})

test('an index on the items serves the filters of a view', async () => {
  await h.rpc(world.creator, 'create_view_index', { field: tags() })
  const [index] = await h.db.sql`
    select indexdef from pg_indexes where indexname = ${`sort_${tags().replaceAll('-', '')}`}`
  expect(index!['indexdef']).toContain('USING gin')
})

describe('texts', () => {
  const labels = fc.array(fc.string({ unit: fc.constantFrom(...'ab ,"\'\n\t\\é'), maxLength: 6 }), {
    maxLength: 5,
  })

  test('are the same list of labels in the app and in the database', async () => {
    const texts = fc.oneof(
      labels.map(joinLabels),
      fc.string({ unit: fc.constantFrom(...'ab ,"'), maxLength: 12 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 100 }), async (list) => {
        const rows = await h.db.sql`
          select plinth_private.split_labels(e.value) as labels
          from jsonb_array_elements_text(${h.db.sql.json(list)}) with ordinality as e order by e.ordinality`
        expect(rows.map((row) => row['labels'] as string[])).toEqual(
          list.map((text) => [...splitLabels(text)]),
        )
      }),
      { numRuns: 20 },
    )
  })

  test('of a set are the same in the app and in the database', async () => {
    const named = ['a', 'b, c', '"d"', ' e '].map((label, n) => {
      return { id: `o${n}` as OptionId, label, hue: 'red' as const }
    })
    const sets = fc.subarray(
      named.map(({ id }) => id),
      { minLength: 1 },
    )
    await fc.assert(
      fc.asyncProperty(sets, async (ids) => {
        const [row] = await h.db.sql`
          select plinth_private.joined_labels(${ids}, ${h.db.sql.json({ options: named })}) as text`
        const field = { options: { options: named } }
        expect(row!['text']).toBe(fieldTypes.multi_select.toExport(optionSet(ids), field))
      }),
      { numRuns: 30 },
    )
  })
})
