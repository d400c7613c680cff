/** Colour rules and quick filters of saved views: what they may hold, whom they are told, and that the database counts as the app evaluates. */
import { type CellValue, type FieldId, limits, type UserId, uuidV7 } from '@plinth/domain'
import { type Ast, checkAst, contextOf, evaluate, printExpression } from '@plinth/expression'
import { expressionsOf, recordsOf, sampleFields } from '@plinth/expression/testing'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedCell, storedRecord } from './expression-lab.ts'
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
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface View {
  id: string
  lacksColors: boolean
  config: { colors: Json[]; quick: string[] }
}

let made = 0
async function makeTable() {
  const definition = {
    id: uuidV7(),
    name: `Table ${(made += 1)}`,
    fields: [fieldOf('Title', 'text'), fieldOf('Count', 'integer'), fieldOf('Salary', 'integer')],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const field = (name: string) => table.fields.find((one) => one.name === name)!.id
  const views = async (who: Person) => {
    const schema = await h.rpc<{ tables: { id: string; views: View[] }[] }>(who, 'base_schema', {
      base: world.base,
    })
    return schema.tables.find(({ id }) => id === table.id)?.views ?? []
  }
  const make = async (who: Person, config: Json, isShared = true) => {
    const view = uuidV7()
    await h.rpc(who, 'create_view', {
      table: table.id,
      view,
      definition: { name: `View ${(made += 1)}`, isShared, config },
    })
    return view
  }
  return { table, field, views, make }
}
const over = (field: string, limit = 10): Json => ({ call: '>', args: [{ field }, { number: limit }] })
const rule = (when: Json, more: Record<string, Json> = {}): Record<string, Json> => ({
  id: uuidV7(),
  name: 'Much',
  when,
  hue: 'red',
  paints: 'row',
  ...more,
})
const roleOf = async (kind: string) =>
  (
    await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = ${kind}`
  )[0]!.id
const hide = async (field: string, access: 'hidden' | null) =>
  h.rpc(world.creator, 'set_field_grant', { role: await roleOf('viewer'), field, access })

describe('colour rules of a view', () => {
  test('are stored as they are, and told to everybody who sees what they look at and paint', async () => {
    const { field, make, views } = await makeTable()
    const colors = [rule(over(field('Count'))), rule(over(field('Salary')), { paints: field('Count') })]
    await make(world.creator, { colors, quick: [] })
    for (const who of [world.creator, world.editor, world.viewer]) {
      expect(await views(who)).toMatchObject([{ config: { colors }, lacksColors: false }])
    }
  })

  test('are refused where they are none, or ask what is no condition of the table', async () => {
    const { field, make } = await makeTable()
    const good = rule(over(field('Count')))
    const shapes: Json[] = [
      'none',
      [null],
      [{ ...good, hue: 'beige' }],
      [{ ...good, paints: 'all' }],
      [{ ...good, paints: null }],
      [{ ...good, name: ' ' }],
      [{ ...good, name: 'a\u202eb' }],
      [{ ...good, name: 'x'.repeat(limits.nameLength + 1) }],
      [{ ...good, id: 'one' }],
      [{ ...good, more: true }],
      [good, good],
      Array.from({ length: limits.colorRulesPerView + 1 }, () => ({ ...good, id: uuidV7() })),
    ]
    for (const colors of shapes)
      expect([colors, await refusalOf(make(world.creator, { colors }))]).toEqual([colors, 'invalid_input'])
    const trees: Json[] = [
      { number: 1 },
      { call: 'drop_table', args: [] },
      { call: '>', args: [{ field: field('Title') }, { number: 1 }] },
      { sql: 'true' },
      {},
    ]
    for (const when of trees)
      expect([when, await refusalOf(make(world.creator, { colors: [rule(when)] }))]).toEqual([
        when,
        'expression_invalid',
      ])
  })

  test('are left out for those from whom a field of theirs is hidden, also where a viewer writes them', async () => {
    const { field, make, views } = await makeTable()
    const plain = rule(over(field('Count')))
    const colors = [
      rule(over(field('Salary'))),
      plain,
      rule(over(field('Count')), { paints: field('Salary') }),
    ]
    const view = await make(world.creator, { colors })
    await hide(field('Salary'), 'hidden')
    expect(await views(world.viewer)).toMatchObject([{ config: { colors: [plain] }, lacksColors: true }])
    expect(await views(world.editor)).toMatchObject([{ config: { colors }, lacksColors: false }])
    // The creator goes on changing the view, whose rules look at a field that stands aside.
    await h.rpc(world.creator, 'update_view', { view, changes: { config: { colors, frozen: 2 } } })
    const own = await make(
      world.viewer,
      { colors: [rule(over(field('Salary'))), rule(over(uuidV7()))] },
      false,
    )
    expect((await views(world.viewer)).find(({ id }) => id === own)).toMatchObject({
      config: { colors: [] },
      lacksColors: false,
    })
    await hide(field('Salary'), null)
  })

  test('keep nobody from saving, copying or duplicating a view where a type has changed', async () => {
    const { table, field, make, views } = await makeTable()
    const colors = [rule(over(field('Count')))]
    const view = await make(world.creator, { colors })
    // As a change of the field's type leaves it.
    await h.db.admin`update plinth.field set type = 'text' where id = ${field('Count')}`
    await h.rpc(world.creator, 'duplicate_view', { view, copy: uuidV7(), name: 'Copy', is_shared: false })
    await h.rpc(world.creator, 'update_view', { view, changes: { config: { colors, frozen: 2 } } })
    expect((await views(world.creator)).map(({ config }) => config.colors)).toEqual([[], []])
    expect(
      await refusalOf(
        h.rpc(world.creator, 'update_view', {
          view,
          changes: { config: { colors: [rule(over(field('Count')))] } },
        }),
      ),
    ).toBe('expression_invalid')
    await h.db.admin`update plinth.field set type = 'integer' where id = ${field('Count')}`
    expect(table.id).toBeDefined()
  })

  test('go along with a copy of the table, and speak of its fields there', async () => {
    const { table, field, make } = await makeTable()
    await make(world.creator, { colors: [rule(over(field('Count')))], quick: [] })
    const copy = await h.rpc<TestTable & { views: View[] }>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: `Copy ${made}`,
      with_records: false,
    })
    const count = copy.fields.find(({ name }) => name === 'Count')!.id
    expect(count).not.toBe(field('Count'))
    expect(copy.views).toMatchObject([{ config: { colors: [{ when: over(count) }] }, lacksColors: false }])
  })
})

describe('quick filters of a view', () => {
  test('are a list of fields, told without those that somebody does not see', async () => {
    const { field, make, views } = await makeTable()
    const quick = [field('Count'), field('Salary')]
    await make(world.creator, { quick })
    await hide(field('Salary'), 'hidden')
    expect(await views(world.viewer)).toMatchObject([{ config: { quick: [field('Count')] } }])
    expect(await views(world.editor)).toMatchObject([{ config: { quick } }])
    await hide(field('Salary'), null)
    for (const bad of [
      'x',
      [1],
      ['Count'],
      [field('Count'), field('Count')],
      Array.from({ length: 13 }, uuidV7),
    ])
      expect(await refusalOf(make(world.creator, { quick: bad as Json }))).toBe('invalid_input')
  })
})

const add = async (table: TestTable, field: (name: string) => string, counts: readonly number[]) => {
  for (const [n, count] of counts.entries()) {
    const values = { [field('Title')]: `R${n}`, [field('Count')]: count, [field('Salary')]: count }
    const mutation = { id: uuidV7(), kind: 'insert', table: table.id, record: uuidV7(), values }
    await h.rpc(world.creator, 'apply_mutations', { batch: { atomic: true, mutations: [mutation] } })
  }
}

describe('counting for what an expression is true', () => {
  test('counts among the records of the view that the reader reads, and not by what they do not see', async () => {
    const { table, field } = await makeTable()
    await add(table, field, [1, 5, 11, 20, 30])
    const role = await roleOf('viewer')
    const grant = { role, table: table.id, action: 'read', hand_over: false }
    await h.rpc(world.creator, 'set_grant', { ...grant, scope: 'rules', rule: over(field('Count'), 4) })
    const count = (who: Person, when: Json, query: Json = {}) =>
      h.rpc<Json>(who, 'count_when', { query: { table: table.id, sorts: [], ...(query as object) }, when })
    expect(await count(world.editor, over(field('Count')))).toEqual({ total: 5, matching: 3 })
    expect(await count(world.viewer, over(field('Count'), 0))).toEqual({ total: 4, matching: 4 })
    const filter = { join: 'and', items: [{ field: field('Count'), operator: 'lt', value: 25 }] }
    expect(await count(world.viewer, over(field('Count')), { filter })).toEqual({ total: 3, matching: 2 })
    const groups = [{ field: field('Count'), direction: 'asc' }]
    expect(await count(world.editor, over(field('Count')), { groups, collapsed: [[30]] })).toEqual({
      total: 5,
      matching: 3,
    })
    await hide(field('Salary'), 'hidden')
    expect(await count(world.editor, over(field('Salary')))).toEqual({ total: 5, matching: 3 })
    const refused = await refusalOf(count(world.viewer, over(field('Salary'))))
    expect([refused, await refusalOf(count(world.viewer, over(uuidV7())))]).toEqual([
      'expression_invalid',
      'expression_invalid',
    ])
    for (const who of [world.outsider, world.member, world.anonymous])
      expect(await refusalOf(count(who, over(field('Count'))))).toMatch(/not_found|forbidden|not_signed_in/)
    await hide(field('Salary'), null)
    await h.rpc(world.creator, 'set_grant', { ...grant, scope: 'all', rule: null })
  })

  test('reads fields that are computed when they are read, as their reader has them', async () => {
    const { table, field } = await makeTable()
    await add(table, field, [1, 5, 11])
    const formula = {
      call: 'if',
      args: [{ call: 'is_filled', args: [{ call: 'me', args: [] }] }, { field: field('Count') }],
    }
    const late = await h.rpc<{ id: string; onRead?: boolean }>(world.creator, 'create_field', {
      table: table.id,
      definition: { id: uuidV7(), name: 'Late', type: 'number', formula },
    })
    expect(late.onRead).toBe(true)
    const query = { table: table.id, sorts: [] }
    expect(await h.rpc(world.viewer, 'count_when', { query, when: over(late.id, 4) })).toEqual({
      total: 3,
      matching: 2,
    })
  })

  test('says of random expressions over random records what the app says', { timeout: 240_000 }, async () => {
    const definition = {
      id: uuidV7(),
      name: 'Colours',
      fields: sampleFields.map(({ id, name, type, options = {} }) => ({ id, name, type, options })),
    }
    const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
    const seed = Number(process.env['PLINTH_SEED'] ?? 11)
    const records = fc
      .sample(recordsOf(sampleFields), { seed, numRuns: 40 })
      .map((cells) => storedRecord(cells, world))
    const columns = table.fields.map(({ column }) => column)
    const rows = records.map((cells) =>
      Object.fromEntries(
        table.fields.map(({ id, type, column }) => [
          column,
          storedCell(type as never, (cells as Record<string, CellValue>)[id]),
        ]),
      ),
    )
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (id, ${columns.join(', ')})
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, ${columns.map((name) => `r.${name}`).join(', ')}
       from jsonb_array_elements($1::text::jsonb) with ordinality as e (value, n)
       cross join lateral jsonb_populate_record(null::data.${table.relation}, e.value) as r`,
      [JSON.stringify(rows)],
    )
    const [zone] = await h.db.admin<{ zone: string }[]>`
      select time_zone as zone from plinth.base where id = ${world.base}`
    const situation = {
      now: Date.now(),
      timeZone: zone!.zone,
      me: world.viewer.id as UserId,
      role: 'viewer',
      roles: ['viewer'],
    }
    const trees = fc.sample(expressionsOf({ kind: 'boolean' }, sampleFields), { seed, numRuns: 200 })
    const query = { table: table.id, sorts: [] }
    let compared = 0
    for (const when of trees) {
      const checked = checkAst(when as Ast, { fields: sampleFields })
      if (!checked.ok) throw new Error('the app refuses its own tree')
      // What asks the clock has another answer a moment later.
      if (checked.value.dependsOn.clock || checked.value.type.kind !== 'boolean') continue
      const expected = records.filter(
        (cells) =>
          evaluate(checked.value, contextOf(sampleFields, cells as Record<FieldId, CellValue>, situation)) ===
          true,
      ).length
      const told = await h.rpc<Json>(world.viewer, 'count_when', { query, when: when as unknown as Json })
      expect([printExpression(when as Ast, sampleFields), told]).toEqual([
        printExpression(when as Ast, sampleFields),
        { total: records.length, matching: expected },
      ])
      compared += 1
    }
    expect(compared).toBeGreaterThan(100)
  })
})
