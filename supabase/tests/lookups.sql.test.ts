/** Lookups of every type: choices as choices, people, files, what linked records link, moments of change; who is told them, and what follows what. */
import { type FieldTypeName, fieldTypeNames, isRolledLate, rollupFunctions, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  buildWorld,
  type Harness,
  type Json,
  type Person,
  refusalOf,
  refusedFor,
  startHarness,
  type World,
} from './harness.ts'
import { type Made, type RollupLab, rollupLab } from './rollup-lab.ts'

let h: Harness
let world: World
let lab: RollupLab
let link: string
let film: string
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.db.stop())
beforeEach(async () => {
  world = await buildWorld(h)
  lab = await rollupLab(h, world)
  link = await lab.link(lab.films, lab.people, 'Cast', { pair: 'Films' })
  film = await lab.make(lab.films, 'Alien')
})

const options = {
  options: [
    { id: 'low', label: 'Low', hue: 'blue' },
    { id: 'high', label: 'High', hue: 'red' },
  ],
}
const rollup = (name: string, field: string, more: Record<string, Json> = {}): Json => ({
  rollup: { link, function: name, field, ...more },
})
const add = (name: string, of: string, field: string, more: Record<string, Json> = {}) =>
  lab.add(lab.films, name, { ...(rollup(of, field) as object), ...more })
const linked = async (...people: string[]) => {
  const [result] = await lab.apply(world.creator, [lab.change(lab.films, film, link, { link: people })])
  expect(result).toMatchObject({ status: 'ok' })
}
/** People of the film, one for each value of this field. */
async function cast(field: string, ...values: Json[]): Promise<string[]> {
  const people: string[] = []
  for (const [n, value] of values.entries())
    people.push(await lab.make(lab.people, `P${n}`, value === null ? {} : { [field]: value }))
  await linked(...people)
  return people
}
async function told(who: Person, { id }: { id: string }): Promise<Json> {
  const query = { table: lab.films.id, sorts: [], fields: [id] }
  const { rows } = await h.rpc<{ rows: Json[][] }>(who, 'rows_by_id', { query, ids: [film] })
  return rows[0]![2]!
}
const fileIds = async (who: Person, field: Made) =>
  ((await told(who, field)) as { id: string }[] | null)?.map(({ id }) => id)
const optionsOf = async (id: string) => {
  const fields = await schemaFields(world.viewer)
  return fields.find((field) => field.id === id)!.options['options']
}
const schemaFields = async (who: Person) => {
  const schema = await h.rpc<{ tables: { id: string; fields: Made[] }[] }>(who, 'base_schema', {
    base: world.base,
  })
  return schema.tables.find(({ id }) => id === lab.films.id)!.fields
}
const restrict = async (kind: string, table: string, rule: Json) => {
  const [role] = await h.db.admin`select id from plinth.role where base_id = ${world.base} and kind = ${kind}`
  await h.rpc(world.creator, 'set_grant', {
    role: role!['id'] as string,
    table,
    action: 'read',
    scope: 'rules',
    rule,
    hand_over: false,
  })
}
const called = (name: string): Json => ({
  call: '=',
  args: [{ field: lab.of(lab.people, 'Name') }, { text: name }],
})

test('the app and the database agree on what is kept', async () => {
  const rows = await h.db.admin`
    select f as function, t as type, plinth_private.is_rolled_late(f, t) as result
    from unnest(${[...rollupFunctions]}::text[]) as f cross join unnest(${[...fieldTypeNames]}::text[]) as t`
  for (const row of rows)
    expect({ ...row }).toEqual({
      ...row,
      result: isRolledLate(row['function'] as 'count', row['type'] as FieldTypeName),
    })
})

describe('a lookup of choices', () => {
  test('is one of choices, with the options of its field', async () => {
    const level = await lab.addField(lab.people, 'Level', 'single_select', options)
    await cast(level, null, 'high', 'low', 'high')
    const each = await add('Each', 'unique', level)
    const last = await add('Last', 'last', level)
    expect(each).toMatchObject({ type: 'multi_select', options, access: 'read' })
    expect(last).toMatchObject({ type: 'single_select', options })
    expect(await told(world.viewer, each)).toEqual(['high', 'low'])
    expect(await told(world.viewer, last)).toBe('high')
    expect(await told(world.viewer, await add('All', 'concatenate', level))).toBe('High, Low, High')
    expect(await lab.stale()).toBe(0)
  })

  test('of a status is no status: nobody goes through its states', async () => {
    const state = await lab.addField(lab.people, 'State', 'status', { ...options, initial: 'low' })
    await cast(state, 'low')
    const made = await add('State', 'first', state)
    expect(made).toMatchObject({ type: 'single_select', options })
    expect(made.options).not.toHaveProperty('initial')
    expect(await told(world.viewer, made)).toBe('low')
  })

  test('of several choices has all of them, and tells each by its name once', async () => {
    const tags = await lab.addField(lab.people, 'Tags', 'multi_select', options)
    const [, second] = await cast(tags, ['high'], ['low', 'high'], null)
    const all = await add('All', 'unique', tags)
    const first = await add('First', 'first', tags)
    const names = await add('Names', 'concatenate', tags)
    expect(first).toMatchObject({ type: 'multi_select', options })
    expect([await told(world.viewer, all), await told(world.viewer, first)]).toEqual([
      ['high', 'low'],
      ['high'],
    ])
    expect(await told(world.viewer, names)).toBe('High, Low, High')
    await lab.set(lab.people, second!, { [tags]: null })
    expect([await told(world.viewer, all), await told(world.viewer, names)]).toEqual([['high'], 'High'])
    expect(await lab.stale()).toBe(0)
  })

  test('follows the options of its field, through lookups of lookups, and has none of its own', async () => {
    const level = await lab.addField(lab.people, 'Level', 'single_select', options)
    await cast(level, 'low')
    const near = await add('Near', 'first', level)
    const far = await lab.add(lab.people, 'Far', {
      rollup: { link: lab.field('Films'), function: 'unique', field: near.id },
    })
    const more = {
      options: [
        { id: 'low', label: 'Deep', hue: 'pink' },
        options.options[1]!,
        { id: 'new', label: 'New', hue: 'teal' },
      ],
    }
    await h.rpc(world.creator, 'update_field', { field: level, changes: { options: more } })
    expect(await optionsOf(near.id)).toEqual(more.options)
    const [behind] = await h.db.admin`select options from plinth.field where id = ${far.id}`
    expect(behind!['options']).toEqual(more)
    await h.rpc(world.creator, 'update_field', { field: near.id, changes: { name: 'Nearest', options } })
    expect(await optionsOf(near.id)).toEqual(more.options)
    const option = { id: 'own', label: 'Own', hue: 'red' }
    for (const [call, args] of [
      ['add_option', { field: near.id, option }],
      ['merge_options', { field: near.id, from: ['low'], into: 'high' }],
      ['count_options', { field: near.id, from: ['low'], into: 'high' }],
    ] as const)
      expect(await refusalOf(h.rpc(world.creator, call, args))).toBe('invalid_input')
  })

  test('keeps options that a formula over it names', async () => {
    const level = await lab.addField(lab.people, 'Level', 'single_select', options)
    const near = await add('Near', 'first', level)
    const formula = await lab.add(lab.films, 'Is high', {
      formula: { call: '=', args: [{ field: near.id }, { field: near.id, option: 'high' }] },
    })
    const less = () =>
      h.rpc(world.creator, 'update_field', {
        field: level,
        changes: { options: { options: [options.options[0]!] } },
      })
    expect(await refusalOf(less())).toBe('used_by_rule')
    expect(await refusedFor(less())).toEqual({ table: lab.films.id, field: near.id, formula: formula.id })
    const merge = h.rpc(world.creator, 'merge_options', { field: level, from: ['high'], into: 'low' })
    expect(await refusalOf(merge)).toBe('used_by_rule')
  })

  test('holds what options became that were merged', async () => {
    const level = await lab.addField(lab.people, 'Level', 'single_select', options)
    await cast(level, 'low', 'high')
    const each = await add('Each', 'unique', level)
    const { merge } = await h.rpc<{ merge: string }>(world.creator, 'merge_options', {
      field: level,
      from: ['low'],
      into: 'high',
    })
    expect(await told(world.viewer, each)).toEqual(['high'])
    expect(await optionsOf(each.id)).toEqual([options.options[1]])
    await h.rpc(world.creator, 'unmerge_options', { merge })
    expect(await told(world.viewer, each)).toEqual(['high', 'low'])
    expect(await optionsOf(each.id)).toEqual(options.options)
  })

  test('tells what they are called where that is asked for, and goes on with it', async () => {
    const level = await lab.addField(lab.people, 'Level', 'single_select', options)
    await cast(level, 'low', 'high')
    const plain = await add('Plain', 'first', level, { type: 'text' })
    const list = await add('List', 'unique', level, { type: 'long_text' })
    expect([plain.type, list.type]).toEqual(['text', 'long_text'])
    expect([await told(world.viewer, plain), await told(world.viewer, list)]).toEqual(['Low', 'Low, High'])
    await h.rpc(world.creator, 'change_formula', {
      field: plain.id,
      definition: { ...(rollup('last', level) as object), type: 'text' },
    })
    expect(await told(world.viewer, plain)).toBe('High')
    await h.rpc(world.creator, 'change_formula', { field: plain.id, definition: rollup('last', level) })
    expect((await schemaFields(world.viewer)).find(({ id }) => id === plain.id)!.type).toBe('single_select')
    expect(await told(world.viewer, plain)).toBe('high')
  })
})

describe('a lookup of people', () => {
  test('is one of people, kept, and stays where they have left', async () => {
    const lead = await lab.addField(lab.people, 'Lead', 'person')
    const [led] = await cast(lead, world.editor.id, world.viewer.id)
    // Beside one that takes people of the base alone.
    const own = await lab.addField(lab.films, 'Own', 'person')
    const first = await add('Lead', 'first', lead)
    expect(first).toMatchObject({ type: 'person', access: 'read' })
    expect(first.onRead).toBeUndefined()
    expect(await told(world.viewer, first)).toBe(world.editor.id)
    const query = {
      table: lab.films.id,
      sorts: [],
      fields: [],
      filter: { join: 'and', items: [{ field: first.id, operator: 'is', value: 'me' }] },
    }
    expect(await lab.rows(world.editor, query)).toHaveLength(1)
    expect(await lab.rows(world.viewer, query)).toHaveLength(0)
    await h.db
      .sql`delete from plinth.base_member where base_id = ${world.base} and user_id = ${world.editor.id}`
    // What is computed is computed again, and nobody is refused for it.
    await lab.set(lab.films, film, { [lab.of(lab.films, 'Title')]: 'Aliens' })
    await linked(await lab.make(lab.people, 'Another'))
    expect(await told(world.viewer, first)).toBe(world.editor.id)
    film = await lab.make(lab.films, 'New', { [link]: { link: [led!] } })
    expect(await told(world.viewer, first)).toBe(world.editor.id)
    const filled = { [own]: world.editor.id }
    await expect(lab.make(lab.films, 'Refused', filled)).rejects.toThrow('value_invalid')
    await linked(await lab.make(lab.people, 'Last'))
    const maker = await add('Maker', 'last', await lab.addField(lab.people, 'Made by', 'created_by'))
    expect(await told(world.viewer, maker)).toBe(world.creator.id)
    expect(await lab.stale()).toBe(0)
  })

  test('tells the names of several when it is read', async () => {
    const lead = await lab.addField(lab.people, 'Lead', 'person')
    await cast(lead, world.editor.id, world.viewer.id, world.editor.id)
    const names = await add('Leads', 'unique', lead)
    expect(names).toMatchObject({ type: 'long_text', onRead: true })
    const called_ = async () => await told(world.viewer, names)
    expect(await called_()).toBe(`editor, viewer`)
    await h.db.admin`update plinth.profile set name = 'Another name' where id = ${world.editor.id}`
    expect(await called_()).toBe(`Another name, viewer`)
    expect(await told(world.viewer, await add('All', 'concatenate', lead))).toBe(
      `Another name, viewer, Another name`,
    )
  })
})

describe('a lookup that is computed when it is read', () => {
  test('of moments of change, and who made the change', async () => {
    const at = await lab.addField(lab.people, 'Changed', 'changed_time')
    const by = await lab.addField(lab.people, 'Changed by', 'changed_by')
    const [person] = await cast(lab.of(lab.people, 'Rank'), 1, 2)
    const latest = await add('Latest', 'max', at)
    const who = await add('By', 'first', by)
    expect([latest, who]).toMatchObject([
      { type: 'datetime', onRead: true },
      { type: 'person', onRead: true },
    ])
    const before = (await told(world.viewer, latest)) as string
    await lab.set(lab.people, person!, { [lab.of(lab.people, 'Rank')]: 7 }, world.editor)
    expect(((await told(world.viewer, latest)) as string) > before).toBe(true)
    expect(await told(world.viewer, who)).toBe(world.editor.id)
  })

  test('of what linked records link, as far as each reader reads it', async () => {
    const parts = await lab.link(lab.people, lab.films, 'Best', { pair: 'Best of' })
    const other = await lab.make(lab.films, 'Heat')
    const [first, second] = await cast(lab.of(lab.people, 'Rank'), 1, 2)
    for (const [person, films] of [
      [first!, [film, other]],
      [second!, [other]],
    ] as const)
      await lab.apply(world.creator, [lab.change(lab.people, person, parts, { link: [...films] })])
    const all = await add('All', 'concatenate', parts)
    const each = await add('Each', 'unique', parts)
    const one = await add('One', 'first', parts)
    expect([all, each, one]).toMatchObject(
      Array.from({ length: 3 }, () => ({ type: 'long_text', onRead: true })),
    )
    expect([
      await told(world.viewer, all),
      await told(world.viewer, each),
      await told(world.viewer, one),
    ]).toEqual(['Alien, Heat, Heat', 'Alien, Heat', 'Alien, Heat'])
    await restrict('viewer', lab.films.id, {
      call: '=',
      args: [{ field: lab.of(lab.films, 'Title') }, { text: 'Alien' }],
    })
    expect([await told(world.viewer, all), await told(world.viewer, each)]).toEqual(['Alien', 'Alien'])
    await restrict('viewer', lab.people.id, called('P1'))
    expect(await told(world.viewer, all)).toBeNull()
    expect(await told(world.editor, all)).toBe('Alien, Heat, Heat')
  })

  test('of files, with what opens them, for whom they are', async () => {
    const files = await lab.addField(lab.people, 'Files', 'attachment')
    const [first, second] = await cast(lab.of(lab.people, 'Rank'), 1, 2)
    const put = async (record: string, name: string) => {
      const file = { id: uuidV7(), name, mime: 'image/png', bytes: 5, thumbnail: false }
      const begun = await h.rpc<{ id: string; key: string }>(world.editor, 'begin_upload', {
        table: lab.people.id,
        record,
        field: files,
        file,
      })
      await h.as(world.editor, async (tx) => {
        await tx`select set_config('storage.operation', 'storage.object.upload', true)`
        await tx`insert into storage.objects (bucket_id, name, metadata) values ('plinth', ${begun.key}, '{"size": 5}')`
      })
      await h.rpc(world.editor, 'finish_upload', { attachment: begun.id })
      return begun.id
    }
    const [b] = [await put(second!, 'B.png')]
    const [a, c] = [await put(first!, 'A.png'), await put(first!, 'C.png')]
    const all = await add('Files', 'concatenate', files)
    const last = await add('Last', 'last', files)
    expect([all, last]).toMatchObject(Array.from({ length: 2 }, () => ({ type: 'attachment', onRead: true })))
    expect(await fileIds(world.viewer, all)).toEqual([a, c, b])
    expect(await fileIds(world.viewer, last)).toEqual([b])
    await restrict('viewer', lab.people.id, called('P1'))
    expect(await fileIds(world.viewer, all)).toEqual([b])
    expect(await fileIds(world.editor, all)).toEqual([a, c, b])
    // Nobody writes there.
    const file = { id: uuidV7(), name: 'D.png', mime: 'image/png', bytes: 5, thumbnail: false }
    const upload = h.rpc(world.editor, 'begin_upload', {
      table: lab.films.id,
      record: film,
      field: all.id,
      file,
    })
    expect(['not_found', 'field_read_only', 'invalid_input']).toContain(await refusalOf(upload))
  })

  test('does not become one that is kept, nor a kept one such', async () => {
    const lead = await lab.addField(lab.people, 'Lead', 'person')
    const kept = await add('Kept', 'first', lead)
    const change = h.rpc(world.creator, 'change_formula', {
      field: kept.id,
      definition: rollup('unique', lead),
    })
    expect(await refusedFor(change)).toMatchObject({ rule: 'field' })
  })
})

test('numbers that are given once are told with their prefix, as it is now', async () => {
  const number = await lab.addField(lab.people, 'Number', 'autonumber', { prefix: 'P-', digits: 3 })
  await cast(lab.of(lab.people, 'Rank'), 1, 2)
  const first = await add('First', 'first', number)
  const most = await add('Most', 'max', number)
  const all = await add('All', 'concatenate', number)
  expect([first.type, most.type, all.type]).toEqual(['text', 'integer', 'long_text'])
  expect(await told(world.viewer, first)).toBe('P-001')
  expect([await told(world.viewer, most), await told(world.viewer, all)]).toEqual([2, 'P-001, P-002'])
  await h.rpc(world.creator, 'update_field', { field: number, changes: { options: { prefix: 'Q' } } })
  expect(await told(world.viewer, all)).toBe('Q1, Q2')
  expect(await lab.stale()).toBe(0)
})

test('documents are documents', async () => {
  const notes = await lab.addField(lab.people, 'Notes', 'json')
  await cast(notes, '{"a": [1, 2.50]}')
  const first = await add('First', 'first', notes)
  expect(first.type).toBe('json')
  expect(JSON.parse((await told(world.viewer, first)) as string)).toEqual({ a: [1, 2.5] })
  expect(await lab.stale()).toBe(0)
})
