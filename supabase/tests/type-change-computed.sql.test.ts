/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Fields that are computed become ones that people write, with the values that they show, and are computed again. */
import { targetsOf, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { computed } from './every-type/computed.ts'
import type { Matrix } from './every-type/matrix.ts'
import { fieldOf, type Harness, type Json, refusalOf, type World } from './harness.ts'
import { ComputedLab, call, of, type Step } from './type-computed-lab.ts'

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

describe.each(computed)('$name', ({ stage: build }) => {
  test('becomes each type as a field of plain values does, and is computed again', async () => {
    const stage = await build(matrix)
    const field = await lab.fieldNow(stage.table, stage.field)
    const targets = targetsOf(field as never).filter((target) => target !== field.type)
    const values = await lab.shown(stage)
    const asComputed: Json[] = []
    for (const target of targets) {
      const there = await lab.change(stage.field, target)
      expect(there.field).toMatchObject({ type: target, column: field.column, default: null })
      expect([there.field.formula, there.field.rollup]).toEqual([undefined, undefined])
      asComputed.push((await lab.shown(stage)) as Json)
      const back = await lab.change(stage.field, field.type, there.kept)
      expect(back.field).toEqual(field)
      expect(await lab.shown(stage)).toEqual(values)
      if (target !== targets[0]) continue
      // And there again, by what it was there.
      const again = await lab.change(stage.field, target, back.kept)
      expect(await lab.shown(stage)).toEqual(asComputed.at(-1))
      await lab.change(stage.field, field.type, again.kept)
    }
    const kept = await lab.change(stage.field, field.type)
    expect(kept.field).toMatchObject({ type: field.type, options: field.options })
    expect(await lab.shown(stage)).toEqual(values)
    const asPlain: Json[] = []
    for (const target of targets) {
      const there = await lab.change(stage.field, target)
      asPlain.push((await lab.shown(stage)) as Json)
      await lab.change(stage.field, field.type, there.kept)
    }
    expect(asComputed).toEqual(asPlain)
    expect(await lab.unsettled()).toBe(0)
  })
})

describe('what people write from then on', () => {
  test('is theirs: nothing computes it, and no part of the formula is left', async () => {
    const { table, relation, twice } = await lab.sums()
    await lab.run(`insert into ${relation} (name, price) values ('a', 1), ('b', null)`)
    expect(await refusalOf(lab.run(`update ${relation} set twice = 7`))).toMatch(/permission denied/)
    const { field } = await lab.change(twice, 'number')
    expect(field).toMatchObject({ id: twice, name: 'Twice', type: 'number', rules: {} })
    expect(await lab.triggersOf(table)).toEqual([])
    await lab.run(`update ${relation} set price = 10`)
    await lab.run(`insert into ${relation} (name, price) values ('c', 3)`)
    await lab.run(`update ${relation} set twice = 70 where name = 'b'`)
    expect(await lab.all(relation)).toEqual({ a: 2, b: 70, c: null })
    await lab.make('set_field_rules', { field: twice, rules: { min: 1 }, keep: true })
    expect(await refusalOf(lab.run(`update ${relation} set twice = 0`))).toMatch('twice__min')
    await lab.run(`update ${relation} set twice = 7`, world.viewer)
    expect(await lab.all(relation)).toMatchObject({ a: 2, b: 70 })
  })

  test('goes to the trash when it is computed again, and comes from there when that is taken back', async () => {
    const { relation, twice } = await lab.sums()
    await lab.run(`insert into ${relation} (name, price) values ('a', 1), ('b', 2), ('c', 3)`)
    const { kept } = await lab.change(twice, 'text')
    await lab.run(`update ${relation} set twice = 'mine' where name = 'b'`)
    await lab.run(`update ${relation} set price = 30 where name = 'c'`)
    await lab.run(`insert into ${relation} (name, price) values ('d', 4)`)
    await lab.make('set_field_rules', { field: twice, rules: { required: true, unique: true }, keep: true })
    await lab.make('update_field', { field: twice, changes: { default: { kind: 'value', value: 'none' } } })
    const back = await lab.change(twice, 'number', kept)
    expect(back.field).toMatchObject({ type: 'number', rules: {}, default: null, formula: expect.anything() })
    expect(await lab.all(relation)).toEqual({ a: 2, b: 4, c: 60, d: 8 })
    await lab.run(`insert into ${relation} (name, price) values ('e', 5)`)
    await lab.run(`update ${relation} set price = 20 where name = 'b'`)
    expect(await lab.all(relation)).toMatchObject({ b: 40, e: 10 })
    expect(await refusalOf(lab.run(`update ${relation} set twice = 7`))).toMatch(/permission denied/)
    // What was computed anew since is converted, what was not has what was written.
    const again = await lab.change(twice, 'text', back.kept)
    expect(again.field).toMatchObject({ rules: { required: true, unique: true }, default: { value: 'none' } })
    expect(await lab.all(relation)).toEqual({ a: '2', b: '40', c: '6', d: null, e: '10' })
  })

  test('stays where the formula is restored beside it', async () => {
    const { table, relation, twice } = await lab.sums()
    await lab.run(`insert into ${relation} (name, price) values ('a', 1)`)
    const { kept } = await lab.change(twice, 'text')
    const line = (await lab.make<{ id: string }[]>('base_trash', { base: world.base })).find(
      ({ id }) => id === kept,
    )
    expect(line).toMatchObject({ name: 'Twice', replaced: true, records: 0 })
    const { field } = await lab.make<Step>('restore_field', { field: kept })
    expect(field).toMatchObject({ name: 'Twice 2', type: 'number', formula: expect.anything() })
    await lab.run(`update ${relation} set price = 4`)
    expect(await lab.all(relation, field!.column)).toEqual({ a: 8 })
    expect(await lab.all(relation)).toEqual({ a: '2' })
    expect(await refusalOf(lab.step(twice, 'number', kept))).toBe('values_gone')
    expect(await lab.triggersOf(table)).toEqual(['plinth_values'])
  })
})

describe('is refused', () => {
  test('what is no type of it, and to whom does not shape the base', async () => {
    const { twice } = await lab.sums()
    for (const type of ['link', 'phone', 'attachment', 'autonumber', 'nothing', null])
      expect([type, await refusalOf(lab.step(twice, type as string))]).toEqual([type, 'invalid_input'])
    const { kept } = await lab.change(twice, 'text')
    const { editor, viewer, holder, member, outsider, anonymous } = world
    for (const person of [editor, viewer, holder, member, outsider, anonymous, null])
      expect(
        await refusalOf(h.rpc(person, 'change_type', { field: twice, type: 'number', options: {}, kept })),
      ).toMatch(/forbidden|not_found|permission denied|not_signed_in/)
    expect(await refusalOf(lab.step(twice, 'integer', kept))).toBe('invalid_input')
  })

  test('where something reads it: a formula, a rule, what is computed when it is read', async () => {
    const { table, twice } = await lab.sums()
    const add = (formula: Json) => lab.addComputed(table, 'More', { formula })
    for (const formula of [
      call('+', of(twice), { number: 1 }),
      call('+', of(twice), call('year', call('today'))),
    ]) {
      const { id } = await add(formula)
      expect(await refusalOf(lab.step(twice, 'number'))).toBe('used_by_rule')
      await lab.make('delete_field', { field: id })
    }
    const rule = call('>', of(twice), { number: 0 })
    await lab.make('set_grant', { role: world.role, table: table.id, action: 'read', scope: 'rules', rule })
    expect(await refusalOf(lab.step(twice, 'number'))).toBe('used_by_rule')
    await lab.make('set_grant', {
      role: world.role,
      table: table.id,
      action: 'read',
      scope: null,
      rule: null,
    })
    const { kept } = await lab.change(twice, 'number')
    const { id } = await add(call('+', of(twice), { number: 1 }))
    expect(await refusalOf(lab.step(twice, 'number', kept))).toBe('used_by_rule')
    await lab.make('delete_field', { field: id })
    await lab.change(twice, 'number', kept)
  })

  test('of what is computed when it is read: it has no values that could be kept', async () => {
    const { table } = await lab.sums()
    const late = { id: uuidV7() as string, name: 'Now', formula: call('today') }
    await lab.make('create_field', { table: table.id, definition: late })
    expect(await refusalOf(lab.step(late.id, 'text'))).toBe('not_found')
    expect(
      await refusalOf(lab.make('preview_type_change', { field: late.id, type: 'text', options: {} })),
    ).toBe('not_found')
  })

  test('to compute again by what is gone, kept from somebody, or of another type', async () => {
    const { price, twice, relation } = await lab.sums()
    await lab.run(`insert into ${relation} (name, price) values ('a', 1)`)
    const { kept } = await lab.change(twice, 'text')
    const refused = async (code: RegExp) => {
      expect(await refusalOf(lab.step(twice, 'number', kept))).toMatch(code)
      expect([await lab.all(relation), await lab.unsettled()]).toEqual([{ a: '2' }, 0])
      await lab.run(`update ${relation} set twice = '2'`)
    }
    await lab.make('set_field_grant', { role: world.role, field: price, access: 'hidden' })
    await refused(/expression_invalid|field_hidden/)
    await lab.make('set_field_grant', { role: world.role, field: price, access: null })
    const { kept: numbers } = await lab.change(price, 'checkbox')
    await refused(/expression_invalid/)
    await lab.change(price, 'number', numbers)
    await lab.make('delete_field', { field: price })
    await refused(/expression_invalid/)
    await lab.make('restore_field', { field: price })
    await lab.change(twice, 'number', kept)
    expect(await lab.all(relation)).toEqual({ a: 2 })
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
    const rolled = (name: string, function_: string, field: string) =>
      lab.addComputed(table, name, { rollup: { link: link.id, function: function_, field } })
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
    expect(await lab.triggersOf(items)).toEqual(['plinth_followed'])
    const { kept } = await lab.change(sum.id, 'integer')
    expect([await lab.triggersOf(items), await lab.triggersOf(table)]).toEqual([[], []])
    await lab.run(`update data.${items.relation} set price = price + 1`)
    expect(await order(relation, sum.column)).toBe('7')
    // What it summed up may go: nothing reads it any more.
    const back = await lab.change(sum.id, 'integer', kept)
    expect(back.field).toEqual(sum)
    expect(await order(relation, sum.column)).toBe('9')
    await lab.run(`update data.${items.relation} set price = 10`)
    expect(await order(relation, sum.column)).toBe('20')
    expect([await lab.triggersOf(items), await lab.triggersOf(table)]).toEqual([
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
    const { kept } = await lab.change(first.id, 'person')
    expect([await order(relation, first.column), await index()]).toEqual([world.editor.id, 1])
    await lab.run(`update ${relation} set ${first.column} = '${world.viewer.id}'`)
    expect(
      await refusalOf(lab.run(`update ${relation} set ${first.column} = '${world.outsider.id}'`)),
    ).toMatch('value_invalid')
    await lab.change(first.id, 'person', kept)
    expect([await order(relation, first.column), await index()]).toEqual([world.editor.id, 1])
    expect(await lab.triggersOf(table)).toEqual(['plinth_values'])
  })

  test('steps of both ways, and a change of what it reads in another table, come to an end one after the other', async () => {
    const { items, price, rolled, relation } = await orders(2_100)
    const times = (number: number) => ({ formula: call('*', of(price), { number }) })
    const twice = await lab.addComputed(items, 'Twice', times(2))
    const sum = await rolled('Sum', 'sum', twice.id)
    const { type } = sum
    await lab.step(sum.id, 'text')
    // Its own values are computed anew by this, at the end of it: not now.
    const thrice = { field: twice.id, definition: times(3) }
    expect(await refusalOf(lab.make('change_formula', thrice))).toBe('field_changing')
    const { kept } = await lab.change(sum.id, 'text')
    expect(await order(relation, sum.column)).toBe('14')
    await lab.make('change_formula', thrice)
    await lab.step(sum.id, type, kept)
    await lab.make('change_formula', { field: twice.id, definition: times(4) })
    await lab.run(`update data.${items.relation} set price = price + 1`)
    await lab.change(sum.id, type, kept)
    expect(Number(await order(relation, sum.column))).toBe(36)
    expect(await lab.unsettled()).toBe(0)
  })
})
