/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Fields that are computed become ones that people write, with the values that they show, and are computed again. */
import { limits, targetsOf, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computed } from './every-type/computed.ts'
import { Matrix, type Stage } from './every-type/matrix.ts'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  type TestTable,
  type World,
} from './harness.ts'

interface Made {
  id: string
  name: string
  type: string
  column: string
  options: Json
  rules: Json
  default: Json
  formula?: Json
  rollup?: Json
  changing?: { type: string; plain?: true }
}
interface Step {
  done: number
  total: number
  field: Made | null
  kept: string | null
}

let matrix: Matrix
let h: Harness
let world: World
beforeAll(async () => {
  matrix = await Matrix.start()
  ;({ h, world } = matrix)
})
afterAll(() => matrix.stop())

const make = <T = Json>(call: string, args: Record<string, unknown>, who: Person | null = world.creator) =>
  h.rpc<T>(who, call, args)
const step = (field: string, type: string, kept: string | null = null, options: Json = {}) =>
  make<Step>('change_type', { field, type, options, ...(kept ? { kept } : {}) })
async function change(
  field: string,
  type: string,
  kept: string | null = null,
): Promise<Step & { field: Made }> {
  for (;;) {
    const told = await step(field, type, kept, type === 'currency' ? { currency: 'EUR' } : {})
    if (told.field) return { ...told, field: told.field }
  }
}
const fieldNow = async (table: TestTable, field: string) =>
  (await make<{ tables: { id: string; fields: Made[] }[] }>('base_schema', { base: world.base })).tables
    .find(({ id }) => id === table.id)!
    .fields.find(({ id }) => id === field)!
const unsettled = async () => (await h.db.sql`select field_id from plinth_private.type_change`).length
const triggersOf = async ({ relation }: TestTable) =>
  (
    await h.db.sql`select tgname from pg_trigger where tgrelid = ${`data.${relation}`}::regclass
      and tgname in ('plinth_values', 'plinth_followed') order by 1`
  ).map((row) => row['tgname'] as string)

/** What each record shows, the labels of options in the place of their ids: each change makes its own. */
async function shown({ cells, ...stage }: Stage): Promise<readonly Json[]> {
  const { options } = await fieldNow(stage.table, stage.field)
  const list = (options as { options?: { id: string; label: string }[] }).options ?? []
  const label = (value: Json): Json => list.find(({ id }) => id === value)?.label ?? value
  const read = new Map((await matrix.read({ ...stage, cells })) as [string, Json][])
  return cells.map(({ title }) => {
    const value = read.get(title)!
    return Array.isArray(value) ? value.map(label) : label(value)
  })
}

describe.each(computed)('$name', ({ stage: build }) => {
  test('becomes each type as a field of plain values does, and is computed again', async () => {
    const stage = await build(matrix)
    const field = await fieldNow(stage.table, stage.field)
    const targets = targetsOf(field as never).filter((target) => target !== field.type)
    const values = await shown(stage)
    const asComputed: Json[] = []
    for (const target of targets) {
      const there = await change(stage.field, target)
      expect(there.field).toMatchObject({ type: target, column: field.column, default: null })
      expect([there.field.formula, there.field.rollup]).toEqual([undefined, undefined])
      asComputed.push((await shown(stage)) as Json)
      const back = await change(stage.field, field.type, there.kept)
      expect(back.field).toEqual(field)
      expect(await shown(stage)).toEqual(values)
      if (target !== targets[0]) continue
      // And there again, by what it was there.
      const again = await change(stage.field, target, back.kept)
      expect(await shown(stage)).toEqual(asComputed.at(-1))
      await change(stage.field, field.type, again.kept)
    }
    const kept = await change(stage.field, field.type)
    expect(kept.field).toMatchObject({ type: field.type, options: field.options })
    expect(await shown(stage)).toEqual(values)
    const asPlain: Json[] = []
    for (const target of targets) {
      const there = await change(stage.field, target)
      asPlain.push((await shown(stage)) as Json)
      await change(stage.field, field.type, there.kept)
    }
    expect(asComputed).toEqual(asPlain)
    expect(await unsettled()).toBe(0)
  })
})

const of = (field: string): Json => ({ field })
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
/** Prices, and twice of them: nothing of nothing. */
async function sums(many = 0) {
  const table = await matrix.table([fieldOf('Name', 'text'), fieldOf('Price', 'number')])
  const price = table.fields[1]!.id
  const relation = `data.${table.relation}`
  if (many > 0)
    await h.db.sql.unsafe(
      `insert into ${relation} (name, price) select g, g from generate_series(1, ${many}) as g`,
    )
  const tree = call('*', of(price), { number: 2 })
  const definition = { id: uuidV7() as string, name: 'Twice', formula: tree }
  let made = await make<Made>('create_field', { table: table.id, definition })
  while (made.changing)
    made = (await make<Step>('change_formula', { field: made.id, definition: null })).field ?? made
  return { table, price, relation, twice: made.id, tree }
}
const run = (text: string, who: Person = world.editor) => h.as(who, (tx) => tx.unsafe(text))
const all = async (relation: string, column = 'twice') =>
  Object.fromEntries(
    (await h.db.sql.unsafe(`select name, ${column} as value from ${relation} order by name`)).map((row) => [
      row['name'] as string,
      row['value'] as Json,
    ]),
  )

describe('what people write from then on', () => {
  test('is theirs: nothing computes it, and no part of the formula is left', async () => {
    const { table, relation, twice } = await sums()
    await run(`insert into ${relation} (name, price) values ('a', 1), ('b', null)`)
    expect(await refusalOf(run(`update ${relation} set twice = 7`))).toMatch(/permission denied/)
    const { field } = await change(twice, 'number')
    expect(field).toMatchObject({ id: twice, name: 'Twice', type: 'number', rules: {} })
    expect(await triggersOf(table)).toEqual([])
    await run(`update ${relation} set price = 10`)
    await run(`insert into ${relation} (name, price) values ('c', 3)`)
    await run(`update ${relation} set twice = 70 where name = 'b'`)
    expect(await all(relation)).toEqual({ a: 2, b: 70, c: null })
    await make('set_field_rules', { field: twice, rules: { min: 1 }, keep: true })
    expect(await refusalOf(run(`update ${relation} set twice = 0`))).toMatch('twice__min')
    await run(`update ${relation} set twice = 7`, world.viewer)
    expect(await all(relation)).toMatchObject({ a: 2, b: 70 })
  })

  test('goes to the trash when it is computed again, and comes from there when that is taken back', async () => {
    const { relation, twice } = await sums()
    await run(`insert into ${relation} (name, price) values ('a', 1), ('b', 2), ('c', 3)`)
    const { kept } = await change(twice, 'text')
    await run(`update ${relation} set twice = 'mine' where name = 'b'`)
    await run(`update ${relation} set price = 30 where name = 'c'`)
    await run(`insert into ${relation} (name, price) values ('d', 4)`)
    await make('set_field_rules', { field: twice, rules: { required: true, unique: true }, keep: true })
    await make('update_field', { field: twice, changes: { default: { kind: 'value', value: 'none' } } })
    const back = await change(twice, 'number', kept)
    expect(back.field).toMatchObject({ type: 'number', rules: {}, default: null, formula: expect.anything() })
    expect(await all(relation)).toEqual({ a: 2, b: 4, c: 60, d: 8 })
    await run(`insert into ${relation} (name, price) values ('e', 5)`)
    await run(`update ${relation} set price = 20 where name = 'b'`)
    expect(await all(relation)).toMatchObject({ b: 40, e: 10 })
    expect(await refusalOf(run(`update ${relation} set twice = 7`))).toMatch(/permission denied/)
    // What was computed anew since is converted, what was not has what was written.
    const again = await change(twice, 'text', back.kept)
    expect(again.field).toMatchObject({ rules: { required: true, unique: true }, default: { value: 'none' } })
    expect(await all(relation)).toEqual({ a: '2', b: '40', c: '6', d: null, e: '10' })
  })

  test('stays where the formula is restored beside it', async () => {
    const { table, relation, twice } = await sums()
    await run(`insert into ${relation} (name, price) values ('a', 1)`)
    const { kept } = await change(twice, 'text')
    const line = (await make<{ id: string }[]>('base_trash', { base: world.base })).find(
      ({ id }) => id === kept,
    )
    expect(line).toMatchObject({ name: 'Twice', replaced: true, records: 0 })
    const { field } = await make<Step>('restore_field', { field: kept })
    expect(field).toMatchObject({ name: 'Twice 2', type: 'number', formula: expect.anything() })
    await run(`update ${relation} set price = 4`)
    expect(await all(relation, field!.column)).toEqual({ a: 8 })
    expect(await all(relation)).toEqual({ a: '2' })
    expect(await refusalOf(step(twice, 'number', kept))).toBe('values_gone')
    expect(await triggersOf(table)).toEqual(['plinth_values'])
  })
})

describe('in steps', () => {
  const many = limits.rowsPerStep + 5

  test('it is computed until the end: what changes, comes or is emptied meanwhile counts', async () => {
    const { table, relation, twice } = await sums(many)
    expect(await step(twice, 'text')).toMatchObject({ done: 0, total: many, field: null, kept: null })
    expect((await fieldNow(table, twice)).changing).toMatchObject({ type: 'text', plain: true })
    expect(await step(twice, 'text')).toMatchObject({ done: limits.rowsPerStep, field: null })
    await run(`update ${relation} set price = 1000000 where name = '1'`)
    await run(`update ${relation} set price = null where name = '2'`)
    await run(
      `insert into ${relation} (id, name, price) values ('00000000-0000-7000-8000-${'0'.repeat(11)}1', 'new', 9)`,
    )
    expect(await refusalOf(run(`update ${relation} set twice = 7`))).toMatch(/permission denied/)
    for (const definition of [null, { formula: of(twice) }, { formula: { number: 1 } }])
      expect(await refusalOf(make('change_formula', { field: twice, definition }))).toBe('field_changing')
    expect(await refusalOf(step(twice, 'integer'))).toBe('field_changing')
    await change(twice, 'text')
    const values = await all(relation)
    expect(values).toMatchObject({ 1: '2000000', 2: null, new: '18', 3: '6', [many]: String(2 * many) })
    expect(Object.values(values).filter((value) => value === null)).toHaveLength(1)
    expect(await unsettled()).toBe(0)
  })

  test('given up, it is what it was, on both ways', async () => {
    const { table, relation, twice, price } = await sums(many)
    const field = await fieldNow(table, twice)
    await step(twice, 'text')
    await step(twice, 'text')
    await make('cancel_type_change', { field: twice })
    expect(await fieldNow(table, twice)).toEqual(field)
    await run(`update ${relation} set price = 4 where name = '1'`)
    expect(await all(relation)).toMatchObject({ 1: 8 })
    const { kept } = await change(twice, 'text')
    await make('set_field_rules', { field: twice, rules: { maxLength: 20 }, keep: true })
    await make('update_field', { field: twice, changes: { default: { kind: 'value', value: 'none' } } })
    const plain = await fieldNow(table, twice)
    expect(await step(twice, 'number', kept)).toMatchObject({ done: 0, field: null })
    expect(await step(twice, 'number', kept)).toMatchObject({ done: limits.rowsPerStep, field: null })
    expect(await fieldNow(table, twice)).toMatchObject({ type: 'text', changing: { type: 'number' } })
    // Nobody writes it, and it shows what they wrote.
    expect(await refusalOf(run(`update ${relation} set twice = '7'`))).toMatch(/permission denied/)
    await run(`insert into ${relation} (name, price) values ('new', 9)`)
    expect(await all(relation)).toMatchObject({ 1: '8', new: null })
    // What it will be computed by is needed, and so is what that reads.
    const name = 'Twice'
    expect(await refusalOf(make('empty_trash', { base: world.base, item: kept, confirm_name: name }))).toBe(
      'field_changing',
    )
    expect(await refusalOf(make('restore_field', { field: kept }))).toBe('field_changing')
    expect(await refusalOf(make('delete_field', { field: price }))).toBe('used_by_rule')
    expect(
      await refusalOf(make('set_field_grant', { role: world.role, field: price, access: 'hidden' })),
    ).toBe('used_by_rule')
    await make('cancel_type_change', { field: twice })
    expect(await fieldNow(table, twice)).toEqual(plain)
    await run(`update ${relation} set twice = 'mine', price = 5 where name = '1'`)
    await run(`insert into ${relation} (name) values ('newer')`)
    expect(await all(relation)).toMatchObject({ 1: 'mine', newer: 'none' })
    expect(await refusalOf(run(`update ${relation} set twice = repeat('x', 21)`))).toMatch('twice__maxLength')
    await step(twice, 'number', kept)
    await run(`update ${relation} set price = 6 where name = '1'`)
    // Who goes on with it does not know what it comes from.
    const { field: last } = await change(twice, 'number')
    expect(last).toEqual({ ...field, position: expect.anything() })
    expect(await all(relation)).toMatchObject({ 1: 12, new: 18, newer: null, [many]: 2 * many })
    expect(await unsettled()).toBe(0)
  })
})

describe('is refused', () => {
  test('what is no type of it, and to whom does not shape the base', async () => {
    const { twice } = await sums()
    for (const type of ['link', 'phone', 'attachment', 'autonumber', 'nothing', null])
      expect([type, await refusalOf(step(twice, type as string))]).toEqual([type, 'invalid_input'])
    const { kept } = await change(twice, 'text')
    const { editor, viewer, holder, member, outsider, anonymous } = world
    for (const person of [editor, viewer, holder, member, outsider, anonymous, null])
      expect(
        await refusalOf(h.rpc(person, 'change_type', { field: twice, type: 'number', options: {}, kept })),
      ).toMatch(/forbidden|not_found|permission denied|not_signed_in/)
    expect(await refusalOf(step(twice, 'integer', kept))).toBe('invalid_input')
  })

  test('where something reads it: a formula, a rule, what is computed when it is read', async () => {
    const { table, twice } = await sums()
    const add = async (formula: Json) =>
      make<Made>('create_field', { table: table.id, definition: { id: uuidV7(), name: 'More', formula } })
    for (const formula of [
      call('+', of(twice), { number: 1 }),
      call('+', of(twice), call('year', call('today'))),
    ]) {
      const { id } = await add(formula)
      expect(await refusalOf(step(twice, 'number'))).toBe('used_by_rule')
      await make('delete_field', { field: id })
    }
    const rule = call('>', of(twice), { number: 0 })
    await make('set_grant', { role: world.role, table: table.id, action: 'read', scope: 'rules', rule })
    expect(await refusalOf(step(twice, 'number'))).toBe('used_by_rule')
    await make('set_grant', { role: world.role, table: table.id, action: 'read', scope: null, rule: null })
    const { kept } = await change(twice, 'number')
    const { id } = await add(call('+', of(twice), { number: 1 }))
    expect(await refusalOf(step(twice, 'number', kept))).toBe('used_by_rule')
    await make('delete_field', { field: id })
    await change(twice, 'number', kept)
  })

  test('of what is computed when it is read: it has no values that could be kept', async () => {
    const { table } = await sums()
    const late = { id: uuidV7() as string, name: 'Now', formula: call('today') }
    await make('create_field', { table: table.id, definition: late })
    expect(await refusalOf(step(late.id, 'text'))).toBe('not_found')
    expect(await refusalOf(make('preview_type_change', { field: late.id, type: 'text', options: {} }))).toBe(
      'not_found',
    )
  })

  test('to compute again by what is gone, kept from somebody, or of another type', async () => {
    const { price, twice, relation } = await sums()
    await run(`insert into ${relation} (name, price) values ('a', 1)`)
    const { kept } = await change(twice, 'text')
    const refused = async (code: RegExp) => {
      expect(await refusalOf(step(twice, 'number', kept))).toMatch(code)
      expect([await all(relation), await unsettled()]).toEqual([{ a: '2' }, 0])
      await run(`update ${relation} set twice = '2'`)
    }
    await make('set_field_grant', { role: world.role, field: price, access: 'hidden' })
    await refused(/expression_invalid|field_hidden/)
    await make('set_field_grant', { role: world.role, field: price, access: null })
    const { kept: numbers } = await change(price, 'checkbox')
    await refused(/expression_invalid/)
    await change(price, 'number', numbers)
    await make('delete_field', { field: price })
    await refused(/expression_invalid/)
    await make('restore_field', { field: price })
    await change(twice, 'number', kept)
    expect(await all(relation)).toEqual({ a: 2 })
  })
})

describe('of linked records', () => {
  async function orders(many = 0) {
    const items = await matrix.table([
      fieldOf('Name', 'text'),
      fieldOf('Price', 'integer'),
      fieldOf('Who', 'person'),
    ])
    const table = await matrix.table([fieldOf('Name', 'text')])
    const link = await matrix.addField(table, { name: 'Items', type: 'link', options: { target: items.id } })
    if (many > 0)
      await h.db.sql.unsafe(
        `insert into data.${table.relation} (name) select g from generate_series(1, ${many}) as g`,
      )
    const rolled = async (name: string, function_: string, field: string) => {
      const definition = {
        id: uuidV7() as string,
        name,
        rollup: { link: link.id, function: function_, field },
      }
      let made = await make<Made>('create_field', { table: table.id, definition })
      while (made.changing)
        made = (await make<Step>('change_formula', { field: made.id, definition: null })).field ?? made
      return made
    }
    const [first, second] = [uuidV7() as string, uuidV7() as string]
    const [, price, who] = items.fields.map(({ id }) => id) as [string, string, string]
    await matrix.make(items, first, { [price]: 3, [who]: world.editor.id })
    await matrix.make(items, second, { [price]: 4, [who]: world.viewer.id })
    const record = uuidV7() as string
    await matrix.make(table, record, { [table.fields[0]!.id]: 'order', [link.id]: { link: [first, second] } })
    return { items, table, link, price, who, rolled, relation: `data.${table.relation}` }
  }
  const order = async (relation: string, column: string) =>
    (await h.db.sql.unsafe(`select ${column} as value from ${relation} where name = 'order'`))[0]![
      'value'
    ] as Json

  test('what they change is followed until it is a plain field, and again when it is computed again', async () => {
    const { items, table, price, rolled, relation } = await orders()
    const sum = await rolled('Sum', 'sum', price)
    expect(await triggersOf(items)).toEqual(['plinth_followed'])
    const { kept } = await change(sum.id, 'integer')
    expect([await triggersOf(items), await triggersOf(table)]).toEqual([[], []])
    await run(`update data.${items.relation} set price = price + 1`)
    expect(await order(relation, sum.column)).toBe('7')
    // What it summed up may go: nothing reads it any more.
    const back = await change(sum.id, 'integer', kept)
    expect(back.field).toEqual(sum)
    expect(await order(relation, sum.column)).toBe('9')
    await run(`update data.${items.relation} set price = 10`)
    expect(await order(relation, sum.column)).toBe('20')
    expect([await triggersOf(items), await triggersOf(table)]).toEqual([
      ['plinth_followed'],
      ['plinth_values'],
    ])
  })

  test('people are looked up no more, and only those of the base may be written', async () => {
    const { table, who, rolled, relation } = await orders()
    const first = await rolled('First', 'first', who)
    const index = async () =>
      (
        await h.db
          .sql`select indexdef from pg_indexes where indexname = ${`person_${first.id.replaceAll('-', '')}`}`
      ).length
    expect([first.type, await index()]).toEqual(['person', 1])
    const { kept } = await change(first.id, 'person')
    expect([await order(relation, first.column), await index()]).toEqual([world.editor.id, 1])
    await run(`update ${relation} set ${first.column} = '${world.viewer.id}'`)
    expect(await refusalOf(run(`update ${relation} set ${first.column} = '${world.outsider.id}'`))).toMatch(
      'value_invalid',
    )
    await change(first.id, 'person', kept)
    expect([await order(relation, first.column), await index()]).toEqual([world.editor.id, 1])
    expect(await triggersOf(table)).toEqual(['plinth_values'])
  })

  test('steps of both ways, and a change of what it reads in another table, come to an end one after the other', async () => {
    const { items, price, rolled, relation } = await orders(2_100)
    const twice = await make<Made>('create_field', {
      table: items.id,
      definition: { id: uuidV7(), name: 'Twice', formula: call('*', of(price), { number: 2 }) },
    })
    const sum = await rolled('Sum', 'sum', twice.id)
    const { type } = sum
    await step(sum.id, 'text')
    // Its own values are computed anew by this, at the end of it: not now.
    const thrice = { formula: call('*', of(price), { number: 3 }) }
    expect(await refusalOf(make('change_formula', { field: twice.id, definition: thrice }))).toBe(
      'field_changing',
    )
    const { kept } = await change(sum.id, 'text')
    expect(await order(relation, sum.column)).toBe('14')
    await make('change_formula', { field: twice.id, definition: thrice })
    await step(sum.id, type, kept)
    await make('change_formula', {
      field: twice.id,
      definition: { formula: call('*', of(price), { number: 4 }) },
    })
    await run(`update data.${items.relation} set price = price + 1`)
    await change(sum.id, type, kept)
    expect(Number(await order(relation, sum.column))).toBe(36)
    expect(await unsettled()).toBe(0)
  })
})
