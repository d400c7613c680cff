/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Formulas that read what options are called: kept, on read, over rollups; and nothing else that reads it. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Harness, type Json, startWorld, type TestTable, type World } from './harness.ts'
import { toldTo } from './refusals.ts'
import { type Made, type RollupLab, rollupLab, type Step } from './rollup-lab.ts'
import { toTheEnd } from './to-the-end.ts'

let h: Harness
let world: World
let lab: RollupLab
let state: string
let tags: string
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

const option = (id: string, label: string) => ({ id, label, hue: 'blue' })
const states = [option('todo', 'To do'), option('done', 'Done')]
const colors = [option('z', 'Red'), option('a', 'Green'), option('m', 'Blue')]
const of = (id: string): Json => ({ field: id })
const text = (value: string): Json => ({ text: value })
const call = (name: string, ...args: Json[]): Json => ({ call: name, args })
const said = (id: string) => call('text', of(id))
const rename = (field: string, options: readonly Json[]) =>
  h.rpc<Made>(world.creator, 'update_field', { field, changes: { options: { options } } })
const make = (name: string, values: Record<string, Json>, table: TestTable = lab.films) =>
  lab.make(table, name, values)
/** Records in a state; above a few thousand what is computed of them goes by steps. */
const fill = (many: number) =>
  h.db.sql.unsafe(`insert into data.${lab.films.relation} (title, state)
    select 'r' || n, 'done' from generate_series(1, ${many}) as n`)
const stepOf = (field: Made) =>
  h.rpc<Step>(world.creator, 'change_formula', { field: field.id, definition: null })
const settle = (field: Made) => toTheEnd(() => stepOf(field))
/** What viewers may read of a table: by a rule, or (null) all. */
const letViewersRead = async (table: TestTable, rule: Json | null) => {
  const [role] = await h.db
    .admin`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
  const grant = { role: role!['id'], table: table.id, action: 'read', hand_over: false }
  await h.rpc(world.creator, 'set_grant', { ...grant, scope: rule === null ? 'all' : 'rules', rule })
}
const valueOf = (record: string, field: Made) => lab.stored(lab.films, record, field.column)

beforeEach(async () => {
  await h.db.sql`delete from plinth."table" where base_id = ${world.base}`
  lab = await rollupLab(h, world)
  state = await lab.addField(lab.films, 'State', 'single_select', { options: states })
  tags = await lab.addField(lab.films, 'Tags', 'multi_select', { options: colors })
})

describe('a formula', () => {
  test('says what options are called, sets in the order of their field', async () => {
    const film = await make('Alien', { [state]: 'done', [tags]: ['a', 'z'] })
    const bare = await make('Bare', {})
    const title = await lab.add(lab.films, 'Said', { formula: call('&', said(state), text('!')) })
    const all = await lab.add(lab.films, 'All', { formula: call('join', of(tags), text(', ')) })
    const first = await lab.add(lab.films, 'First', { formula: call('text', call('first', of(tags))) })
    expect([title.type, all.type]).toEqual(['text', 'text'])
    const read = async (record: string) =>
      Promise.all([title, all, first].map((field) => valueOf(record, field)))
    expect(await read(film)).toEqual(['Done!', 'Red, Green', 'Green'])
    expect(await read(bare)).toEqual(['!', null, null])
    await lab.set(lab.films, film, { [state]: 'todo', [tags]: ['m'] }, world.editor)
    expect(await read(film)).toEqual(['To do!', 'Blue', 'Blue'])
    expect(await lab.stale()).toBe(0)
  })

  test('follows an option that is renamed, moved, merged, made or gone', async () => {
    const film = await make('Alien', { [state]: 'done', [tags]: ['a', 'z'] })
    const title = await lab.add(lab.films, 'Said', { formula: said(state) })
    const loud = await lab.add(lab.films, 'Loud', { formula: call('upper', of(title.id)) })
    const all = await lab.add(lab.films, 'All', { formula: call('join', of(tags), text('+')) })
    const version = () => lab.stored(lab.films, film, 'ver')
    const before = await version()
    await rename(state, [option('todo', 'To do'), option('done', 'Finished')])
    expect([await valueOf(film, title), await valueOf(film, loud)]).toEqual(['Finished', 'FINISHED'])
    expect(await version()).toEqual(before)
    await rename(tags, colors.toReversed())
    expect(await valueOf(film, all)).toBe('Green+Red')
    await rename(tags, [...colors, option('q', 'Pink')])
    await lab.set(lab.films, film, { [tags]: ['q', 'a'] })
    expect(await valueOf(film, all)).toBe('Green+Pink')
    const merging = { field: tags, from: ['q'], into: 'm', after: null }
    const { merge } = await h.rpc<{ merge: string }>(world.creator, 'merge_options', merging)
    expect(await valueOf(film, all)).toBe('Green+Blue')
    await h.rpc(world.creator, 'unmerge_options', { merge })
    expect(await valueOf(film, all)).toBe('Green+Pink')
    expect(await lab.stale()).toBe(0)
  })

  test('is found, sorted and filtered by what options are called', async () => {
    const [one, two] = [await make('One', { [state]: 'done' }), await make('Two', { [state]: 'todo' })]
    const title = await lab.add(lab.films, 'Said', { formula: said(state) })
    await rename(state, [option('todo', 'Begun'), option('done', 'Zero')])
    const rows = (more: object) => lab.rows(world.viewer, { table: lab.films.id, ...more })
    const sorted = await rows({ sorts: [{ field: title.id, direction: 'desc' }] })
    expect(sorted.map((row) => row['id'])).toEqual([one, two])
    const items = [{ field: title.id, operator: 'contains', value: 'egu' }]
    const found = await rows({ filter: { join: 'and', items } })
    expect(found.map((row) => row['id'])).toEqual([two])
  })

  test('of a large table follows in steps, while people go on writing', async () => {
    const many = limits.rowsPerStep + 5
    await fill(many)
    const title = await lab.add(lab.films, 'Said', { formula: said(state) })
    await settle(title)
    await rename(state, [option('todo', 'To do'), option('done', 'Ready')])
    const wrong = async () =>
      (
        await h.db.sql.unsafe(
          `select count(*)::int as n from data.${lab.films.relation} where said is distinct from
             case state when 'done' then 'Ready' when 'todo' then 'To do' end`,
        )
      )[0]!['n']
    expect(await wrong()).toBe(many)
    expect(
      await toldTo(h, world.creator, 'update_field', {
        field: state,
        changes: { options: { options: states } },
      }),
    ).toEqual(['field_changing', undefined])
    expect((await stepOf(title)).field).toBeNull()
    await h.as(world.editor, (tx) =>
      tx.unsafe(`update data.${lab.films.relation} set state = 'todo' where title in ('r1', 'r${many}')`),
    )
    await settle(title)
    expect(await wrong()).toBe(0)
  })

  test('of a large table that rules look at follows at once, or not at all', async () => {
    const relation = `data.${lab.films.relation}`
    await fill(2500)
    const title = await lab.add(lab.films, 'Said', { formula: said(state) })
    await settle(title)
    await letViewersRead(lab.films, call('!=', of(title.id), text('Secret')))
    await h.rpc(world.creator, 'save_table_rule', {
      rule: uuidV7(),
      table: lab.films.id,
      definition: { rule: call('!=', of(title.id), text('Never')), message: 'Not never.' },
      keep: false,
    })
    const called = (label: string) => rename(state, [option('todo', 'To do'), option('done', label)])
    const values = async () =>
      (await h.db.sql.unsafe(`select distinct said from ${relation}`)).map((row) => row['said'])
    const read = async () => (await h.as(world.viewer, (tx) => tx.unsafe(`select 1 from ${relation}`))).length
    await called('Ready')
    expect([await values(), await read()]).toEqual([['Ready'], 2500])
    await called('Secret')
    expect([await values(), await read()]).toEqual([['Secret'], 0])
    await expect(called('Never')).rejects.toMatchObject({ code: 'used_by_rule' })
    expect(await values()).toEqual(['Secret'])
    await called('Ready')
    await rename(state, [option('todo', 'Never'), option('done', 'Ready')])
    const never = `update ${relation} set state = 'todo' where title = 'r1'`
    await expect(h.as(world.editor, (tx) => tx.unsafe(never))).rejects.toMatchObject({ state: '23514' })
    await letViewersRead(lab.films, null)
  })

  test('that a rollup shows in a large table, where a role reads by it, is followed there', async () => {
    const link = await lab.link(lab.people, lab.films, 'Films', { pair: 'Cast' })
    const film = await make('Alien', { [state]: 'done' })
    const title = await lab.add(lab.films, 'Said', { formula: said(state) })
    const people = `data.${lab.people.relation}`
    await h.db.sql.unsafe(`insert into ${people} (name) select 'p' || n from generate_series(1, 2500) as n`)
    const [one] = await h.db.sql.unsafe(`select id from ${people} where name = 'p7'`)
    await lab.apply(world.creator, [lab.change(lab.people, one!['id'], link, { link: [film] })])
    const shown = await lab.add(lab.people, 'Shown', {
      rollup: { link, function: 'concatenate', field: title.id },
    })
    await settle(shown)
    await letViewersRead(lab.people, call('=', of(shown.id), text('Ready')))
    const read = async () => (await h.as(world.viewer, (tx) => tx.unsafe(`select 1 from ${people}`))).length
    expect(await read()).toBe(0)
    await rename(state, [option('todo', 'To do'), option('done', 'Ready')])
    expect(await read()).toBe(1)
    expect(await lab.stale()).toBe(0)
    await letViewersRead(lab.people, null)
  })

  test('says what any characters say', async () => {
    const labels = [`it's`, '"', 'a\\b', '$$ $1', '%I %s', '{"a": 1}', 'ü 🎬', "E'\\n'", '--x', '/* */']
    const odd = await lab.addField(lab.films, 'Odd', 'single_select', {
      options: labels.map((label, n) => option(`o${n}`, label)),
    })
    const title = await lab.add(lab.films, 'Said', { formula: said(odd) })
    const records = await Promise.all(labels.map((_, n) => make(`r${n}`, { [odd]: `o${n}` })))
    expect(await Promise.all(records.map((record) => valueOf(record, title)))).toEqual(labels)
  })

  test('of a large table has nothing to compute where options are only made', async () => {
    await fill(2500)
    const said = await lab.add(lab.films, 'Said', { formula: call('text', of(state)) })
    await settle(said)
    const add = (id: string) =>
      h.rpc(world.creator, 'add_option', { field: state, option: option(id, `Made ${id}`) })
    await add('one')
    await add('two')
    expect(await h.db.sql`select 1 from plinth_private.type_change where field_id = ${said.id}`).toHaveLength(
      0,
    )
    const film = await make('New', { [state]: 'two' })
    expect(await valueOf(film, said)).toBe('Made two')
    expect(await lab.stale()).toBe(0)
  })

  test('over a rollup of options follows those of what it rolls up', async () => {
    const link = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
    const mood = await lab.addField(lab.people, 'Mood', 'single_select', { options: colors })
    const film = await make('Alien', {})
    for (const value of ['z', 'a']) {
      const person = await make(value, { [mood]: value }, lab.people)
      await lab.apply(world.creator, [lab.change(lab.films, film, link, { link: [person] })])
    }
    const moods = await lab.add(lab.films, 'Moods', {
      rollup: { link, function: 'unique', field: mood },
      type: 'multi_select',
    })
    expect(moods.type).toBe('multi_select')
    const all = await lab.add(lab.films, 'All', { formula: call('join', of(moods.id), text(', ')) })
    expect(await valueOf(film, all)).toBe('Red, Green')
    await rename(mood, [option('z', 'Crimson'), ...colors.slice(1)])
    expect(await valueOf(film, all)).toBe('Crimson, Green')
    expect(await lab.stale()).toBe(0)
  })

  test('that is copied with its table computes by the options of the copy', async () => {
    await make('Alien', { [state]: 'done' })
    const title = await lab.add(lab.films, 'Said', { formula: said(state) })
    const copy = await h.rpc<TestTable>(world.creator, 'duplicate_table', {
      table: lab.films.id,
      copy: uuidV7(),
      name: 'Copy',
      with_records: true,
    })
    await rename(lab.of(copy, 'State'), [option('todo', 'To do'), option('done', 'Copied')])
    const [row] = await h.db.sql.unsafe(`select said from data.${copy.relation}`)
    const [own] = await h.db.sql.unsafe(`select ${title.column} as said from data.${lab.films.relation}`)
    expect([row!['said'], own!['said']]).toEqual(['Copied', 'Done'])
  })
})

describe('computed on read', () => {
  test('is what the options are called now', async () => {
    const film = await make('Alien', { [state]: 'done', [tags]: ['z', 'a'] })
    const late = await lab.add(lab.films, 'Late', {
      formula: call(
        '&',
        said(state),
        text(' '),
        call('my_role'),
        text(' '),
        call('join', of(tags), text('/')),
      ),
    })
    const behind = await lab.add(lab.films, 'Behind', { formula: call('upper', of(late.id)) })
    expect([late.onRead, behind.onRead]).toEqual([true, true])
    const value = async () =>
      (await lab.rows(world.viewer, { table: lab.films.id, fields: [late.id, behind.id] })).map((row) => [
        row['id'] === film,
        row[late.id],
        row[behind.id],
      ])
    expect(await value()).toEqual([[true, 'Done viewer Red/Green', 'DONE VIEWER RED/GREEN']])
    const told = async () =>
      (await h.db.sql`select 1 from plinth_private.change_log where table_id = ${lab.films.id}`).length
    const before = await told()
    await rename(state, [option('todo', 'To do'), option('done', 'Ready')])
    expect((await value())[0]![1]).toBe('Ready viewer Red/Green')
    // Who shows records is told to read them again; and where the formula itself is another.
    expect(await told()).toBe(before + 1)
    await h.rpc(world.creator, 'change_formula', {
      field: late.id,
      definition: { formula: call('&', said(state), call('my_role')) },
    })
    expect([await told(), (await value())[0]![1]]).toEqual([before + 2, 'Readyviewer'])
  })

  test('is not there for whom the field of the options is hidden', async () => {
    await make('Alien', { [state]: 'done' })
    const late = await lab.add(lab.films, 'Late', { formula: call('&', said(state), call('my_role')) })
    const [role] = await h.db
      .admin`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    await h.rpc(world.creator, 'set_field_grant', { role: role!['id'], field: state, access: 'hidden' })
    const seen = async (who = world.viewer) =>
      (
        await h.rpc<{ tables: { id: string; fields: Made[] }[] }>(who, 'base_schema', { base: world.base })
      ).tables
        .find(({ id }) => id === lab.films.id)!
        .fields.some(({ id }) => id === late.id)
    expect([await seen(), await seen(world.editor)]).toEqual([false, true])
  })
})

describe('what a person is called', () => {
  let owner: string
  beforeEach(async () => {
    owner = await lab.addField(lab.films, 'Owner', 'person')
    await make('Alien', { [owner]: world.editor.id })
  })
  const named = () => call('&', call('person_name', of(owner)), text('?'))
  const valueFor = async (field: Made) =>
    (await lab.rows(world.viewer, { table: lab.films.id, fields: [field.id] }))[0]![field.id]

  test('is read by what is computed on read alone, and is what it is called then', async () => {
    const late = await lab.add(lab.films, 'Late', { formula: named() })
    const [known] = await h.db.admin`select name from plinth.profile where id = ${world.editor.id}`
    expect([late.onRead, await valueFor(late)]).toEqual([true, `${known!['name']}?`])
    await h.db.admin`update plinth.profile set name = 'Called otherwise' where id = ${world.editor.id}`
    expect(await valueFor(late)).toBe('Called otherwise?')
    const kept = await lab.add(lab.films, 'Kept', { formula: call('is_filled', of(owner)) })
    const definition = { formula: named() }
    expect(await toldTo(h, world.creator, 'change_formula', { field: kept.id, definition })).toEqual([
      'expression_invalid',
      'momentary',
    ])
    expect(await h.rpc(world.creator, 'is_on_read', { table: lab.films.id, definition })).toBe(true)
  })

  test('is not told of who was never in the base', async () => {
    const relation = `data.${lab.films.relation}`
    await h.db.sql.unsafe(`alter table ${relation} disable trigger user`)
    await h.db.sql.unsafe(`update ${relation} set owner = '${world.outsider.id}'`)
    await h.db.sql.unsafe(`alter table ${relation} enable trigger user`)
    expect(await valueFor(await lab.add(lab.films, 'Late', { formula: named() }))).toBe('?')
  })

  test('is in no link that shows no people', async () => {
    const late = await lab.add(lab.films, 'Late', { formula: named() })
    const behind = await lab.add(lab.films, 'Behind', { formula: call('upper', of(late.id)) })
    const other = await lab.add(lab.films, 'Other', { formula: call('my_role') })
    const names = await h.db.admin`
      select l.name, plinth_private.names_people(plinth_private.late_as_field(l)) as told
      from plinth_private.late_field as l where l.id = any (${[late.id, behind.id, other.id]}) order by l.position`
    expect(names.map((row) => [row['name'], row['told']])).toEqual([
      ['Late', true],
      ['Behind', true],
      ['Other', false],
    ])
  })
})

describe('what follows no option that is renamed', () => {
  test('does not read what it is called: rules, conditions of links and rollups, colours', async () => {
    const condition = call('=', said(state), text('Done'))
    const invalid = ['expression_invalid', 'label']
    const told = (name: string, args: Record<string, unknown>) => toldTo(h, world.creator, name, args)
    const link = await lab.link(lab.people, lab.films, 'Films', { pair: 'Cast' })
    expect(
      await told('create_field', {
        table: lab.people.id,
        definition: { id: uuidV7(), name: 'Sum', rollup: { link, function: 'count', filter: condition } },
      }),
    ).toEqual(invalid)
    expect(
      await told('save_table_rule', {
        rule: uuidV7(),
        table: lab.films.id,
        definition: { rule: condition, message: 'No.' },
        keep: false,
      }),
    ).toEqual(invalid)
    const [role] = await h.db
      .admin`select id from plinth.role where base_id = ${world.base} and kind = 'viewer'`
    const named = call('=', call('person_name', call('me')), text('Ada'))
    for (const rule of [condition, named]) {
      const grant = {
        role: role!['id'],
        table: lab.films.id,
        action: 'read',
        scope: 'rules',
        hand_over: false,
      }
      expect(await told('set_grant', { ...grant, rule })).toEqual(invalid)
    }
  })
})
