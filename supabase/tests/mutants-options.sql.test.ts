/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** What fields may be told to be: options, defaults, other types, and merged options, each refused where no other check refuses it. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createBase,
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  refusedFor,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type Args, type Case, refusalsOf, toldTo } from './refusals.ts'

let h: Harness
let world: World
let table: TestTable
/** With more records than are changed at once. */
let large: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await createFullTable(h, world)
  large = await createFullTable(h, world, 'Large')
  await h.db.sql.unsafe(`insert into data.${large.relation} (title) select 'x' from generate_series(1, 2100)`)
}, 60_000)
afterAll(() => h.db.stop())

const field = (name: string, of = table) => of.fields.find((one) => one.name === name)!.id
const told = (call: string, args: Args, who = world.creator) => toldTo(h, who, call, args)
const make = <T = Json>(call: string, args: Args, who = world.creator) => h.rpc<T>(who, call, args)
const add = (of: TestTable, definition: object) =>
  make<{ id: string; column: string }>('create_field', {
    table: of.id,
    definition: { id: uuidV7(), ...definition },
  })
const today = { formula: { call: 'today', args: [] } }
const taken = ['taken', undefined]
let count = 0
const plain = () => createFullTable(h, world, `Table ${(count += 1)}`)
const merge = (from: string[], into: string | null, id = field('Level')) => ({
  field: id,
  from,
  into,
  after: null,
})
/** A table of which a field is on its way to another type. */
async function changing(name: string, type: string): Promise<string> {
  const id = field(name, large)
  await make('change_type', { field: id, type, options: {} })
  return id
}
const giveUp = (id: string) => make('cancel_type_change', { field: id })

describe('options', () => {
  const of = (type: Parameters<typeof fieldOf>[1], options: Json) => ({
    definition: fieldOf('New', type, options),
  })
  test.each<[string, Parameters<typeof fieldOf>[1], Json[], string]>([
    ['ratings', 'rating', [{ max: 11 }, { max: 0 }, { max: 2.5 }, { max: 'x' }], 'max'],
    ['currencies', 'currency', [{ currency: 'eur' }, { currency: 'EURO' }, { currency: '' }], 'currency'],
    ['durations', 'duration', [{ unit: 'hour' }, { unit: '' }], 'unit'],
    [
      'autonumbers',
      'autonumber',
      [
        { prefix: 'x'.repeat(21) },
        { prefix: 'a\u202eb' },
        { digits: 'x' },
        { digits: 0 },
        { digits: 13 },
        { digits: 100 },
      ],
      'prefix',
    ],
  ])('of %s are refused when there is none such', async (_, type, bad, rule) => {
    const cases = bad.map((options): Case => [of(type, options), 'invalid_input', rule])
    const { told: answers, expected } = await refusalsOf(
      h,
      world.creator,
      'create_field',
      { table: table.id },
      cases,
    )
    expect(answers).toEqual(expected)
  })

  test('of a rating let through what they allow, and no more', async () => {
    const of = await plain()
    const stars = of.fields.find(({ name }) => name === 'Stars')!
    const insert = (n: number) =>
      h.db.sql.unsafe(`insert into data.${of.relation} (${stars.column}) values (${n})`)
    await make('update_field', { field: stars.id, changes: { options: { max: 8 } } })
    await insert(8)
    expect(await told('update_field', { field: stars.id, changes: { options: { max: 3 } } })).toEqual([
      'invalid_input',
      'option_in_use',
    ])
    await make('update_field', { field: stars.id, changes: { options: { max: 9 } } })
    await insert(9)
  })

  test('of money keep the digits that the sums have', async () => {
    const of = await plain()
    const change = { field: field('Price', of), changes: { options: { currency: 'JPY' } } }
    await h.db.sql.unsafe(`insert into data.${of.relation} (price) values (1250)`)
    expect(await told('update_field', change)).toEqual(['invalid_input', 'currency_digits'])
    expect(await told('update_field', { ...change, changes: { options: { currency: 'USD' } } })).toEqual(
      taken,
    )
  })

  test('are no text, and name those of a choice', async () => {
    const cases: Case[] = [
      [{ changes: 'x' }, 'invalid_input', 'changes'],
      [{ changes: null }, 'invalid_input', 'changes'],
      [{ changes: { options: 'x' } }, 'invalid_input', 'options'],
      [{ changes: { options: {} } }, 'invalid_input', 'options'],
      [{ changes: { name: 'title' } }, 'name_taken'],
    ]
    const good = { field: field('Level') }
    const { told: answers, expected } = await refusalsOf(h, world.creator, 'update_field', good, cases)
    expect(answers).toEqual(expected)
    // A field without a choice has none to name.
    expect(await told('update_field', { field: field('Ratio'), changes: { options: 'x' } })).toEqual([
      'invalid_input',
      'options',
    ])
  })

  test('are added as one with a label, to a choice', async () => {
    const cases: Case[] = [
      [{ option: null }, 'invalid_input', 'options'],
      [{ option: 'top' }, 'invalid_input', 'options'],
      [{ option: [] }, 'invalid_input', 'options'],
      [{ option: { id: 'top', label: 'low', hue: 'red' } }, 'name_taken'],
      [
        { field: field('Title'), option: { id: 'top', label: 'Top', hue: 'red' } },
        'invalid_input',
        'options',
      ],
    ]
    const good = { field: field('Level') }
    const { told: answers, expected } = await refusalsOf(h, world.creator, 'add_option', good, cases)
    expect(answers).toEqual(expected)
  })
})

describe('names', () => {
  test('are not those of fields on read, whatever gets them', async () => {
    const of = await plain()
    const day = await add(of, { name: 'Day on read', ...today })
    const again = { id: uuidV7(), name: 'day on READ' }
    const cases: Case[] = [
      [{ definition: { ...again, type: 'text', options: {} } }, 'name_taken'],
      [{ definition: { ...again, ...today } }, 'name_taken'],
      [{ definition: { ...again, formula: { field: field('Count', of) } } }, 'name_taken'],
      [{ definition: { ...today, id: uuidV7(), name: 'TITLE' } }, 'name_taken'],
      // Nor are ids.
      [{ definition: { ...today, id: null, name: 'New' } }, 'invalid_input', 'id'],
      [{ definition: { ...today, id: day.id, name: 'New' } }, 'invalid_input', 'id'],
      [{ definition: { ...today, id: field('Title', of), name: 'New' } }, 'invalid_input', 'id'],
      [
        { definition: { ...today, id: uuidV7(), name: 'New', default: { kind: 'today' } } },
        'invalid_input',
        'default',
      ],
      [{ definition: { ...fieldOf('New', 'text'), id: day.id } }, 'invalid_input', 'id'],
    ]
    const { told: answers, expected } = await refusalsOf(
      h,
      world.creator,
      'create_field',
      { table: of.id },
      cases,
    )
    expect(answers).toEqual(expected)
    const other = await add(of, { name: 'Other', ...today })
    for (const [id, name] of [
      [field('Title', of), 'Day on read'],
      [other.id, 'day on read'],
      [other.id, 'title'],
    ] as const)
      await expect(make('update_field', { field: id, changes: { name } })).rejects.toMatchObject({
        code: 'name_taken',
        details: `{"table": "${of.id}"}`,
      })
    // Their own they keep.
    expect(await told('update_field', { field: day.id, changes: { name: 'Day on read' } })).toEqual(taken)
    expect(await told('update_field', { field: other.id, changes: { name: 'Another' } })).toEqual(taken)
  })

  test('of what is computed go without a default', async () => {
    const of = await plain()
    const twice = { formula: { call: '*', args: [{ field: field('Count', of) }, { number: 2 }] } }
    const { id } = await add(of, { name: 'Twice', ...twice })
    const value = { kind: 'value', value: 5 }
    expect(await told('update_field', { field: id, changes: { default: value } })).toEqual([
      'invalid_input',
      'default',
    ])
    const day = await add(of, { name: 'Today', ...today })
    const cases: Case[] = [
      [{ changes: { default: { kind: 'today' } } }, 'invalid_input', 'default'],
      [{ changes: null }, 'invalid_input', 'changes'],
      [{ changes: [] }, 'invalid_input', 'changes'],
    ]
    const { told: answers, expected } = await refusalsOf(
      h,
      world.creator,
      'update_field',
      { field: day.id },
      cases,
    )
    expect(answers).toEqual(expected)
  })
})

describe('defaults', () => {
  test('are values of their field', async () => {
    const bad: [string, Json][] = [
      ['Count', { kind: 'value', value: 'x' }],
      ['Count', { kind: 'value', value: null }],
      ['Count', { kind: 'today' }],
      ['Count', {}],
      ['Title', { kind: 'value', value: '' }],
      ['Tags', { kind: 'value', value: [] }],
      ['State', { kind: 'value', value: 'low' }],
      ['Owner', { kind: 'value', value: world.editor.id }],
    ]
    for (const [name, value] of bad)
      expect([
        name,
        value,
        ...(await told('update_field', { field: field(name), changes: { default: value } })),
      ]).toEqual([name, value, 'value_invalid', 'default'])
    const unknown = { field: field('Level'), changes: { default: { kind: 'value', value: 'none' } } }
    expect(await told('update_field', unknown)).toEqual(['option_unknown', 'default'])
    const good = { kind: 'value', value: 7 }
    expect(await told('update_field', { field: field('Count'), changes: { default: good } })).toEqual(taken)
  })

  test('are not taken from what is on its way to another type', async () => {
    const id = await changing('Ratio', 'text')
    for (const changes of [{ options: { decimals: 3 } }, { default: { kind: 'value', value: 1 } }])
      expect(await told('update_field', { field: id, changes })).toEqual(['field_changing', undefined])
    await giveUp(id)
  })
})

describe('tables', () => {
  test('are made with an id of their own, and fields that are no links', async () => {
    const one = [fieldOf('A', 'text')]
    const definition = (change: Record<string, Json>) => ({
      definition: { id: uuidV7(), name: 'New', fields: one, ...change } as Json,
    })
    const cases: Case[] = [
      [definition({ id: null }), 'invalid_input', 'id'],
      [definition({ id: 'x' }), 'invalid_input', 'id'],
      [definition({ id: table.id }), 'invalid_input', 'id'],
      [definition({ fields: [] }), 'invalid_input', 'fields'],
      [definition({ fields: {} }), 'invalid_input', 'fields'],
      [definition({ fields: 'x' }), 'invalid_input', 'fields'],
      [definition({ fields: [...one, fieldOf('B', 'link', { target: table.id })] }), 'invalid_input', 'type'],
    ]
    const { told: answers, expected } = await refusalsOf(
      h,
      world.creator,
      'create_table',
      { base: world.base },
      cases,
    )
    expect(answers).toEqual(expected)
  })

  test('keep their last field', async () => {
    const definition = { id: uuidV7(), name: 'Single', fields: [fieldOf('A', 'text')] }
    const single = await make<TestTable>('create_table', { base: world.base, definition })
    expect(await told('delete_field', { field: single.fields[0]!.id })).toEqual([
      'invalid_input',
      'last_field',
    ])
  })
})

describe('another type', () => {
  test('is one that values can become', async () => {
    const twice = { formula: { call: '*', args: [{ field: field('Count') }, { number: 2 }] } }
    const computed = await add(table, { name: 'Twice', ...twice })
    const of = await plain()
    const hidden = field('Count', of)
    await make('set_field_grant', { role: world.role, field: hidden, access: 'hidden' })
    for (const call of ['change_type', 'preview_type_change']) {
      const { told: answers, expected } = await refusalsOf(h, world.creator, call, { options: {} }, [
        [{ field: field('Files'), type: 'checkbox' }, 'invalid_input', 'type'],
        [{ field: field('Count'), type: null }, 'invalid_input', 'type'],
        [{ field: field('Count'), type: 'serial' }, 'invalid_input', 'type'],
        [{ field: computed.id, type: 'link' }, 'invalid_input', 'type'],
        [{ field: hidden, type: 'text' }, 'field_hidden', 'type'],
      ])
      expect(answers).toEqual(expected)
    }
  })

  test('goes on as it began, and not otherwise', async () => {
    const id = await changing('Count', 'text')
    expect(await told('change_type', { field: id, type: 'number', options: {} })).toEqual([
      'field_changing',
      undefined,
    ])
    const kept = { field: id, type: 'text', options: {}, kept: uuidV7() }
    expect(await told('change_type', kept)).toEqual(['field_changing', undefined])
    const twice = { formula: { call: '*', args: [{ field: field('Share', large) }, { number: 2 }] } }
    expect(await told('change_type', { field: id, type: 'text', options: {} })).toEqual(taken)
    // A formula that is computed anew changes no type.
    const computed = await add(large, { name: 'Twice', ...twice })
    expect(await told('change_type', { field: computed.id, type: 'number', options: {} })).toEqual([
      'field_changing',
      undefined,
    ])
    expect(await told('change_type', { field: computed.id, type: 'text', options: {} })).toEqual([
      'field_changing',
      undefined,
    ])
    await giveUp(computed.id)
    await giveUp(id)
  })

  test('goes back to what it was, by the values that were kept', async () => {
    const of = await plain()
    const id = field('Count', of)
    const change = (type: string, kept?: string) => ({
      field: id,
      type,
      options: {},
      ...(kept ? { kept } : {}),
    })
    const { kept } = await make<{ kept: string }>('change_type', change('text'))
    expect(await told('change_type', change('integer', uuidV7()))).toEqual(['values_gone', undefined])
    expect(await told('change_type', change('number', kept))).toEqual(['invalid_input', 'type'])
    const later = await make<{ kept: string }>('change_type', change('long_text'))
    expect(await told('change_type', change('integer', kept))).toEqual(['invalid_input', 'type'])
    await make('set_field_grant', { role: world.role, field: id, access: 'hidden' })
    expect(await told('change_type', change('text', later.kept))).toEqual(['field_hidden', 'type'])
    await make('set_field_grant', { role: world.role, field: id, access: null })
    await make('bring_back_field', { field: id })
    expect(await told('change_type', change('text', later.kept))).toEqual(taken)
    expect(await told('change_type', change('integer', kept))).toEqual(taken)
  })

  test('is not given up of numbers that are being given', async () => {
    const numbered = await add(large, fieldOf('Numbered', 'autonumber'))
    expect(await told('cancel_type_change', { field: numbered.id })).toEqual(['field_changing', undefined])
    await make('change_type', { field: numbered.id, type: 'autonumber', options: {} })
    expect(await told('cancel_type_change', { field: numbered.id })).toEqual(taken)
  })

  test('is not begun, copied or deleted twice at once', async () => {
    const done = await make<{ merge: string }>('merge_options', merge(['high'], 'mid', field('Level', large)))
    const id = await changing('Level', 'text')
    expect(await told('delete_field', { field: id })).toEqual(['field_changing', undefined])
    const copy = { field: id, copy: uuidV7(), name: 'Copy', with_values: true }
    expect(await told('duplicate_field', copy)).toEqual(['field_changing', undefined])
    expect(await told('set_field_grant', { role: world.role, field: id, access: 'hidden' })).toEqual([
      'field_changing',
      undefined,
    ])
    expect(await told('merge_options', { field: id, from: ['low'], into: 'mid', after: null })).toEqual([
      'field_changing',
      undefined,
    ])
    expect(await told('unmerge_options', { merge: done.merge, after: null })).toEqual([
      'field_changing',
      undefined,
    ])
    const columns = { fields: [id], mode: 'append', key: null, file_name: 'a.csv' }
    expect(await told('begin_import', { import: uuidV7(), table: large.id, ...columns })).toEqual([
      'field_changing',
      undefined,
    ])
    await giveUp(id)
  })
})

describe('merging', () => {
  test('makes one option of others that are there', async () => {
    const { told: answers, expected } = await refusalsOf(
      h,
      world.creator,
      'merge_options',
      merge(['low'], 'mid'),
      [
        [{ from: [] }, 'invalid_input', 'options'],
        [{ from: null }, 'invalid_input', 'options'],
        [{ into: null }, 'invalid_input', 'options'],
        [{ into: 'low' }, 'invalid_input', 'options'],
        [{ into: 'none' }, 'invalid_input', 'options'],
        [{ from: ['none'] }, 'invalid_input', 'options'],
        [{ field: field('State') }, 'invalid_input', 'options'],
      ],
    )
    expect(answers).toEqual(expected)
  })

  test('leaves options that something looks at', async () => {
    const of = await plain()
    const level = field('Level', of)
    const rule = { call: '=', args: [{ field: level }, { field: level, option: 'low' }] }
    const isLow = { id: uuidV7(), name: 'Is low', message: 'No', rule }
    await make('save_table_rule', { table: of.id, rule: isLow.id, definition: isLow, keep: true })
    expect(await told('merge_options', merge(['low'], 'mid', level))).toEqual(['used_by_rule', isLow.id])
    const merged = make('merge_options', merge(['low'], 'mid', level))
    expect((await refusedFor(merged))['needed']).toEqual({ kind: 'rule', name: 'No' })
    expect(await told('merge_options', merge(['high'], 'mid', level))).toEqual(taken)
  })

  test('is taken back where it was one, of an option that is there', async () => {
    const of = await plain()
    const level = field('Level', of)
    const done = await make<{ merge: string }>('merge_options', merge(['low'], 'mid', level))
    expect(await told('unmerge_options', { merge: uuidV7(), after: null })).toEqual(['not_found', undefined])
    await make('merge_options', merge(['mid'], 'high', level))
    expect(await told('unmerge_options', { merge: done.merge, after: null })).toEqual([
      'not_found',
      undefined,
    ])
    // States are not merged, of whatever options they were made.
    const tags = field('Tags', of)
    const second = await make<{ merge: string }>('merge_options', merge(['low'], 'mid', tags))
    await make('change_type', { field: tags, type: 'single_select', options: {} })
    await make('change_type', { field: tags, type: 'status', options: {} })
    expect(await told('unmerge_options', { merge: second.merge, after: null })).toEqual([
      'not_found',
      undefined,
    ])
  })
})

describe('values that are too long for an index', () => {
  test('are told when one is asked for', async () => {
    const of = await plain()
    const title = field('Title', of)
    // Of characters of three bytes each, in no order that would make them less.
    const long = Array.from({ length: 2_000 }, () =>
      String.fromCharCode(0x4e00 + Math.floor(Math.random() * 20_000)),
    )
    await h.db.sql.unsafe(`insert into data.${of.relation} (title) values ('${long.join('')}')`)
    const rules = { field: title, rules: { unique: true }, keep: false }
    expect(await told('set_field_rules', rules)).toEqual(['rule_broken', 'keyLength'])
    expect(await told('create_view_index', { field: title })).toEqual(['limit_exceeded', 'index'])
  })
})

describe('elsewhere', () => {
  test('no role of another base gets rights here, and no rights that there are not', async () => {
    const base = await createBase(h, world.owner, world.workspace, 'Second')
    const role = uuidV7()
    await make('save_role', { base, role, changes: { name: 'Elsewhere' } }, world.owner)
    const grant = { role: world.role, field: field('Count'), access: 'read' }
    const { told: answers, expected } = await refusalsOf(h, world.creator, 'set_field_grant', grant, [
      [{ role }, 'not_found'],
      [{ access: 'all' }, 'invalid_input', 'access'],
      [{ field: uuidV7() }, 'not_found'],
    ])
    expect(answers).toEqual(expected)
  })
})
