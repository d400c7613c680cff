/** What a link shows: the records and fields that it names, as its view and its maker have them, and nothing else. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  buildWorld,
  createFullTable,
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type World,
} from './harness.ts'
import { rolesOf } from './hidden-lab.ts'
import { linkLab } from './link-lab.ts'
import { rollupLab } from './rollup-lab.ts'
import { type LinkAnswer, type SharedPage, type SharedRows, type ShareLab, shareLab } from './share-lab.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

let count = 0
const makeLab = () => shareLab(h, world, `Table ${(count += 1)}`)
const names = async (lab: ShareLab, token: string) => (await lab.page(token)).fields.map(({ name }) => name)
const first = (rows: SharedRows) => rows.rows.map(([value]) => value)
const asc = (field: string): Json => ({ field, direction: 'asc' })
const desc = (field: string): Json => ({ field, direction: 'desc' })
const filterOf = (...items: Json[]): Json => ({ join: 'and', items })
const pageOf = (token: string) => h.rpc<SharedPage>(null, 'shared_page', { token, pass: null })
const rowsOf = (token: string) =>
  h.rpc<SharedRows>(null, 'shared_rows', { token, pass: null, after: null, take: 100 })

/** All rows of a link, page by page. */
async function walk(lab: ShareLab, token: string, take: number): Promise<Json[][]> {
  const rows: Json[][] = []
  let after: string | null = null
  do {
    const page: SharedRows = await lab.rows(token, null, after, take)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  return rows
}

describe('a link to a view', () => {
  test('shows its fields of its records to nobody in particular', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name', 'Size'])
    expect(await lab.page(token)).toEqual({
      kind: 'view',
      name: 'Our cities',
      total: 5,
      timeZone: 'Europe/Vienna',
      locale: 'en-GB',
      weekStart: 1,
      fields: [
        { name: 'Name', type: 'text', options: {} },
        { name: 'Size', type: 'integer', options: {} },
      ],
    })
    expect(await lab.rows(token)).toEqual({
      rows: [
        ['Linz', 10],
        ['Graz', 20],
        ['Wien', 30],
        ['Steyr', 40],
        ['Wels', 50],
      ],
      next: null,
    })
  })

  test('tells no id of anything, no other field, and no address', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name', 'Level', 'Mayor', 'Size'], { showsPeople: true })
    await lab.configure({ sorts: [desc(lab.field('Secret'))], groups: [asc(lab.field('Size'))] })
    const told = JSON.stringify([await lab.page(token), await lab.rows(token, null, null, 2)])
    for (const id of [
      lab.table.id,
      lab.view,
      world.base,
      world.workspace,
      world.creator.id,
      world.viewer.id,
      ...lab.records,
      ...lab.table.fields.map((field) => field.id),
    ])
      expect(told).not.toContain(id)
    for (const text of ['hush', 'Secret', 'Files', '@example.org', 'Table ', 'Müller', 'Acme'])
      expect([text, told.includes(text)]).toEqual([text, false])
    expect(told).toContain('Level low')
  })

  test('shows the fields in the order of the view, without those that it hides or that came later', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name', 'Size', 'Level'])
    await h.rpc(world.creator, 'create_field', { table: lab.table.id, definition: fieldOf('New', 'text') })
    expect(await names(lab, token)).toEqual(['Name', 'Size', 'Level'])
    await lab.configure({ order: [lab.field('Level'), lab.field('Secret'), lab.field('Size')] })
    expect(await names(lab, token)).toEqual(['Level', 'Size', 'Name'])
    expect((await lab.rows(token)).rows[1]).toEqual(['high', 20, 'Graz'])
    await lab.configure({ hidden: [lab.field('Size')] })
    expect(await names(lab, token)).toEqual(['Name', 'Level'])
    expect((await lab.rows(token)).rows[0]).toEqual(['Linz', 'low'])
    await h.rpc(world.creator, 'delete_field', { field: lab.field('Level') })
    expect((await lab.rows(token)).rows[0]).toEqual(['Linz'])
    await h.rpc(world.creator, 'delete_field', { field: lab.field('Name') })
    expect(await lab.page(token)).toMatchObject({ fields: [], total: 5 })
    expect((await lab.rows(token)).rows).toEqual([[], [], [], [], []])
  })

  test('says of a field what is needed to show its values, and no more', async () => {
    const table = await createFullTable(h, world, 'Full')
    const id = (name: string) => table.fields.find((one) => one.name === name)!.id
    await h.rpc(world.creator, 'update_field', {
      field: id('Title'),
      changes: { description: 'top secret', default: { kind: 'value', value: 'top secret' } },
    })
    await h.rpc(world.creator, 'set_field_rules', {
      field: id('Title'),
      rules: { pattern: { text: 'top.*' } },
      keep: false,
    })
    const view = uuidV7()
    const definition = { name: 'All', isShared: true, config: {} }
    await h.rpc(world.creator, 'create_view', { table: table.id, view, definition })
    const fields = table.fields.filter(({ type }) => type !== 'attachment').map((field) => field.id)
    const settings = { name: 'All', fields, showsPeople: true }
    const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
      table: table.id,
      target: { view },
      settings,
    })
    const told = new Map((await pageOf(token)).fields.map((field) => [field.name, field]))
    expect(told.size).toBe(table.fields.length - 1)
    expect(told.get('Title')).toEqual({ name: 'Title', type: 'text', options: {} })
    expect(told.get('Ratio')!.options).toEqual({ decimals: 2 })
    expect(told.get('Price')!.options).toEqual({ currency: 'EUR' })
    expect(told.get('No')!.options).toEqual({ prefix: 'N-', digits: 3 })
    expect(Object.keys(told.get('State')!.options as object)).toEqual(['options'])
    // A record of every type is read as the app reads it, but for people.
    const record = uuidV7()
    const values = {
      [id('Title')]: 'top',
      [id('Price')]: 1250,
      [id('Tags')]: ['high', 'low'],
      [id('Paper')]: '{"a":1}',
      [id('Moment')]: '2026-01-02T03:04:05.000Z',
      [id('Owner')]: world.viewer.id,
    }
    const mutation = { id: uuidV7(), kind: 'insert', table: table.id, record, values }
    await h.rpc(world.editor, 'apply_mutations', { batch: { mutations: [mutation], atomic: true } })
    const { fields: ids, rows } = await h.rpc<{ fields: string[]; rows: Json[][] }>(
      world.creator,
      'rows_by_id',
      {
        query: { table: table.id, sorts: [], fields },
        ids: [record],
      },
    )
    const people = new Set(['Owner', 'Made by', 'Changed by'].map(id))
    const [row] = (await rowsOf(token)).rows
    expect(ids).toEqual(fields)
    const others = (values: readonly Json[]) => values.filter((_, n) => !people.has(ids[n]!))
    expect(others(row!)).toEqual(others(rows[0]!.slice(2)))
    const valueOf = (name: string) => row![ids.indexOf(id(name))]
    expect(['Owner', 'Made by', 'Changed by'].map(valueOf)).toEqual(['viewer', 'editor', 'editor'])
  })

  test('tells lookups of people as people, also where they are texts, and no files of linked records', async () => {
    const own = await buildWorld(h)
    const links = await rollupLab(h, own)
    const cast = await links.link(links.films, links.people, 'Cast')
    const lead = await links.addField(links.people, 'Lead', 'person')
    const scan = await links.addField(links.people, 'Scan', 'attachment')
    const film = await links.make(links.films, 'Alien')
    const ann = await links.make(links.people, 'Ann', { [lead]: own.viewer.id })
    await links.apply(own.creator, [links.change(links.films, film, cast, { link: [ann] })])
    const add = (name: string, definition: Json) => links.add(links.films, name, definition)
    const rolled = (name: string, field: string) => ({ rollup: { link: cast, function: name, field } })
    const who = await add('Who', rolled('first', lead))
    const names = await add('Names', rolled('unique', lead))
    const cried = await add('Cried', { formula: { call: '&', args: [{ field: names.id }, { text: '!' }] } })
    const mine = await add('Mine', {
      formula: { call: '=', args: [{ field: who.id }, { call: 'me', args: [] }] },
    })
    const files = await add('Files', rolled('concatenate', scan))
    const fields = [who.id, names.id, cried.id, mine.id]
    const make = (more: object, of = fields) =>
      h.rpc<LinkAnswer>(own.creator, 'create_share_link', {
        table: links.films.id,
        target: { record: film },
        settings: { name: 'A film', fields: of, ...more },
      })
    const shown = async (more: object) => {
      const { token } = await make(more)
      const page = await pageOf(token)
      const { rows } = await rowsOf(token)
      return [page.fields.map(({ name }) => name), rows[0]]
    }
    expect(await shown({})).toEqual([['Mine'], [false]])
    expect(await shown({ showsPeople: true })).toEqual([
      ['Who', 'Names', 'Cried', 'Mine'],
      ['viewer', 'viewer', 'viewer!', false],
    ])
    expect(await refusalOf(make({}, [...fields, files.id]))).toBe('invalid_input')
    // Nor where a link names them all the same.
    const { token, link: made } = await make({}, [mine.id])
    await h.db
      .admin`update plinth_private.share_link set fields = ${[mine.id, files.id]} where id = ${made.id}`
    expect((await pageOf(token)).fields.map(({ name }) => name)).toEqual(['Mine'])
  })

  test('tells of values in a row what they are, as far as that is needed to read them', async () => {
    const own = await buildWorld(h)
    const links = await rollupLab(h, own)
    const cast = await links.link(links.films, links.people, 'Cast')
    const born = await links.addField(links.people, 'Born', 'date')
    const fee = await links.addField(links.people, 'Fee', 'currency', { currency: 'EUR' })
    const options = [{ id: 'a', label: 'Secret option', hue: 'red' }]
    const level = await links.addField(links.people, 'Level', 'single_select', { options })
    const film = await links.make(links.films, 'Alien')
    const ann = await links.make(links.people, 'Ann', { [born]: '1949-10-08', [fee]: 1250, [level]: null })
    await links.apply(own.creator, [links.change(links.films, film, cast, { link: [ann] })])
    const add = (name: string, field: string, of = 'concatenate') =>
      links.add(links.films, name, { rollup: { link: cast, function: of, field } })
    const fields = [
      await add('Born', born),
      await add('Fees', fee, 'unique'),
      await add('Levels', level),
      await add('First born', born, 'first'),
    ]
    const { token } = await h.rpc<LinkAnswer>(own.creator, 'create_share_link', {
      table: links.films.id,
      target: { record: film },
      settings: { name: 'A film', fields: fields.map(({ id }) => id) },
    })
    const told = new Map((await pageOf(token)).fields.map((field) => [field.name, field]))
    expect(told.get('Born')).toEqual({
      name: 'Born',
      type: 'long_text',
      options: {},
      listed: { type: 'date', options: {} },
    })
    expect(told.get('Fees')).toMatchObject({ listed: { type: 'currency', options: { currency: 'EUR' } } })
    expect(told.get('Levels')).toMatchObject({ listed: { type: 'text', options: {} } })
    expect(told.get('First born')).toEqual({ name: 'First born', type: 'date', options: {} })
    expect(JSON.stringify([...told])).not.toContain('Secret option')
    expect((await rowsOf(token)).rows[0]).toEqual(['1949-10-08', '12.50', null, '1949-10-08'])
  })

  test('names people where its maker says so, and else has no such field', async () => {
    const lab = await makeLab()
    const shut = await lab.link(['Name', 'Mayor'])
    const open = await lab.link(['Name', 'Mayor'], { showsPeople: true })
    expect(await names(lab, shut.token)).toEqual(['Name'])
    expect((await lab.rows(shut.token)).rows[0]).toEqual(['Linz'])
    expect((await lab.rows(open.token)).rows.slice(0, 2)).toEqual([
      ['Linz', 'viewer'],
      ['Graz', null],
    ])
    // Sums of people are no way around it.
    await lab.configure({ groups: [asc(lab.field('Mayor'))] })
    expect(first(await lab.rows(shut.token))).toEqual(['Linz', 'Graz', 'Wien', 'Steyr', 'Wels'])
  })

  test('says how many records are linked, and what they are called only where its maker says so', async () => {
    const links = await linkLab(h, world)
    const cast = await links.link(links.films, links.people, 'Cast')
    const [ann, ben] = [await links.make(links.people, 'Ann'), await links.make(links.people, 'Ben')]
    const film = await links.make(links.films, 'Film')
    await links.make(links.films, 'Alone')
    await links.apply(world.editor, [links.change(links.films, film, cast, { link: [ann, ben] })])
    const view = uuidV7()
    const definition = { name: 'All', isShared: true, config: {} }
    await h.rpc(world.creator, 'create_view', { table: links.films.id, view, definition })
    const title = links.films.fields[0]!.id
    const make = (settings: object) =>
      h.rpc<{ token: string }>(world.creator, 'create_share_link', {
        table: links.films.id,
        target: { view },
        settings: { name: 'Films', fields: [title, cast], ...settings },
      })
    const [shut, open] = [await make({}), await make({ showsLinked: true })]
    expect((await rowsOf(shut.token)).rows).toEqual([
      ['Film', { count: 2, names: [] }],
      ['Alone', null],
    ])
    expect((await rowsOf(open.token)).rows).toEqual([
      ['Film', { count: 2, names: ['Ann', 'Ben'] }],
      ['Alone', null],
    ])
    for (const token of [shut.token, open.token]) {
      const told = JSON.stringify([await pageOf(token), await rowsOf(token)])
      for (const secret of [ann, ben, cast, links.people.id, 'People'])
        expect([secret, told.includes(secret)]).toEqual([secret, false])
      expect((await pageOf(token)).fields[1]).toEqual({ name: 'Cast', type: 'link', options: {} })
    }
    // What is no text is told by nothing: an option, a person, a sum in cents.
    const state = fieldOf('State', 'single_select', { options: [{ id: 'x', label: 'X', hue: 'red' }] })
    await h.rpc(world.creator, 'create_field', { table: links.people.id, definition: state })
    await h.rpc(world.creator, 'update_field', { field: state.id, changes: { position: 0 } })
    expect((await rowsOf(open.token)).rows[0]).toEqual(['Film', { count: 2, names: [] }])
  })

  test('shows what is computed when it is read', async () => {
    const lab = await makeLab()
    const id = uuidV7()
    await h.rpc(world.creator, 'create_field', {
      table: lab.table.id,
      definition: { id, name: 'Who', formula: { call: 'my_role', args: [] } },
    })
    const made = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
      table: lab.table.id,
      target: { view: lab.view },
      settings: { name: 'Late', fields: [lab.field('Name'), id] },
    })
    expect((await rowsOf(made.token)).rows[0]).toEqual(['Linz', 'creator'])
  })
})

describe('its records', () => {
  test('are those that the filter of the view lets through, as its maker asks', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name'])
    await lab.configure({
      filter: filterOf({ field: lab.field('Size'), operator: 'gt', value: 20 }),
      sorts: [desc(lab.field('Size'))],
    })
    expect(first(await lab.rows(token))).toEqual(['Wels', 'Steyr', 'Wien'])
    expect((await lab.page(token)).total).toBe(3)
    await lab.configure({ filter: filterOf({ field: lab.field('Mayor'), operator: 'is', value: 'me' }) })
    const viewers = await h.db.sql.unsafe(
      `update data.${lab.table.relation} set mayor = '${world.creator.id}' where name = 'Wien'`,
    )
    expect(viewers.count).toBe(1)
    expect(first(await lab.rows(token))).toEqual(['Wien'])
    expect((await lab.page(token)).total).toBe(1)
  })

  test('are none at all while a condition of the view asks for a field that is gone', async () => {
    const lab = await makeLab()
    const { token, link } = await lab.link(['Name'])
    const level = filterOf(
      { field: lab.field('Level'), operator: 'is', value: 'low' },
      { join: 'or', items: [{ field: lab.field('Size'), operator: 'gt', value: 10 }] },
    )
    await lab.configure({ filter: level })
    expect(first(await lab.rows(token))).toEqual(['Wien', 'Wels'])
    const state = async () => {
      const links = await h.rpc<{ id: string; state: string }[]>(world.creator, 'share_links', {
        base: world.base,
      })
      return links.find(({ id }) => id === link.id)!.state
    }
    for (const name of ['Level', 'Size']) {
      expect(await state()).toBe('open')
      await h.rpc(world.creator, 'delete_field', { field: lab.field(name) })
      expect(await refusalOf(lab.page(token))).toBe('share_invalid')
      expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
      expect(await state()).toBe('stopped')
      await h.rpc(world.creator, 'restore_field', { field: lab.field(name) })
      expect(first(await lab.rows(token))).toEqual(['Wien', 'Wels'])
    }
    // Nor while it does not suit its field any more.
    await h.rpc(world.creator, 'change_type', { field: lab.field('Size'), type: 'text', options: {} })
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
  })

  test('are gone with the view, and with the table', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name'])
    await h.rpc(world.creator, 'delete_view', { view: lab.view })
    expect(await refusalOf(lab.page(token))).toBe('share_invalid')
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
    await h.rpc(world.creator, 'restore_view', { view: lab.view })
    expect((await lab.rows(token)).rows).toHaveLength(5)
    await h.rpc(world.creator, 'delete_table', { table: lab.table.id })
    expect(await refusalOf(lab.page(token))).toBe('share_invalid')
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
  })

  test('are not those of a view that became somebody else’s', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name'])
    await h.db.sql`update plinth.view set owner_id = ${world.owner.id} where id = ${lab.view}`
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
    await h.db.sql`update plinth.view set owner_id = ${world.creator.id} where id = ${lab.view}`
    expect((await lab.rows(token)).rows).toHaveLength(5)
  })

  test('come in the order of the groups, the sorts, or the hand', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name'])
    await lab.configure({ groups: [desc(lab.field('Level'))], sorts: [desc(lab.field('Size'))] })
    expect(first(await lab.rows(token))).toEqual(['Steyr', 'Graz', 'Wels', 'Wien', 'Linz'])
    await lab.configure({})
    await h.rpc(world.creator, 'move_records', {
      view: lab.view,
      records: [lab.records[4], lab.records[2]],
      before: lab.records[0],
    })
    expect(first(await lab.rows(token))).toEqual(['Wels', 'Wien', 'Linz', 'Graz', 'Steyr'])
    expect((await walk(lab, token, 2)).flat()).toEqual(['Wels', 'Wien', 'Linz', 'Graz', 'Steyr'])
  })

  test('are what the maker reads at that moment, once others than creators share', async () => {
    const lab = await makeLab()
    const [body] = await h.db
      .sql`select pg_get_functiondef('plinth_private.may_share(uuid, uuid)'::regprocedure) as sql`
    await h.db.admin.unsafe(`create or replace function plinth_private.may_share(p_user uuid, p_base uuid) returns boolean
      language sql stable security definer set search_path = '' as $$ select plinth_private.standing(p_user, p_base) is not null $$`)
    try {
      const { token, link } = await lab.link(['Name', 'Secret', 'Size'])
      await h.db.sql`update plinth_private.share_link set made_by = ${world.viewer.id} where id = ${link.id}`
      expect((await lab.rows(token)).rows).toHaveLength(5)
      const roles = await rolesOf(h, world)
      const viewer = roles.get('viewer')!
      await h.rpc(world.creator, 'set_field_grant', {
        role: viewer,
        field: lab.field('Secret'),
        access: 'hidden',
      })
      expect(await names(lab, token)).toEqual(['Name', 'Size'])
      expect((await lab.rows(token)).rows[0]).toEqual(['Linz', 10])
      const rule = { call: '>', args: [{ field: lab.field('Size') }, { number: 30 }] }
      const grant = (scope: string, of: Json) =>
        h.rpc(world.creator, 'set_grant', {
          role: viewer,
          table: lab.table.id,
          action: 'read',
          scope,
          rule: of,
        })
      await grant('rules', rule)
      expect(first(await lab.rows(token))).toEqual(['Steyr', 'Wels'])
      expect((await lab.page(token)).total).toBe(2)
      const target = { record: lab.records[0]! }
      const record = await lab.link(['Name'], {}, target)
      await h.db
        .sql`update plinth_private.share_link set made_by = ${world.viewer.id} where id = ${record.link.id}`
      expect(await refusalOf(lab.rows(record.token))).toBe('share_invalid')
      // A condition on what is hidden from the maker would show more if it were left out.
      await lab.configure({
        filter: filterOf({ field: lab.field('Secret'), operator: 'is', value: 'hush 1' }),
      })
      expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
      await lab.configure({})
      await grant('none', null)
      expect(await refusalOf(lab.page(token))).toBe('share_invalid')
      expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
    } finally {
      await h.db.admin.unsafe(body!['sql'] as string)
    }
  })
})

describe('pages', () => {
  test('follow each other, whatever orders the records, each record once', async () => {
    const lab = await makeLab()
    await h.db.sql.unsafe(`insert into data.${lab.table.relation} (name, size, level)
      select 'City ' || n, nullif(n % 4, 0), (array['low', 'high', null])[1 + n % 3] from generate_series(1, 23) as n`)
    const { token } = await lab.link(['Name'])
    for (const config of [
      {},
      { sorts: [asc(lab.field('Size'))] },
      { sorts: [desc(lab.field('Secret')), asc(lab.field('Size'))] },
      { groups: [asc(lab.field('Level'))], sorts: [desc(lab.field('Name'))] },
    ]) {
      await lab.configure(config)
      const whole = first(await lab.rows(token)).map(String)
      expect(new Set(whole).size).toBe(28)
      for (const take of [1, 5, 27, 28]) expect((await walk(lab, token, take)).flat()).toEqual(whole)
    }
  })

  test('go on by a mark that is good in this link alone and names no record', async () => {
    const lab = await makeLab()
    const [one, two] = [await lab.link(['Name']), await lab.link(['Name'])]
    const { next } = await lab.rows(one.token, null, null, 2)
    expect(lab.records).not.toContain(next)
    expect(first(await lab.rows(one.token, null, next, 2))).toEqual(['Wien', 'Steyr'])
    expect(await refusalOf(lab.rows(two.token, null, next, 2))).toBe('share_moved')
    for (const mark of [...lab.records, uuidV7(), '00000000-0000-0000-0000-000000000000'])
      expect(await refusalOf(lab.rows(one.token, null, mark, 2))).toBe('share_moved')
  })

  test('do not go on from a record that has left the view', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name'])
    const { next } = await lab.rows(token, null, null, 2)
    await lab.configure({ filter: filterOf({ field: lab.field('Size'), operator: 'gt', value: 20 }) })
    expect(await refusalOf(lab.rows(token, null, next, 2))).toBe('share_moved')
  })
})

describe('a link to a record', () => {
  test('shows that record, and no other one', async () => {
    const lab = await makeLab()
    const { token } = await lab.link(['Name', 'Mayor', 'Level'], {}, { record: lab.records[1]! })
    expect(await lab.page(token)).toMatchObject({ kind: 'record', name: 'Our cities', total: null })
    expect(await names(lab, token)).toEqual(['Name', 'Level'])
    expect(await lab.rows(token)).toEqual({ rows: [['Graz', 'high']], next: null })
    for (const after of [lab.records[0]!, uuidV7()])
      expect((await lab.rows(token, null, after)).rows).toEqual([['Graz', 'high']])
    await h.db.sql.unsafe(`update data.${lab.table.relation} set name = 'Gratz' where name = 'Graz'`)
    expect(first(await lab.rows(token))).toEqual(['Gratz'])
    await h.db.sql.unsafe(`delete from data.${lab.table.relation} where name = 'Gratz'`)
    expect(await refusalOf(lab.page(token))).toBe('share_invalid')
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
  })
})
