/** How records are laid out: who shapes it, what it may hold, and what it does not tell. */
import { limits, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
import { rolesOf } from './hidden-lab.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface Layout {
  sections: { name: string; fields: { field: string; width: string; columns?: string[] }[] }[]
  hidden: string[]
}

let count = 0
async function makeTable() {
  const definition = {
    id: uuidV7(),
    name: `Table ${(count += 1)}`,
    fields: [fieldOf('Title', 'text'), fieldOf('Count', 'integer'), fieldOf('Salary', 'integer')],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const id = (name: string) => table.fields.find((one) => one.name === name)!.id
  const set = (who: Person | null, layout: Json) =>
    h.rpc<Layout | null>(who, 'set_record_layout', { table: table.id, layout })
  const told = async (who: Person, of = table.id): Promise<Layout | null> => {
    const { tables } = await h.rpc<{ tables: { id: string; layout: Layout | null }[] }>(who, 'base_schema', {
      base: world.base,
    })
    return tables.find((one) => one.id === of)!.layout
  }
  const section = (name: string, ...names: string[]): Layout['sections'][number] => ({
    name,
    fields: names.map((one) => ({ field: id(one), width: 'half' })),
  })
  return { table, id, set, told, section }
}

describe('who shapes it', () => {
  test('creators do, readers are told, and nobody else knows of it', async () => {
    const { set, told, section, table } = await makeTable()
    expect(await told(world.viewer)).toBeNull()
    const layout = { sections: [section('Main', 'Count', 'Title')], hidden: [] }
    for (const who of [world.editor, world.viewer])
      expect(await refusalOf(set(who, layout))).toBe('forbidden')
    for (const who of [world.holder, world.member, world.outsider])
      expect(await refusalOf(set(who, layout))).toBe('not_found')
    expect(await refusalOf(set(world.anonymous, layout))).toBe('forbidden')
    expect(await set(world.creator, layout)).toEqual(layout)
    for (const who of [world.owner, world.creator, world.editor, world.viewer])
      expect(await told(who)).toEqual(layout)
    const rows = (who: Person) =>
      h.as(who, (tx) => tx`select 1 from plinth.record_layout where table_id = ${table.id}`)
    expect(await rows(world.creator)).toHaveLength(1)
    for (const who of [world.editor, world.viewer, world.outsider]) expect(await rows(who)).toHaveLength(0)
  })

  test('a change is told in the room of the base, and null takes it away, that of no other table', async () => {
    const { set, told, section } = await makeTable()
    const other = await makeTable()
    await set(world.creator, { sections: [section('Main', 'Title')], hidden: [] })
    const kept = await other.set(world.creator, {
      sections: [other.section('Main', 'Count')],
      hidden: [],
    })
    await h.db.admin`delete from realtime.messages where true`
    expect(await set(world.creator, null)).toBeNull()
    expect(await told(world.creator)).toBeNull()
    expect(await other.told(world.creator)).toEqual(kept)
    const sent = await h.db.admin`select topic from realtime.messages where event = 'schema'`
    expect(sent.map((row) => (row['topic'] as string).split(':')[1])).toEqual([world.base])
  })
})

describe('what it may hold', () => {
  test('sections with names, fields once each, and their widths', async () => {
    const { set, section, id } = await makeTable()
    const kept = await set(world.creator, {
      sections: [{ ...section('  Main ', 'Title'), name: '  Main ' }, section('', 'Count')],
      hidden: [id('Salary')],
    })
    expect(kept!.sections.map(({ name }) => name)).toEqual(['Main', ''])
  })

  test('nothing else', async () => {
    const { set, section, id, told } = await makeTable()
    const one = section('Main', 'Title')
    const columns = Array.from({ length: limits.columnsPerLink + 1 }, () => uuidV7() as string)
    const refused: Json[] = [
      'text',
      [],
      {},
      { sections: [], hidden: null },
      { sections: {}, hidden: [] },
      { sections: [], hidden: ['x'] },
      { sections: [], hidden: [1] },
      { sections: [], hidden: [], more: 1 },
      { sections: ['x'], hidden: [] },
      { sections: [{ name: 'A' }], hidden: [] },
      { sections: [{ ...one, name: 1 }], hidden: [] },
      { sections: [{ ...one, name: 'x'.repeat(limits.nameLength + 1) }], hidden: [] },
      { sections: [{ ...one, name: 'a\u202eb' }], hidden: [] },
      { sections: [{ ...one, more: 1 }], hidden: [] },
      { sections: [{ name: 'A', fields: [{ field: id('Title'), width: 'third' }] }], hidden: [] },
      { sections: [{ name: 'A', fields: [{ field: 'x', width: 'half' }] }], hidden: [] },
      { sections: [{ name: 'A', fields: [id('Title')] }], hidden: [] },
      ...[
        null,
        {},
        'x',
        [null],
        ['x'],
        [[]],
        [1],
        columns.slice(0, 1).concat(columns[0]!.toUpperCase()),
        columns,
      ].map(
        (all): Json => ({
          sections: [{ name: 'A', fields: [{ field: id('Title'), width: 'half', columns: all }] }],
          hidden: [],
        }),
      ),
      { sections: [one, one], hidden: [] },
      { sections: [one], hidden: [id('Title')] },
      { sections: [one], hidden: [id('Title').toUpperCase()] },
    ]
    for (const layout of refused)
      expect([layout, await refusalOf(set(world.creator, layout))]).toEqual([layout, 'invalid_input'])
    const many = Array.from({ length: limits.sectionsPerRecord + 1 }, () => ({ name: 'A', fields: [] }))
    expect(await refusalOf(set(world.creator, { sections: many, hidden: [] }))).toBe('limit_exceeded')
    const long = {
      sections: [{ name: 'A', fields: [] }],
      hidden: Array.from({ length: Math.ceil(limits.viewBytes / 36) }, () => uuidV7()),
    }
    expect(await refusalOf(set(world.creator, long))).toBe('invalid_input')
    expect(await told(world.creator)).toBeNull()
  })

  test('unknown fields are left out, and sections without any', async () => {
    const { set, section } = await makeTable()
    const none = { name: 'None', fields: [{ field: uuidV7(), width: 'half' }] }
    const main = section('Main', 'Title')
    expect(await set(world.creator, { sections: [none, main], hidden: [uuidV7()] })).toEqual({
      sections: [main],
      hidden: [],
    })
  })
})

describe('what it does not tell', () => {
  test('fields that the reader does not see, nor sections of them alone', async () => {
    const { set, told, section, id } = await makeTable()
    const layout = { sections: [section('Main', 'Title'), section('Pay', 'Salary')], hidden: [] }
    await set(world.creator, layout)
    const roles = await rolesOf(h, world)
    await h.rpc(world.creator, 'set_field_grant', {
      role: roles.get('viewer'),
      field: id('Salary'),
      access: 'hidden',
    })
    expect(await told(world.viewer)).toEqual({ sections: [section('Main', 'Title')], hidden: [] })
    expect(await told(world.editor)).toEqual(layout)
    await set(world.creator, { sections: [section('Main', 'Title')], hidden: [id('Salary')] })
    expect(await told(world.viewer)).toEqual({ sections: [section('Main', 'Title')], hidden: [] })
    const seen = await h.rpc<{ tables: { layout: Layout | null }[] }>(world.creator, 'view_as', {
      base: world.base,
      who: { person: world.viewer.id },
      call: 'base_schema',
      args: { base: world.base },
    })
    expect(JSON.stringify(seen)).not.toContain(id('Salary'))
  })

  test('fields in the trash, until they are back', async () => {
    const { set, told, section, id } = await makeTable()
    const layout = { sections: [section('Main', 'Title'), section('Pay', 'Salary')], hidden: [] }
    await set(world.creator, layout)
    await h.rpc(world.creator, 'delete_field', { field: id('Salary') })
    expect(await told(world.creator)).toEqual({ sections: [section('Main', 'Title')], hidden: [] })
    await h.rpc(world.creator, 'restore_field', { field: id('Salary') })
    expect(await told(world.creator)).toEqual(layout)
  })
})

/** A table whose records link those of another one, laid out to show all fields of these. */
async function linking() {
  const [from, to] = [await makeTable(), await makeTable()]
  const link = uuidV7()
  const definition = { id: link, name: 'Links', type: 'link', options: { target: to.table.id } }
  await h.rpc(world.creator, 'create_field', { table: from.table.id, definition })
  const columns = [to.id('Salary'), to.id('Count')]
  const layout = {
    sections: [
      {
        name: 'Main',
        fields: [{ field: link, width: 'whole', columns }, ...from.section('', 'Title').fields],
      },
    ],
    hidden: [],
  }
  const told = async (who: Person) => (await from.told(who))!.sections[0]!.fields[0]!.columns
  return { from, to, link, columns, layout, told }
}

describe('columns of linked records', () => {
  test('are kept in their order, and left out where they are none of the other table', async () => {
    const { from, to, link, columns, layout, told } = await linking()
    expect(await from.set(world.creator, layout)).toEqual(layout)
    expect(await told(world.viewer)).toEqual(columns)
    const more = [uuidV7(), from.id('Count'), to.id('Count')]
    const of = (field: string) => ({ name: 'Main', fields: [{ field, width: 'half', columns: more }] })
    expect(await from.set(world.creator, { sections: [of(link), of(from.id('Title'))], hidden: [] })).toEqual(
      {
        sections: [
          { name: 'Main', fields: [{ field: link, width: 'half', columns: [to.id('Count')] }] },
          { name: 'Main', fields: [{ field: from.id('Title'), width: 'half' }] },
        ],
        hidden: [],
      },
    )
  })

  test('are told as far as the reader sees them, and not at all of a table that they do not read', async () => {
    const { from, to, columns, layout, told } = await linking()
    await from.set(world.creator, layout)
    const roles = await rolesOf(h, world)
    const hide = { role: roles.get('viewer'), field: to.id('Salary'), access: 'hidden' }
    await h.rpc(world.creator, 'set_field_grant', hide)
    expect(await told(world.viewer)).toEqual([to.id('Count')])
    expect(await told(world.editor)).toEqual(columns)
    const grant = { table: from.table.id, action: 'read', scope: 'all', rule: null }
    await h.rpc(world.creator, 'set_grant', { role: world.role, ...grant })
    expect(await told(world.holder)).toBeUndefined()
    for (const id of columns) expect(JSON.stringify(await from.told(world.holder))).not.toContain(id)
    await h.rpc(world.creator, 'delete_field', { field: to.id('Count') })
    expect(await told(world.creator)).toEqual([to.id('Salary')])
    await h.rpc(world.creator, 'restore_field', { field: to.id('Count') })
    expect(await told(world.creator)).toEqual(columns)
    await h.rpc(world.creator, 'delete_table', { table: to.table.id })
    expect(await told(world.creator)).toBeUndefined()
  })
})

describe('tables', () => {
  test('keep it in the trash', async () => {
    const { table, set, told, section } = await makeTable()
    const layout = { sections: [section('Main', 'Count')], hidden: [] }
    await set(world.creator, layout)
    await h.rpc(world.creator, 'delete_table', { table: table.id })
    expect(await refusalOf(set(world.creator, null))).toBe('not_found')
    await h.rpc(world.creator, 'restore_table', { table: table.id })
    expect(await told(world.viewer)).toEqual(layout)
  })

  test('are copied with it', async () => {
    const { table, set, told, section, id } = await makeTable()
    await set(world.creator, { sections: [section('Main', 'Count')], hidden: [id('Salary')] })
    const made = await h.rpc<TestTable>(world.creator, 'duplicate_table', {
      table: table.id,
      copy: uuidV7(),
      name: `${table.name} copy`,
      with_records: false,
    })
    const copyOf = (name: string) => made.fields.find((one) => one.name === name)!.id
    expect(await told(world.viewer, made.id)).toEqual({
      sections: [{ name: 'Main', fields: [{ field: copyOf('Count'), width: 'half' }] }],
      hidden: [copyOf('Salary')],
    })
  })
})
