/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Fields that are computed become plain ones, and are computed again, in steps: what happens meanwhile, and what is given up. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Matrix } from './every-type/matrix.ts'
import { fieldOf, type Harness, type Json, refusalOf, type World } from './harness.ts'
import { ComputedLab, call, type Made, of, type Step } from './type-computed-lab.ts'

let lab: ComputedLab
let matrix: Matrix
let h: Harness
let world: World
beforeAll(async () => {
  lab = await ComputedLab.start()
  ;({ matrix } = lab)
  ;({ h, world } = matrix)
})
afterAll(() => matrix.stop())

describe('in steps', () => {
  const many = limits.rowsPerStep + 5

  test('it is computed until the end: what changes, comes or is emptied meanwhile counts', async () => {
    const { table, relation, twice } = await lab.sums(many)
    expect(await lab.step(twice, 'text')).toMatchObject({ done: 0, total: many, field: null, kept: null })
    expect((await lab.fieldNow(table, twice)).changing).toMatchObject({ type: 'text', plain: true })
    expect(await lab.step(twice, 'text')).toMatchObject({ done: limits.rowsPerStep, field: null })
    await lab.run(`update ${relation} set price = 1000000 where name = '1'`)
    await lab.run(`update ${relation} set price = null where name = '2'`)
    await lab.run(
      `insert into ${relation} (id, name, price) values ('00000000-0000-7000-8000-${'0'.repeat(11)}1', 'new', 9)`,
    )
    expect(await refusalOf(lab.run(`update ${relation} set twice = 7`))).toMatch(/permission denied/)
    for (const definition of [null, { formula: of(twice) }, { formula: { number: 1 } }])
      expect(await refusalOf(lab.make('change_formula', { field: twice, definition }))).toBe('field_changing')
    expect(await refusalOf(lab.step(twice, 'integer'))).toBe('field_changing')
    await lab.change(twice, 'text')
    const values = await lab.all(relation)
    expect(values).toMatchObject({ 1: '2000000', 2: null, new: '18', 3: '6', [many]: String(2 * many) })
    expect(Object.values(values).filter((value) => value === null)).toHaveLength(1)
    expect(await lab.unsettled()).toBe(0)
  })

  test('given up, it is what it was, on both ways', async () => {
    const { table, relation, twice, price } = await lab.sums(many)
    const field = await lab.fieldNow(table, twice)
    await lab.step(twice, 'text')
    await lab.step(twice, 'text')
    await lab.make('cancel_type_change', { field: twice })
    expect(await lab.fieldNow(table, twice)).toEqual(field)
    await lab.run(`update ${relation} set price = 4 where name = '1'`)
    expect(await lab.all(relation)).toMatchObject({ 1: 8 })
    const { kept } = await lab.change(twice, 'text')
    await lab.make('set_field_rules', { field: twice, rules: { maxLength: 20 }, keep: true })
    await lab.make('update_field', { field: twice, changes: { default: { kind: 'value', value: 'none' } } })
    const plain = await lab.fieldNow(table, twice)
    expect(await lab.step(twice, 'number', kept)).toMatchObject({ done: 0, field: null })
    expect(await lab.step(twice, 'number', kept)).toMatchObject({ done: limits.rowsPerStep, field: null })
    expect(await lab.fieldNow(table, twice)).toMatchObject({ type: 'text', changing: { type: 'number' } })
    // Nobody writes it, and it shows what they wrote.
    expect(await refusalOf(lab.run(`update ${relation} set twice = '7'`))).toMatch(/permission denied/)
    await lab.run(`insert into ${relation} (name, price) values ('new', 9)`)
    expect(await lab.all(relation)).toMatchObject({ 1: '8', new: null })
    // What it will be computed by is needed, and so is what that reads.
    const name = 'Twice'
    expect(
      await refusalOf(lab.make('empty_trash', { base: world.base, item: kept, confirm_name: name })),
    ).toBe('field_changing')
    expect(await refusalOf(lab.make('restore_field', { field: kept }))).toBe('field_changing')
    expect(await refusalOf(lab.make('delete_field', { field: price }))).toBe('used_by_rule')
    expect(
      await refusalOf(lab.make('set_field_grant', { role: world.role, field: price, access: 'hidden' })),
    ).toBe('used_by_rule')
    await lab.make('cancel_type_change', { field: twice })
    expect(await lab.fieldNow(table, twice)).toEqual(plain)
    await lab.run(`update ${relation} set twice = 'mine', price = 5 where name = '1'`)
    await lab.run(`insert into ${relation} (name) values ('newer')`)
    expect(await lab.all(relation)).toMatchObject({ 1: 'mine', newer: 'none' })
    expect(await refusalOf(lab.run(`update ${relation} set twice = repeat('x', 21)`))).toMatch(
      'twice__maxLength',
    )
    await lab.step(twice, 'number', kept)
    await lab.run(`update ${relation} set price = 6 where name = '1'`)
    // Who goes on with it does not know what it comes from.
    const { field: last } = await lab.change(twice, 'number')
    expect(last).toEqual({ ...field, position: expect.anything() })
    expect(await lab.all(relation)).toMatchObject({ 1: 12, new: 18, newer: null, [many]: 2 * many })
    expect(await lab.unsettled()).toBe(0)
  })
})

describe('while it is under way in a large table', () => {
  const many = 2_100
  const base = () => ({ base: world.base })
  /** A choice, and a field that shows that of the one record which is linked. */
  async function choices() {
    const option = (id: string, label: string) => ({ id, label, hue: 'blue' })
    const options = { options: [option('a', 'Apple'), option('b', 'Berry'), option('z', 'Zebra')] }
    const items = await matrix.table([
      fieldOf('Name', 'text'),
      fieldOf('Fruit', 'single_select', options as Json),
    ])
    const fruit = items.fields[1]!.id
    const table = await matrix.table([fieldOf('Name', 'text')])
    const link = await matrix.addField(table, {
      name: 'Items',
      type: 'link',
      options: { target: items.id, single: true },
    })
    await h.db.sql.unsafe(
      `insert into data.${table.relation} (name) select g from generate_series(1, ${many}) as g`,
    )
    const rolled = (name: string, function_: string, field: string) =>
      lab.addComputed(table, name, { rollup: { link: link.id, function: function_, field } })
    const { id: first } = await rolled('First', 'first', fruit)
    const [item, record] = [uuidV7() as string, uuidV7() as string]
    await matrix.make(items, item, { [fruit]: 'a' })
    await matrix.make(table, record, { [table.fields[0]!.id]: 'order', [link.id]: { link: [item] } })
    const rename = (field: string, label: string) =>
      lab.make('update_field', {
        field,
        changes: { options: { options: [option('a', label), ...options.options.slice(1)] } },
      })
    return { items, table, fruit, first, rolled, rename, relation: `data.${table.relation}` }
  }

  test('a table that goes to the trash comes back with what it had, in another time zone too', async () => {
    const { table, relation, twice } = await lab.sums(many)
    const field = await lab.fieldNow(table, twice)
    const { kept } = await lab.change(twice, 'text')
    await lab.run(`update ${relation} set twice = 'mine' where name = '1'`)
    const plain = await lab.fieldNow(table, twice)
    await lab.step(twice, 'number', kept)
    await lab.make('delete_table', { table: table.id })
    await lab.make('empty_trash', { ...base(), item: kept, confirm_name: 'Twice' })
    await lab.make('restore_table', { table: table.id })
    expect([await lab.fieldNow(table, twice), await lab.unsettled()]).toEqual([plain, 0])
    await lab.run(`update ${relation} set twice = 'yours' where name = '2'`)
    expect(await lab.all(relation)).toMatchObject({ 1: 'mine', 2: 'yours' })
    const again = await lab.addComputed(table, 'Again', {
      formula: call('*', of(table.fields[1]!.id), { number: 2 }),
    })
    await lab.step(again.id, 'text')
    await lab.make('delete_table', { table: table.id })
    await lab.make('update_base', { ...base(), changes: { timeZone: 'Asia/Tokyo' } })
    await lab.make('restore_table', { table: table.id })
    await lab.make('update_base', { ...base(), changes: { timeZone: 'Europe/Vienna' } })
    expect(await lab.fieldNow(table, again.id)).toMatchObject({
      type: field.type,
      formula: expect.anything(),
    })
    await lab.run(`update ${relation} set price = 7 where name = '1'`)
    expect(await lab.all(relation, 'again')).toMatchObject({ 1: 14, 3: 6 })
    expect(await lab.unsettled()).toBe(0)
  })

  test('options that it tells stay as they are, on both ways', async () => {
    const { fruit, first, rename, relation, table } = await choices()
    const merge = { field: fruit, from: ['b'], into: 'z', after: null }
    await lab.step(first, 'multi_select')
    expect(await refusalOf(rename(fruit, 'Avocado'))).toBe('field_changing')
    expect(await refusalOf(lab.make('merge_options', merge))).toBe('field_changing')
    await lab.make('cancel_type_change', { field: first })
    await rename(fruit, 'Avocado')
    const { kept } = await lab.change(first, 'single_select')
    await rename(first, 'Mine')
    await lab.run(`update ${relation} set first = 'z' where name = 'order'`)
    const plain = await lab.fieldNow(table, first)
    await lab.step(first, 'single_select', kept)
    expect(await refusalOf(rename(fruit, 'Apple'))).toBe('field_changing')
    await lab.make('cancel_type_change', { field: first })
    expect(await lab.fieldNow(table, first)).toEqual(plain)
    await rename(fruit, 'Apple')
    expect(await lab.fieldNow(table, first)).toEqual(plain)
    await lab.make('merge_options', merge)
    const { field } = await lab.change(first, 'single_select', kept)
    expect(field.options).toMatchObject({ options: [{ label: 'Apple' }, { label: 'Zebra' }] })
  })

  test('what it is computed from is not changed in another table, whatever else is computed here', async () => {
    const { items, fruit, rolled, table } = await choices()
    const isA = (option: string) => ({ formula: call('=', of(fruit), { field: fruit, option } as Json) })
    const { id: chosen } = await lab.addComputed(items, 'Is it', isA('a'))
    const any = await rolled('Any', 'any', chosen)
    const other = await lab.make<Made>('create_field', {
      table: table.id,
      definition: { id: uuidV7(), name: 'Other', formula: { number: 1 } },
    })
    expect(other.changing).toBeDefined()
    await lab.step(any.id, 'text')
    const changed = { field: chosen, definition: isA('b') }
    expect(await refusalOf(lab.make('change_formula', changed))).toBe('field_changing')
    await lab.make('cancel_type_change', { field: any.id })
    await lab.make('change_formula', changed)
    await lab.compute(other.id)
  })
  test('unique values that are the same by the end hold for new and changed ones', async () => {
    const { relation, twice } = await lab.sums(many)
    const { kept } = await lab.change(twice, 'text')
    await lab.make('set_field_rules', { field: twice, rules: { unique: true }, keep: false })
    const back = await lab.change(twice, 'number', kept)
    await lab.step(twice, 'text', back.kept)
    await lab.step(twice, 'text', back.kept)
    await lab.run(`update ${relation} set price = 7777 where name in ('1', '2')`)
    const { field } = await lab.change(twice, 'text', back.kept)
    expect(field.rules).toEqual({ unique: true, newOnly: ['unique'] })
    expect(await lab.all(relation)).toMatchObject({ 1: '15554', 2: '15554', 3: '6' })
    expect(await refusalOf(lab.run(`update ${relation} set twice = '6' where name = '1'`))).toMatch(/unique/)
  })

  test('nothing has to be written into what is to be computed again', async () => {
    const { relation, twice, table } = await lab.sums(many)
    const { kept } = await lab.change(twice, 'text')
    await lab.make('set_field_rules', { field: twice, rules: { required: true, unique: true }, keep: true })
    const plain = await lab.fieldNow(table, twice)
    await lab.step(twice, 'number', kept)
    await lab.run(`insert into ${relation} (name, price) values ('new', 1)`)
    await lab.make('cancel_type_change', { field: twice })
    expect(await lab.fieldNow(table, twice)).toEqual({
      ...plain,
      rules: { required: true, unique: true, newOnly: ['required'] },
    })
    expect(await refusalOf(lab.run(`insert into ${relation} (name) values ('newer')`))).toMatch(/required/)
    expect(await refusalOf(lab.run(`update ${relation} set twice = '4' where name = '1'`))).toMatch(/unique/)
    await lab.make('set_field_rules', { field: twice, rules: {}, keep: true })
  })

  test('its formula comes back beside it where somebody is kept from what it became', async () => {
    const { relation, twice } = await lab.sums()
    await lab.run(`insert into ${relation} (name, price) values ('a', 1)`)
    const { kept } = await lab.change(twice, 'text')
    await lab.make('set_field_grant', { role: world.role, field: twice, access: 'hidden' })
    const { field } = await lab.make<Step>('restore_field', { field: kept })
    expect(field).toMatchObject({ id: kept, formula: expect.anything() })
    expect(await lab.all(relation, field!.column)).toEqual({ a: 2 })
  })
})
