/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Who sees and changes which links: roles, row rules on either side, locks, fields that only some write. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, type Person, refusalOf, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

let h: Harness
let world: World
let lab: LinkLab
let cast: string
let films: string
let open: string
let secret: string
let ada: string
let hidden: string
const kind = (of: 'films' | 'people') => lab[of].fields[1]!.id
const rule = (of: 'films' | 'people'): Json => ({ call: '=', args: [{ field: kind(of) }, { text: 'open' }] })
const grant = (role: string, table: string, action: string, scope: string, of?: 'films' | 'people') =>
  h.rpc(world.creator, 'set_grant', { role, table, action, scope, rule: of ? rule(of) : null })
const builtIn = async (name: string) => {
  const [row] = await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = ${name}`
  return row!.id
}
const junction = async () => {
  const [row] = await h.db.admin<
    { relation: string }[]
  >`select relation from plinth_private.link where a_field = ${cast}`
  return row!.relation
}

/** The editor reads and changes open records of both tables alone; the viewer reads open people alone. */
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  cast = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  films = lab.field('Films')
  const make = (of: 'films' | 'people', label: string, value: string) =>
    lab.make(lab[of], label, { [kind(of)]: value })
  open = await make('films', 'Open', 'open')
  secret = await make('films', 'Secret', 'secret')
  ada = await make('people', 'Ada', 'open')
  hidden = await make('people', 'Hidden', 'secret')
  const editor = await builtIn('editor')
  for (const action of ['read', 'update', 'delete']) {
    await grant(editor, lab.films.id, action, 'rules', 'films')
    await grant(editor, lab.people.id, action, 'rules', 'people')
  }
  await grant(await builtIn('viewer'), lab.people.id, 'read', 'rules', 'people')
}, 60_000)
afterAll(() => h.db.stop())

const link = (record: string, change: Json, who = world.creator, field = cast, table = lab.films) =>
  lab.apply(who, [lab.change(table, record, field, change)])
async function empty() {
  await h.db.sql.unsafe(`delete from data.${await junction()} where a is not null`)
}

describe('an import', () => {
  test('links what its maker reads; a record that they do not read is like one that is not there', async () => {
    const title = lab.films.fields[0]!.id
    const id = uuidV7()
    const opened = { import: id, table: lab.films.id, file_name: 'x.csv', fields: [title, kind('films')] }
    await h.rpc(world.editor, 'begin_import', { ...opened, mode: 'append', key: null })
    const records = [uuidV7(), uuidV7(), uuidV7()]
    const rows = records.map((record, n) => [record, `Imported ${n}`, 'open'])
    const linking = [ada, hidden, uuidV7()].map((target, n) => ({
      record: records[n],
      values: { [cast]: { link: [target] } },
    }))
    const args = { import: id, chunk: 0, rows, misfits: [], links: linking }
    const unlinked = [2, 3].map((line) => ({ line, code: 'value_invalid', field: cast }))
    expect(await h.rpc(world.editor, 'import_rows', args)).toEqual({ inserted: 3, updated: 0, unlinked })
    expect(await lab.cell(world.creator, lab.films, records[0]!, cast)).toMatchObject({ count: 1 })
    expect(await lab.cell(world.creator, lab.films, records[1]!, cast)).toBeNull()
    await h.db.sql.unsafe(`delete from data.${lab.films.relation} where id = any ($1)`, [records])
  })
})

describe('what a cell tells', () => {
  test('counts all, and names those alone that the reader reads', async () => {
    await empty()
    await link(open, { link: [hidden, ada] })
    expect(await lab.cell(world.creator, lab.films, open, cast)).toMatchObject({
      count: 2,
      items: [
        [hidden, 'Hidden'],
        [ada, 'Ada'],
      ],
    })
    for (const who of [world.editor, world.viewer]) {
      expect(await lab.cell(who, lab.films, open, cast)).toEqual({ count: 2, items: [[ada, 'Ada']] })
    }
  })

  test('is nothing of records that the reader does not read, and nothing to strangers', async () => {
    await link(secret, { link: [ada] })
    expect(await lab.cell(world.editor, lab.films, secret, cast)).toBeUndefined()
    expect(await lab.cell(world.editor, lab.people, ada, films)).toMatchObject({
      count: 2,
      items: [[open, 'Open']],
    })
    for (const who of [world.outsider, world.member, world.anonymous, world.holder]) {
      expect(await refusalOf(lab.cell(who, lab.films, open, cast))).toMatch(/not_found|forbidden/)
    }
    expect(await refusalOf(lab.cell(null as never, lab.films, open, cast))).toMatch(
      /permission denied|not_signed_in/,
    )
  })

  test('names nobody where the reader reads nothing of the other table', async () => {
    await grant(world.role, lab.films.id, 'read', 'all')
    expect(await lab.cell(world.holder, lab.films, open, cast)).toEqual({ count: 2, items: [] })
    const schema = await h.rpc<{ tables: { id: string; fields: { id: string; options: Json }[] }[] }>(
      world.holder,
      'base_schema',
      { base: world.base },
    )
    expect(schema.tables.map(({ id }) => id)).toEqual([lab.films.id])
    expect(schema.tables[0]!.fields.find(({ id }) => id === cast)!.options).toEqual({
      target: lab.people.id,
      pair: films,
    })
  })
})

describe('the relation of a link', () => {
  const seen = async (who: Person) =>
    h.as(who, async (tx) =>
      [...(await tx.unsafe(`select a, b from data.${await junction()} order by id`))].map((row) => [
        row['a'],
        row['b'],
      ]),
    )

  test('shows who reads both records that they are linked', async () => {
    await empty()
    await link(open, { link: [hidden, ada] })
    await link(secret, { link: [ada] })
    expect(await seen(world.creator)).toEqual([
      [open, hidden],
      [open, ada],
      [secret, ada],
    ])
    expect(await seen(world.editor)).toEqual([[open, ada]])
    expect(await seen(world.viewer)).toEqual([
      [open, ada],
      [secret, ada],
    ])
    for (const who of [world.holder, world.member, world.outsider, world.anonymous])
      expect(await seen(who)).toEqual([])
  })

  test('is written by nobody but the calls', async () => {
    const name = await junction()
    for (const sql of [
      `insert into data.${name} (a, b) values ('${secret}', '${hidden}')`,
      `update data.${name} set a = '${secret}' where a is not null`,
      `delete from data.${name} where a is not null`,
      `truncate data.${name}`,
      `update data.${lab.films.relation} set cast_2 = 5 where id = '${open}'`,
      `insert into data.${lab.films.relation} (cast_2) values (5)`,
    ]) {
      expect(await refusalOf(h.as(world.creator, (tx) => tx.unsafe(sql)))).toMatch(/permission denied/)
    }
    expect(await refusalOf(h.as(null, (tx) => tx.unsafe(`select * from data.${name}`)))).toMatch(
      /permission denied/,
    )
  })
})

describe('a change', () => {
  test('links and unlinks what the person reads alone; the rest is like records of nobody', async () => {
    await empty()
    await link(open, { link: [hidden] })
    const unknown = await link(open, { link: [uuidV7()] }, world.editor)
    const restricted = await link(open, { link: [hidden] }, world.editor)
    expect(unknown[0]!.error).toMatchObject({
      code: 'value_invalid',
      details: { table: lab.films.id, field: cast },
    })
    expect({ ...restricted[0], id: '' }).toEqual({ ...unknown[0], id: '' })
    expect(await link(open, { unlink: [hidden] }, world.editor)).toMatchObject([{ status: 'ok' }])
    expect(await lab.cell(world.creator, lab.films, open, cast)).toMatchObject({ count: 1 })
  })

  test('is refused for records that the person does not change, as any change is', async () => {
    const results = [
      await link(secret, { link: [ada] }, world.editor),
      await link(open, { link: [ada] }, world.viewer),
      await link(open, { link: [ada] }, world.outsider),
      await link(open, { link: [ada] }, world.member),
      await link(open, { link: [ada] }, world.holder),
    ]
    expect(results.map(([result]) => result!.error!.code)).toEqual([
      'not_found',
      'read_only',
      'not_found',
      'not_found',
      'read_only',
    ])
    expect(await refusalOf(link(open, { link: [ada] }, world.anonymous))).toBe('forbidden')
  })

  test('needs the right to write the field, not the one of the other side', async () => {
    const editor = await builtIn('editor')
    const access = (field: string, value: string | null) =>
      h.rpc(world.creator, 'set_field_grant', { role: editor, field, access: value })
    await access(cast, 'read')
    expect((await link(open, { link: [ada] }, world.editor))[0]!.error).toMatchObject({
      code: 'field_read_only',
      details: { field: cast },
    })
    expect(await link(ada, { link: [open] }, world.editor, films, lab.people)).toMatchObject([
      { status: 'ok' },
    ])
    await access(cast, null)
    await access(films, 'read')
    expect(await link(open, { unlink: [ada] }, world.editor)).toMatchObject([{ status: 'ok' }])
    await access(films, null)
    expect(await lab.faults()).toEqual([])
  })

  test('comes with a record that its maker may not change afterwards', async () => {
    await grant(world.role, lab.films.id, 'create', 'all')
    await grant(world.role, lab.people.id, 'read', 'rules', 'people')
    const record = await lab.make(lab.films, 'Made', { [cast]: { link: [ada] } }, world.holder)
    expect(await lab.cell(world.holder, lab.films, record, cast)).toEqual({ count: 1, items: [[ada, 'Ada']] })
    expect((await link(record, { unlink: [ada] }, world.holder))[0]!.error!.code).toBe('read_only')
  })

  test('goes with a change by which the record leaves the sight of who hands it over', async () => {
    const editor = await builtIn('editor')
    await h.rpc(world.creator, 'set_grant', {
      role: editor,
      table: lab.films.id,
      action: 'update',
      scope: 'rules',
      rule: rule('films'),
      hand_over: true,
    })
    const record = await lab.make(lab.films, 'Given', { [kind('films')]: 'open' })
    const [result] = await lab.apply(world.editor, [
      {
        id: uuidV7(),
        kind: 'update',
        table: lab.films.id,
        record,
        values: { [kind('films')]: 'secret', [cast]: { link: [ada] } },
        base: { [kind('films')]: 'open', [cast]: null },
      },
    ])
    expect(result).toMatchObject({ status: 'ok', left: true, ver: 3 })
    expect(await lab.cell(world.creator, lab.films, record, cast)).toMatchObject({ count: 1 })
    await grant(editor, lab.films.id, 'update', 'rules', 'films')
  })

  test('is refused where a record on either side is locked, if that one changes', async () => {
    await empty()
    const lock = uuidV7()
    const locked = await lab.make(lab.people, 'Locked', { [kind('people')]: 'locked' })
    const definition = {
      name: 'Kept',
      rule: { call: '=', args: [{ field: kind('people') }, { text: 'locked' }] },
      creators: false,
      roles: [],
    }
    await link(open, { link: [locked] })
    await h.rpc(world.creator, 'save_record_lock', { table: lab.people.id, lock, definition })
    const details = { table: lab.people.id, rule: lock }
    expect((await link(open, { unlink: [locked] }))[0]!.error).toMatchObject({
      code: 'record_locked',
      details,
    })
    expect((await link(secret, { link: [locked] }))[0]!.error).toMatchObject({
      code: 'record_locked',
      details,
    })
    expect(
      (await link(locked, { link: [secret] }, world.creator, films, lab.people))[0]!.error,
    ).toMatchObject({ code: 'record_locked', details })
    // What is linked already does not change, and a field that only one side has changes that side alone.
    expect(await link(open, { link: [locked] })).toMatchObject([{ status: 'ok' }])
    const oneWay = await lab.link(lab.films, lab.people, 'Extra')
    expect(await link(open, { link: [locked] }, world.creator, oneWay)).toMatchObject([{ status: 'ok' }])
    await h.rpc(world.creator, 'delete_record_lock', { lock })
  })
})

describe('fields of links', () => {
  const make = (who: Person, options: Json, table = lab.films.id) =>
    h.rpc(who, 'create_field', {
      table,
      definition: { id: uuidV7(), name: `F${uuidV7()}`, type: 'link', options },
    })

  test('are made by who shapes the base, between its own tables', async () => {
    const target = { target: lab.people.id }
    expect(await refusalOf(make(world.editor, target))).toBe('forbidden')
    expect(await refusalOf(make(world.viewer, target))).toBe('forbidden')
    expect(await refusalOf(make(world.outsider, target))).toBe('not_found')
    for (const options of [
      {},
      { target: uuidV7() },
      { target: world.elsewhere[3]! },
      { target: 'x' },
      { ...target, single: 'x' },
      { ...target, onDelete: 'x' },
      { ...target, pair: 'x' },
      { ...target, pair: { id: uuidV7(), name: 'Cast', single: 3 } },
    ]) {
      expect([options, await refusalOf(make(world.creator, options))]).toEqual([options, 'invalid_input'])
    }
    expect(await refusalOf(make(world.creator, { ...target, pair: { id: uuidV7(), name: '' } }))).toBe(
      'name_required',
    )
    expect(await refusalOf(make(world.creator, { ...target, pair: { id: uuidV7(), name: 'films' } }))).toBe(
      'name_taken',
    )
    const definition = {
      id: uuidV7(),
      name: 'T',
      fields: [{ id: uuidV7(), name: 'L', type: 'link', options: target }],
    }
    expect(await refusalOf(h.rpc(world.creator, 'create_table', { base: world.base, definition }))).toBe(
      'invalid_input',
    )
  })

  test('have no default, no rules, and are hidden from no role', async () => {
    const refused = async (call: string, args: Record<string, unknown>) =>
      refusalOf(h.rpc(world.creator, call, args))
    const value = { kind: 'value', value: 3 }
    expect(await refused('update_field', { field: cast, changes: { default: value } })).toBe('value_invalid')
    expect(await refused('set_field_rules', { field: cast, rules: { required: true }, keep: false })).toBe(
      'invalid_input',
    )
    expect(
      await refused('set_field_grant', { role: await builtIn('viewer'), field: cast, access: 'hidden' }),
    ).toBe('field_unhideable')
    const rule_ = { call: '>', args: [{ field: cast }, { number: 0 }] }
    expect(
      await refused('set_grant', {
        role: await builtIn('viewer'),
        table: lab.films.id,
        action: 'read',
        scope: 'rules',
        rule: rule_,
      }),
    ).toBe('expression_invalid')
    expect(
      await refused('begin_import', {
        import: uuidV7(),
        table: lab.films.id,
        file_name: 'a',
        fields: [cast],
        mode: 'append',
        key: null,
      }),
    ).toBe('invalid_input')
  })
})
