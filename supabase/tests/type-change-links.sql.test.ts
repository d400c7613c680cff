/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Fields that become links, and links that become something else: whom a text means, what is made, and what comes back. */
import { fieldTypeNames, limits, namesRecords, uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  fieldOf,
  gate,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type LinkCell, type LinkLab, linkLab } from './link-lab.ts'
import type { Step } from './type-lab.ts'

interface Preview {
  converts: number
  empties: number
  missing: number
  options: Json
  examples: [string, string][]
}

let h: Harness
let world: World
let lab: LinkLab
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
beforeEach(async () => {
  lab = await linkLab(h, world)
}, 60_000)
afterEach(async () => {
  const wrong = await lab.faults()
  for (const { id } of [lab.films, lab.people]) await make('delete_table', { table: id }).catch(() => null)
  await make('empty_trash', { base: world.base, item: null, confirm_name: 'Müller & Söhne' })
  const left = [...wrong, ...(await strays())]
  if (left.length > 0) throw new Error(JSON.stringify(left))
})
afterAll(() => h.db.stop())

const make = <T = Json>(call: string, args: Record<string, unknown>, who = world.creator) =>
  h.rpc<T>(who, call, args)
/** Links of nothing, and relations of no link. */
const strays = async () => [
  ...(await h.db.admin`select relation from plinth_private.link`),
  ...(await h.db.admin`select relname from pg_class where relname ~ '__l[0-9]+$' and relkind = 'r'`),
]
const kind = () => lab.films.fields[1]!.id
const preview = (options: Json, field = kind(), type = 'link') =>
  make<Preview>('preview_type_change', { field, type, options })
const step = (type: string, options: Json = {}, field = kind()) =>
  make<Step>('change_type', { field, type, options })
async function change(type: string, options: Json = {}, field = kind()): Promise<Step> {
  const done = await step(type, options, field)
  return done.field ? done : change(type, options, field)
}
async function back(type: string, kept: string | null, field = kind()): Promise<Step> {
  const done = await make<Step>('change_type', { field, type, options: {}, kept })
  return done.field ? done : back(type, kept, field)
}
const toPeople = (more: object = {}): Json => ({ target: lab.people.id, ...more })
const names = async (record: string, table: TestTable = lab.films, field = kind()) => {
  const cell = (await lab.cell(world.viewer, table, record, field)) as LinkCell | null
  return cell && cell.items.map(([, name]) => name)
}
const text = (record: string, field = kind()) =>
  lab.cell(world.viewer, lab.films, record, field) as Promise<unknown>
const film = (label: string, of: Json) => lab.make(lab.films, label, { [kind()]: of })
const people = async (...list: string[]) => {
  const ids: string[] = []
  for (const name of list) ids.push(await lab.make(lab.people, name))
  return ids
}
const allPeople = async () =>
  (await lab.rows(world.viewer, { table: lab.people.id })).map((row) => row[lab.people.fields[0]!.id])
const put = async (record: string, value: Json, field = kind()) =>
  expect(await lab.apply(world.editor, [lab.change(lab.films, record, field, value)])).toMatchObject([
    { status: 'ok' },
  ])
async function write(record: string, value: string | null, field = kind()): Promise<void> {
  const [row] = await h.db.admin`select column_name from plinth.field where id = ${field}`
  await h.as(world.editor, (tx) =>
    tx.unsafe(`update data.${lab.films.relation} set ${row!['column_name']} = $1 where id = $2`, [
      value,
      record,
    ]),
  )
}

describe('a text that becomes links', () => {
  test('is found by fields of the types that the app offers', async () => {
    for (const type of fieldTypeNames) {
      const [row] = await h.db.sql`
        select plinth_private.is_naming(jsonb_populate_record(f, jsonb_build_object('type', ${type}::text))) as naming
        from plinth.field as f where f.id = ${kind()}`
      expect([type, row!['naming']]).toEqual([type, namesRecords(type)])
    }
  })

  test('finds who is called so; one of whom nobody or two are called so leaves its cell empty', async () => {
    await people('Ada', 'Ben', 'Lee', 'Lee')
    const both = await film('Both', 'Ben, Ada')
    const none = await film('None', 'Ada, Cy')
    const twins = await film('Twins', 'Lee')
    const empty = await film('Empty', null)
    const told = await preview(toPeople())
    expect(told).toMatchObject({ converts: 1, empties: 2, missing: 1, options: { target: lab.people.id } })
    expect(told.examples).toEqual([[none, 'Ada, Cy'], [twins, 'Lee']]) // biome-ignore format: one line
    const { field } = await change('link', toPeople())
    expect(field).toMatchObject({ id: kind(), type: 'link', options: { target: lab.people.id } })
    expect(await Promise.all([both, none, twins, empty].map((one) => names(one)))).toEqual([
      ['Ben', 'Ada'],
      null,
      null,
      null,
    ])
    expect(await allPeople()).toHaveLength(4)
  })

  test('makes who is missing, each once, and none for a cell that stays empty', async () => {
    await people('Ada', 'Lee', 'Lee')
    const first = await film('First', 'Cy, Ada, Dee')
    const second = await film('Second', 'Dee')
    const third = await film('Third', 'Eve, Lee')
    expect(await preview(toPeople({ create: true }))).toMatchObject({ converts: 2, empties: 1, missing: 2 })
    await change('link', toPeople({ create: true }))
    expect(await Promise.all([first, second, third].map((one) => names(one)))).toEqual([
      ['Cy', 'Ada', 'Dee'],
      ['Dee'],
      null,
    ])
    expect((await allPeople()).toSorted()).toEqual(['Ada', 'Cy', 'Dee', 'Lee', 'Lee'])
    const [made] = await h.db.admin.unsafe(
      `select created_by from data.${lab.people.relation} where name = 'Cy'`,
    )
    expect(made!['created_by']).toBe(world.creator.id)
  })

  test('shows them on the other side too, where that is asked for', async () => {
    const [ada, ben] = await people('Ada', 'Ben')
    await film('One', 'Ada')
    const two = await film('Two', 'Ben, Ada')
    const pair = { id: uuidV7(), name: 'Films' }
    const { field } = await change('link', toPeople({ pair }))
    expect(field).toMatchObject({ options: { pair: pair.id } })
    expect(await names(ada!, lab.people, pair.id)).toEqual(['One', 'Two'])
    expect(await names(ben!, lab.people, pair.id)).toEqual(['Two'])
    const emptied = {
      id: uuidV7(),
      kind: 'update',
      table: lab.people.id,
      record: ben,
      base: { [pair.id]: null },
    }
    await lab.apply(world.editor, [{ ...emptied, values: { [pair.id]: { unlink: [two] } } }])
    expect(await names(two)).toEqual(['Ada'])
  })

  test('is one name where a cell holds one record, or the text is an option', async () => {
    await people('Müller, Hans', 'Hans')
    const one = await film('One', 'Müller, Hans')
    const quoted = await film('Quoted', '"Müller, Hans"')
    const two = await film('Two', 'Hans, Hans')
    expect(await preview(toPeople({ single: true }))).toMatchObject({ converts: 3, empties: 0 })
    await change('link', toPeople({ single: true }))
    expect(await Promise.all([one, quoted, two].map((each) => names(each)))).toEqual([
      ['Müller, Hans'],
      ['Müller, Hans'],
      ['Hans'],
    ])
    await change('text')
    expect([await text(one), await text(quoted)]).toEqual(['Müller, Hans', 'Müller, Hans'])
  })

  test('is looked up by another field, as keys are', async () => {
    const ada = await lab.make(lab.people, 'Ada', { [lab.people.fields[2]!.id]: 12 })
    const rank = lab.films.fields[2]!.id
    const one = await lab.make(lab.films, 'One', { [rank]: 12 })
    const other = await lab.make(lab.films, 'Other', { [rank]: 13 })
    const by = lab.people.fields[2]!.id
    expect(await preview(toPeople({ by }), rank)).toMatchObject({ converts: 1, empties: 1 })
    await change('link', toPeople({ by }), rank)
    expect((await lab.cell(world.viewer, lab.films, one, rank))?.items).toEqual([[ada, 'Ada']])
    expect(await lab.cell(world.viewer, lab.films, other, rank)).toBeNull()
  })

  test('may name records of its own table', async () => {
    const alien = await film('Alien', null)
    const aliens = await film('Aliens', 'Alien')
    await change('link', { target: lab.films.id })
    expect(await names(aliens)).toEqual(['Alien'])
    expect(await names(alien)).toBeNull()
  })

  test('is refused what could not be', async () => {
    const elsewhere = await make<TestTable>('create_table', {
      base: world.base,
      definition: { id: uuidV7(), name: 'Gone', fields: [fieldOf('Name', 'text')] },
    })
    await make('delete_table', { table: elsewhere.id })
    const [title, rank] = [lab.films.fields[0]!.id, lab.films.fields[2]!.id]
    const number = lab.people.fields[2]!.id
    const cases: [string, Json, string?][] = [
      ['nothing', {}],
      ['another base', { target: uuidV7() }],
      ['a table in the trash', { target: elsewhere.id }],
      ['a field of another table', toPeople({ by: rank })],
      ['records that are called by numbers', toPeople({ by: number, create: true })],
      ['no answer', toPeople({ create: 'yes' })],
      ['a pair for one', toPeople({ pair: { id: uuidV7(), name: 'Films', single: true } })],
      ['itself', { target: lab.films.id }, title],
      ['a limit of one', toPeople({ limit: 1 })],
    ]
    for (const [what, options, field] of cases) {
      expect([what, await refusalOf(preview(options, field))]).toEqual([what, 'invalid_input'])
      expect([what, await refusalOf(step('link', options, field))]).toEqual([what, 'invalid_input'])
    }
    for (const who of [world.editor, world.viewer]) {
      const args = { field: kind(), type: 'link', options: toPeople() }
      expect(await refusalOf(make('change_type', args, who))).toBe('forbidden')
      expect(await refusalOf(make('preview_type_change', args, who))).toBe('forbidden')
    }
    const args = { field: kind(), type: 'link', options: toPeople() }
    expect(await refusalOf(make('change_type', args, world.outsider))).toBe('not_found')
    expect(await strays()).toEqual([])
  })

  test('stays where its table would have no other field, and waits for a field that changes itself', async () => {
    const definition = { id: uuidV7(), name: 'Alone', fields: [fieldOf('Name', 'text')] }
    const alone = await make<TestTable>('create_table', { base: world.base, definition })
    expect(await refusalOf(step('link', toPeople(), alone.fields[0]!.id))).toBe('invalid_input')
    await make('delete_table', { table: alone.id })
    await h.db.sql.unsafe(
      `insert into data.${lab.people.relation} (name) select 'P' || g from generate_series(1, 2100) as g`,
    )
    const by = lab.people.fields[1]!.id
    await make('change_type', { field: by, type: 'integer', options: {} })
    expect(await refusalOf(step('link', toPeople({ by })))).toBe('field_changing')
    await make('cancel_type_change', { field: by })
    await film('One', 'P7')
    await change('link', toPeople())
    expect(await names((await lab.rows(world.viewer, { table: lab.films.id }))[0]!['id'] as string)).toEqual([
      'P7',
    ])
  })

  test('says which rule refuses a record that was to be made, and makes none', async () => {
    await make('set_field_rules', { field: lab.people.fields[2]!.id, rules: { required: true }, keep: true })
    await film('One', 'Nobody')
    const made = { field: kind(), type: 'link', options: toPeople({ create: true }) }
    const refused = make('change_type', made).catch((error: unknown) => error)
    expect(await refused).toMatchObject({ message: 'value_required' })
    expect(await allPeople()).toEqual([])
  })

  test('refuses a field for the other side before it begins, and finds it another name afterwards', async () => {
    const pairs = [{ id: uuidV7(), name: ' ' }, { name: 'Films' }, { id: kind(), name: 'Films' }] as Json[]
    for (const pair of pairs)
      expect(await refusalOf(step('link', toPeople({ pair })))).toMatch(/^(invalid_input|name_required)$/)
    const pair = { id: uuidV7(), name: 'Rank' }
    await change('link', toPeople({ pair }))
    const [row] = await h.db.admin`select name from plinth.field where id = ${pair.id}`
    expect(row!['name']).toBe('Rank 2')
  })

  test('stays within the limit of a cell', async () => {
    await people('Ada', 'Ben', 'Cy')
    const two = await film('Two', 'Ada, Ben')
    const three = await film('Three', 'Ada, Ben, Cy')
    expect(await preview(toPeople({ limit: 2 }))).toMatchObject({ converts: 1, empties: 1 })
    await change('link', toPeople({ limit: 2 }))
    expect(await names(two)).toEqual(['Ada', 'Ben'])
    expect(await names(three)).toBeNull()
  })

  test('is a text again exactly, and links again exactly, as often as one likes', async () => {
    await people('Ada', 'Ben')
    const one = await film('One', ' Ada ,Ben')
    const other = await film('Other', 'Cy')
    const there = await change('link', toPeople())
    const home = await back('text', there.kept)
    expect([await text(one), await text(other)]).toEqual([' Ada ,Ben', 'Cy'])
    const again = await back('link', home.kept)
    expect([await names(one), await names(other)]).toEqual([['Ada', 'Ben'], null])
    await back('text', again.kept)
    expect([await text(one), await text(other)]).toEqual([' Ada ,Ben', 'Cy'])
  })

  test('says what was changed since, in words', async () => {
    const [ada, ben] = await people('Ada', 'Ben, Jr')
    const swapped = await film('Swapped', 'Ada')
    const emptied = await film('Emptied', 'Ada')
    const same = await film('Same', ' Ada')
    const { kept } = await change('link', toPeople())
    await put(swapped, { link: [ben!], unlink: [ada!] })
    await put(emptied, { unlink: [ada!] })
    await back('text', kept)
    expect(await Promise.all([swapped, emptied, same].map((one) => text(one)))).toEqual([
      '"Ben, Jr"',
      null,
      ' Ada',
    ])
  })
})

describe('links that become a text', () => {
  let cast: string
  let one: string
  let ada: string
  let ben: string
  beforeEach(async () => {
    ;[ada, ben] = (await people('Ada', 'Ben, Jr')) as [string, string]
    cast = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films', limit: 5, onDelete: 'refuse' })
    one = await lab.make(lab.films, 'One')
    await put(one, { link: [ben, ada] }, cast)
  })
  const cells = () => lab.cell(world.viewer, lab.films, one, cast) as Promise<unknown>
  const filmsOf = (person: string) => names(person, lab.people, lab.field('Films'))

  test('are told by name, in their order; the other side goes on alone', async () => {
    expect(await preview({}, cast, 'text')).toMatchObject({ converts: 1, empties: 0 })
    await change('text', {}, cast)
    expect(await cells()).toBe('"Ben, Jr", Ada')
    expect(await filmsOf(ada)).toEqual(['One'])
    // What the field said of deletions is in the trash with its links.
    expect(await lab.apply(world.editor, [lab.remove(lab.people, ada)])).toMatchObject([{ status: 'ok' }])
  })

  test('become a set of options, or one', async () => {
    const { field } = await change('multi_select', {}, cast)
    expect(field!.options.options!.map(({ label }) => label)).toEqual(['Ada', 'Ben, Jr'])
    expect(await cells()).toHaveLength(2)
  })

  test('come back as they were: in their order, with both sides and what the field says', async () => {
    const { kept } = await change('long_text', {}, cast)
    const { field } = await back('link', kept, cast)
    expect(field!.options).toMatchObject({ pair: lab.field('Films'), limit: 5, onDelete: 'refuse' })
    expect(await names(one, lab.films, cast)).toEqual(['Ben, Jr', 'Ada'])
    expect(await filmsOf(ada)).toEqual(['One'])
    expect(await lab.apply(world.editor, [lab.remove(lab.people, ada)])).toMatchObject([
      { error: { code: 'record_linked' } },
    ])
  })

  test('come back with what was changed on the other side, and what was written here since', async () => {
    const two = await lab.make(lab.films, 'Two')
    const three = await lab.make(lab.films, 'Three')
    await put(three, { link: [ada] }, cast)
    const { kept } = await change('text', {}, cast)
    await write(two, 'Ada', cast)
    await write(three, 'Nobody', cast)
    const other = {
      id: uuidV7(),
      kind: 'update',
      table: lab.people.id,
      record: ben,
      base: { [lab.field('Films')]: null },
    }
    await lab.apply(world.editor, [{ ...other, values: { [lab.field('Films')]: { unlink: [one] } } }])
    const four = await lab.make(lab.films, 'Four', { [cast]: '"Ben, Jr"' })
    await back('link', kept, cast)
    const all = await Promise.all([one, two, three, four].map((each) => names(each, lab.films, cast)))
    expect(all).toEqual([['Ada'], ['Ada'], null, ['Ben, Jr']])
    expect((await filmsOf(ada))?.toSorted()).toEqual(['One', 'Two'])
    expect(await filmsOf(ben)).toEqual(['Four'])
  })

  test('do not link, on the way back, what the field does not let be linked', async () => {
    const rank = lab.people.fields[2]!.id
    const accepts = { call: '=', args: [{ field: rank }, { number: 1 }] }
    await make('update_field', { field: cast, changes: { options: { target: lab.people.id, accepts } } })
    const { kept } = await change('text', {}, cast)
    const two = await lab.make(lab.films, 'Two', { [cast]: 'Ada' })
    await back('link', kept, cast)
    expect(await names(two, lab.films, cast)).toBeNull()
    // What was linked before the condition came stays.
    expect(await names(one, lab.films, cast)).toEqual(['Ben, Jr', 'Ada'])
  })

  test('come back as a field of their own, or go for good', async () => {
    const { kept } = await change('text', {}, cast)
    const trash = await make<{ id: string; records: number; type: string }[]>('base_trash', {
      base: world.base,
    })
    expect(trash.find(({ id }) => id === kept)).toMatchObject({ type: 'link', records: 1 })
    await make('restore_field', { field: kept })
    expect(await names(one, lab.films, kept!)).toEqual(['Ben, Jr', 'Ada'])
    expect(await cells()).toBe('"Ben, Jr", Ada')
    await make('delete_field', { field: kept })
    await make('delete_field', { field: lab.field('Films') })
    await make('empty_trash', { base: world.base, item: null, confirm_name: 'Müller & Söhne' })
    expect(await strays()).toEqual([])
  })

  test('come back for several where the field was for one, and the other side linked more meanwhile', async () => {
    const seat = await lab.link(lab.films, lab.people, 'Seat', { single: true, pair: 'Sits in' })
    await put(one, { link: [ada] }, seat)
    const { kept } = await change('text', {}, seat)
    const other = {
      id: uuidV7(),
      kind: 'update',
      table: lab.people.id,
      record: ben,
      base: { [lab.field('Sits in')]: null },
    }
    const linked = { ...other, values: { [lab.field('Sits in')]: { link: [one] } } }
    expect(await lab.apply(world.editor, [linked])).toMatchObject([{ status: 'ok' }])
    const { field } = await back('link', kept, seat)
    expect(field!.options).not.toHaveProperty('single')
    expect(await names(one, lab.films, seat)).toEqual(['Ada', 'Ben, Jr'])
  })

  test('of the first field of its own table come back, but for what was written since', async () => {
    const alien = await lab.make(lab.films, 'Alien')
    const next = await lab.link(lab.films, lab.films, 'Next')
    await put(one, { link: [alien] }, next)
    await make('update_field', { field: next, changes: { position: 0 } })
    const { kept } = await change('text', {}, next)
    await write(alien, 'One', next)
    await back('link', kept, next)
    expect((await lab.cell(world.viewer, lab.films, one, next))?.count).toBe(1)
    expect(await lab.cell(world.viewer, lab.films, alien, next)).toBeNull()
  })

  test('that a deleted record had are back with it', async () => {
    await make('delete_field', { field: lab.field('Films') })
    const { kept } = await change('text', {}, cast)
    const removal = lab.remove(lab.people, ada) as { id: string }
    await lab.apply(world.creator, [removal])
    const again = {
      id: uuidV7(),
      kind: 'insert',
      table: lab.people.id,
      record: ada,
      values: { [lab.people.fields[0]!.id]: 'Ada' },
    }
    expect(await lab.apply(world.creator, [{ ...again, undoes: removal.id }])).toMatchObject([
      { status: 'ok' },
    ])
    await back('link', kept, cast)
    expect(await names(one, lab.films, cast)).toEqual(['Ben, Jr', 'Ada'])
  })

  test('are again exactly the text that was written since, where that was linked on the way back', async () => {
    const there = await change('text', {}, cast)
    await write(one, 'Ada , "Ben, Jr"', cast)
    const home = await back('link', there.kept, cast)
    expect(await names(one, lab.films, cast)).toEqual(['Ada', 'Ben, Jr'])
    await back('text', home.kept, cast)
    expect(await cells()).toBe('Ada , "Ben, Jr"')
  })

  test('wait, on the way back, for who deletes a record that is linked, and are counted afterwards', async () => {
    const crew = await lab.link(lab.films, lab.people, 'Crew', { pair: 'Crew of' })
    await put(one, { link: [ben, ada] }, crew)
    // This one would keep them from being deleted.
    await change('text', {}, cast)
    const { kept } = await change('text', {}, crew)
    const [deleted, passing] = [gate(), gate()]
    const deleting = h.as(world.editor, async (tx) => {
      await tx.unsafe(`delete from data.${lab.people.relation} where id = '${ben}'`)
      deleted.open()
      await passing.passed
    })
    await deleted.passed
    expect(await refusalOf(back('link', kept, crew))).toBe('busy')
    passing.open()
    await deleting
    await back('link', kept, crew)
    expect(await lab.cell(world.viewer, lab.films, one, crew)).toMatchObject({ count: 1 })
    expect(await lab.faults()).toEqual([])
  })

  test('are refused where a lookup looks through them', async () => {
    const definition = {
      id: uuidV7(),
      name: 'Names',
      type: 'long_text',
      options: {},
      rollup: { link: cast, field: lab.people.fields[0]!.id, function: 'concatenate' },
    }
    await make('create_field', { table: lab.films.id, definition })
    expect(await refusalOf(step('text', {}, cast))).toBe('used_by_rule')
  })
})

describe('a large table', () => {
  const many = limits.rowsPerStep + 5
  const fill = (value: string) =>
    h.db.sql.unsafe(
      `insert into data.${lab.films.relation} (title, kind) select 'F' || g, ${value} from generate_series(1, ${many}) as g`,
    )
  const linked = async (field = kind()) => {
    const [row] = await h.db.admin`select (plinth_private.link_end_of(${field})).place`
    const [count] = await h.db.admin.unsafe(`select count(*)::int as n from ${row!['place']}`)
    return count!['n'] as number
  }

  test('is linked in steps that nobody sees before they are done', async () => {
    await people('Ada', 'Ben')
    await fill(`case when g % 2 = 0 then 'Ada' else 'Ben, Ada' end`)
    const all = many + Math.ceil(many / 2)
    expect(await step('link', toPeople())).toMatchObject({ done: 0, total: many, field: null })
    expect(await step('link', toPeople())).toMatchObject({ done: limits.rowsPerStep, field: null })
    const [row] = await lab.rows(world.viewer, { table: lab.films.id, fields: [kind()] })
    expect(row![kind()]).toMatch(/Ada/)
    expect(await refusalOf(write(row!['id'] as string, 'x'))).toMatch(/permission denied/)
    await change('link', toPeople())
    expect(await linked()).toBe(all)
    const { kept } = await change('text')
    // Half of its way back nothing has changed for those who read it.
    await make('change_type', { field: kind(), type: 'link', options: {}, kept })
    await make('change_type', { field: kind(), type: 'link', options: {}, kept })
    expect(await refusalOf(write(row!['id'] as string, 'x'))).toMatch(/permission denied/)
    await make('cancel_type_change', { field: kind() })
    await back('link', kept)
    expect(await linked()).toBe(all)
  }, 120_000)

  test('has no trace of what is given up, or of a target that goes meanwhile', async () => {
    await people('Ada')
    await fill(`'Ada'`)
    const begin = async () => {
      await step('link', toPeople())
      await step('link', toPeople())
    }
    await begin()
    await make('cancel_type_change', { field: kind() })
    expect(await strays()).toEqual([])
    await begin()
    await lab.apply(world.editor, [
      lab.remove(lab.people, (await lab.rows(world.viewer, { table: lab.people.id }))[0]!['id'] as string),
    ])
    await change('link', toPeople())
    expect(await linked()).toBe(0)
    const { kept } = await change('text')
    await back('link', kept)
    await change('text')
    await begin()
    await make('delete_table', { table: lab.people.id })
    expect(await refusalOf(step('link', toPeople()))).toBe('invalid_input')
    await make('empty_trash', { base: world.base, item: lab.people.id, confirm_name: lab.people.name })
    expect(await refusalOf(step('link', toPeople()))).toBe('not_found')
    await make('cancel_type_change', { field: kind() })
    const [row] = await lab.rows(world.viewer, { table: lab.films.id, fields: [kind()] })
    await write(row!['id'] as string, 'x')
  }, 120_000)

  test('is as it was where what it links goes for good while it is on its way', async () => {
    await people('Ada')
    await fill(`'Ada'`)
    const { kept } = await change('link', toPeople()).then(() => change('text'))
    await make('change_type', { field: kind(), type: 'link', options: {}, kept })
    await make('change_type', { field: kind(), type: 'link', options: {}, kept })
    await make('delete_table', { table: lab.people.id })
    await make('empty_trash', { base: world.base, item: lab.people.id, confirm_name: lab.people.name })
    await make('cancel_type_change', { field: kind() })
    const [row] = await lab.rows(world.viewer, { table: lab.films.id, fields: [kind()] })
    await write(row!['id'] as string, 'x')
    expect((await change('long_text')).field).toMatchObject({ type: 'long_text' })
  }, 120_000)

  test('has no trace of links that go while they become a text', async () => {
    await fill('null')
    const cast = await lab.link(lab.films, lab.people, 'Cast')
    await step('text', {}, cast)
    await step('text', {}, cast)
    await make('delete_table', { table: lab.people.id })
    expect(await refusalOf(step('text', {}, cast))).toBe('invalid_input')
    await make('empty_trash', { base: world.base, item: lab.people.id, confirm_name: lab.people.name })
    const [left] = await h.db.admin`
      select count(*)::int as n from information_schema.columns where table_name = ${lab.films.relation} and column_name like '%pending'`
    expect(left!['n']).toBe(0)
  }, 120_000)

  test('links nothing more while its links become texts', async () => {
    const [ada, ben] = await people('Ada', 'Ben')
    await fill('null')
    const cast = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
    const films = (await lab.rows(world.viewer, { table: lab.films.id })).map((row) => row['id'] as string)
    await put(films[0]!, { link: [ada!] }, cast)
    await step('text', {}, cast)
    await step('text', {}, cast)
    const [here] = await lab.apply(world.editor, [lab.change(lab.films, films[0]!, cast, { link: [ben!] })])
    expect(here!.error?.code).toBe('field_changing')
    const there = {
      id: uuidV7(),
      kind: 'update',
      table: lab.people.id,
      record: ben,
      base: { [lab.field('Films')]: null },
    }
    const [other] = await lab.apply(world.editor, [
      { ...there, values: { [lab.field('Films')]: { link: [films[0]!] } } },
    ])
    expect(other!.error?.code).toBe('field_changing')
    // New records come without links, as ever.
    await lab.make(lab.films, 'New')
    await make('cancel_type_change', { field: cast })
    await put(films[0]!, { link: [ben!] }, cast)
    expect(await names(films[0]!, lab.films, cast)).toEqual(['Ada', 'Ben'])
    await lab.make(lab.films, 'Newer')
  }, 120_000)
})
