/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Records in the order of what they link, and in groups of it: as each reader reads the linked records, and no more of them. */
import { restrictedRecord, uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, type Json, type Person, refusalOf, startWorld, type World } from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'

interface Page {
  fields: string[]
  rows: Json[][]
  firstKey: Json[] | null
  lastKey: Json[] | null
  atEnd: boolean
}
interface Groups {
  groups: { path: Json[]; count: number }[]
  total: number
  shown: number
  linked?: [string, Json][]
}
type Direction = 'asc' | 'desc'

let h: Harness
let world: World
let lab: LinkLab
let director: string
let cast: string
let title: string
let kind: string
/** People by their names; two are called Ada. */
const people: Record<string, string> = {}
/** Films by their titles, named after whom they link: `a1` to the first Ada, `x` to nobody. */
const films: Record<string, string> = {}

const set = (film: string, field: string, change: Json) =>
  lab.apply(world.creator, [lab.change(lab.films, films[film]!, field, change)])
const rename = async (person: string, name: string) =>
  lab.apply(world.creator, [lab.change(lab.people, people[person]!, lab.people.fields[0]!.id, name)])

/** The editor reads open people alone; the holder of a role of its own nobody. */
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  lab = await linkLab(h, world)
  title = lab.films.fields[0]!.id
  kind = lab.people.fields[1]!.id
  director = await lab.link(lab.films, lab.people, 'Director', { single: true, pair: 'Directed' })
  cast = await lab.link(lab.films, lab.people, 'Cast')
  const named = {
    ada: 'Ada',
    ben: 'ben 10',
    ben9: 'Ben 9',
    twin: 'Ada',
    nobody: null,
    hidden: 'Aaron',
    gone: 'Zoe',
  }
  for (const [key, name] of Object.entries(named)) {
    const of = key === 'hidden' || key === 'gone' ? 'secret' : 'open'
    people[key] = await lab.make(lab.people, name as string, { [kind]: of })
  }
  const made: [string, string | null, string[]][] = [
    ['z', 'gone', []],
    ['b10', 'ben', ['ada', 'ben']],
    ['x', null, ['ada']],
    ['a2', 'twin', ['ada', 'ben', 'hidden']],
    ['h', 'hidden', ['hidden']],
    ['a1', 'ada', []],
    ['n', 'nobody', ['ben', 'twin']],
    ['b9', 'ben9', []],
    ['a1 too', 'ada', ['ada']],
  ]
  for (const [name, whom, many] of made)
    films[name] = await lab.make(lab.films, name, {
      ...(whom ? { [director]: { link: [people[whom]!] } } : {}),
      ...(many.length > 0 ? { [cast]: { link: many.map((key) => people[key]!) } } : {}),
    })
  const rule: Json = { call: '=', args: [{ field: kind }, { text: 'open' }] }
  const grants = { table: lab.people.id, action: 'read', scope: 'rules', rule }
  const [editor] = await h.db.admin<{ id: string }[]>`
    select id from plinth.role where base_id = ${world.base} and kind = 'editor'`
  await h.rpc(world.creator, 'set_grant', { role: editor!.id, ...grants })
  await h.rpc(world.creator, 'set_grant', {
    role: world.role,
    table: lab.films.id,
    action: 'read',
    scope: 'all',
    rule: null,
  })
}, 60_000)
afterAll(() => h.db.stop())

const window = (who: Person | null, query: object, part: object = {}) =>
  h.rpc<Page>(who as Person, 'rows_window', {
    query: { table: lab.films.id, sorts: [], fields: [title], ...query },
    anchor: null,
    direction: 'forward',
    skip: 0,
    take: 100,
    ...part,
  })
const titlesOf = ({ rows }: Page) => rows.map((row) => row[2] as string)
const by = (field: string, direction: Direction) => ({ sorts: [{ field, direction }] })
const titles = async (who: Person, field: string, direction: Direction = 'asc') =>
  titlesOf(await window(who, by(field, direction)))
const groups = (who: Person | null, query: object) =>
  h.rpc<Groups>(who as Person, 'view_groups', {
    query: { table: lab.films.id, sorts: [], ...query },
    figures: {},
    skip: 0,
    take: 100,
  })
const grouped = (...fields: string[]) => ({ groups: fields.map((field) => ({ field, direction: 'asc' })) })
const byName = (path: Json[]) => path.map((id) => Object.keys(people).find((key) => people[key] === id) ?? id)

/** One record at a time, each page from the key of the last. */
async function paged(who: Person, field: string, direction: Direction, travel: 'forward' | 'backward') {
  const found: string[] = []
  let anchor: Json = null
  for (let atEnd = false; !atEnd; ) {
    const page = await window(who, by(field, direction), { anchor, direction: travel, take: 1 })
    if (travel === 'forward') found.push(...titlesOf(page))
    else found.unshift(...titlesOf(page))
    anchor = travel === 'forward' ? page.lastKey : page.firstKey
    atEnd = page.atEnd
  }
  return found
}

const named = ['a1', 'a1 too', 'a2', 'b9', 'b10'] as const

describe('a link to one record', () => {
  test('orders by its name, those of one name each by itself; without a name behind them, without a link last', async () => {
    expect(await titles(world.creator, director)).toEqual(['h', ...named, 'z', 'n', 'x'])
    const down = ['n', 'z', 'b10', 'b9', 'a2', 'a1 too', 'a1', 'h', 'x']
    expect(await titles(world.creator, director, 'desc')).toEqual(down)
  })

  test('tells a reader nothing of the name of a record that they do not read', async () => {
    // Aaron would be the first, and Zoe the last one with a name.
    const expected = [...named, 'n', 'z', 'h', 'x']
    expect(await titles(world.editor, director)).toEqual(expected)
    await rename('hidden', 'Zzz')
    expect(await titles(world.editor, director)).toEqual(expected)
    await rename('hidden', 'Aaron')
  })

  test.each(['forward', 'backward'] as const)('is the same from page to page, %s', async (travel) => {
    for (const who of [world.creator, world.editor, world.holder])
      for (const direction of ['asc', 'desc'] as const)
        expect(await paged(who, director, direction, travel)).toEqual(await titles(who, director, direction))
  })

  test('is the same for who reads no linked record as if all were one', async () => {
    expect(await titles(world.holder, director)).toEqual([
      ...Object.keys(films).filter((name) => name !== 'x'),
      'x',
    ])
  })

  test('goes on at its place from a key whose record has another name now, or is nobody that one reads', async () => {
    const { lastKey } = await window(world.creator, by(director, 'asc'), { take: 2 })
    expect(lastKey).toEqual([people['ada'], films['a1']])
    const behind = async (who: Person, record: string) =>
      titlesOf(await window(who, by(director, 'asc'), { anchor: [record, films['a1']!] }))
    expect(await behind(world.creator, people['ada']!)).toEqual(['a1 too', 'a2', 'b9', 'b10', 'z', 'n', 'x'])
    // A record that one does not read stands nowhere else than one that there is not.
    const unread = await behind(world.editor, people['hidden']!)
    expect(unread).toEqual(await behind(world.editor, uuidV7()))
    expect(unread).not.toContain('a1 too')
    expect(
      await refusalOf(window(world.creator, by(director, 'asc'), { anchor: ['Ada', films['a1']!] })),
    ).toBe('invalid_input')
  })

  test('says where a record stands, and finds texts in that order', async () => {
    const query = { table: lab.films.id, ...by(director, 'asc') }
    const rank = (who: Person, film: string) =>
      h.rpc<{ index: number; key: Json[] }>(who, 'row_rank', { query, record: films[film]!, near: null })
    expect(await rank(world.creator, 'b10')).toMatchObject({ index: 5, key: [people['ben'], films['b10']] })
    expect(await rank(world.editor, 'z')).toMatchObject({ index: 6, key: [restrictedRecord, films['z']] })
    const found = await h.rpc<{ found: { id: string }[] }>(world.editor, 'find_in_view', {
      query,
      text: 'a',
      after: null,
      direction: 'backward',
      take: 2,
    })
    // Both have a cast of which this reader reads an Ada.
    expect(found.found.map(({ id }) => id)).toEqual([films['x'], films['n']])
  })

  test('makes a group of each record, with the names of those that the reader reads', async () => {
    const all = await groups(world.creator, grouped(director))
    expect(all.groups.map(({ path, count }) => [...byName(path), count])).toEqual([
      ['hidden', 1],
      ['ada', 2],
      ['twin', 1],
      ['ben9', 1],
      ['ben', 1],
      ['gone', 1],
      ['nobody', 1],
      [null, 1],
    ])
    expect(Object.fromEntries(all.linked!)).toMatchObject({
      [people['twin']!]: 'Ada',
      [people['nobody']!]: null,
    })
    expect(all.linked).toHaveLength(7)
    const few = await groups(world.editor, grouped(director))
    expect(few.groups.map(({ path, count }) => [...byName(path), count])).toEqual([
      ['ada', 2],
      ['twin', 1],
      ['ben9', 1],
      ['ben', 1],
      ['nobody', 1],
      [restrictedRecord, 2],
      [null, 1],
    ])
    expect(few.linked!.map(([id]) => byName([id])[0]).toSorted()).toEqual([
      'ada',
      'ben',
      'ben9',
      'nobody',
      'twin',
    ])
    const none = await groups(world.holder, grouped(director))
    expect(none).toMatchObject({
      groups: [
        { path: [restrictedRecord], count: 8 },
        { path: [null], count: 1 },
      ],
      linked: [],
    })
  })

  test('closes groups, those too of what is not read, and says nothing of them by their ids', async () => {
    const left = async (who: Person, ...paths: Json[][]) =>
      titlesOf(await window(who, { ...grouped(director), collapsed: paths }))
    expect(await left(world.creator, [people['ada']!], [people['ben']!], [null])).toEqual([
      'h',
      'a2',
      'b9',
      'z',
      'n',
    ])
    expect(await left(world.editor, [restrictedRecord], [people['twin']!])).toEqual([
      'a1',
      'a1 too',
      'b9',
      'b10',
      'n',
      'x',
    ])
    expect(await left(world.editor, [people['hidden']!])).toHaveLength(9)
    expect(await left(world.creator, [people['hidden']!])).toHaveLength(8)
    const inner = await groups(world.editor, { ...grouped(director, cast), collapsed: [[people['ada']!, 1]] })
    expect(
      inner.groups
        .filter(({ path }) => path[0] === people['ada'])
        .map(({ path, count }) => [path.slice(1), count]),
    ).toEqual([
      [[], 2],
      [[1], 1],
      [[null], 1],
    ])
    expect([inner.total, inner.shown]).toEqual([9, 8])
  })

  test('is a chart of its records, with their names', async () => {
    const chart = (who: Person, field: string, split?: string) =>
      h.rpc<{ keys: Json[][]; series: Json[]; linked?: [string, Json][] }>(who, 'view_chart', {
        query: { table: lab.films.id, sorts: [], ...grouped(...(split ? [field, split] : [field])) },
        chart: {
          figure: 'count',
          field: null,
          units: split ? [null, null] : [null],
          by: 'key',
          take: 10,
          totals: false,
        },
      })
    const { keys, linked } = await chart(world.editor, director)
    expect(keys.map(([id, count]) => [byName([id!])[0], count])).toEqual([
      ['ada', 2],
      ['twin', 1],
      ['ben9', 1],
      ['ben', 1],
      ['nobody', 1],
      [restrictedRecord, 2],
      [null, 1],
    ])
    expect(linked!.map(([, name]) => name).toSorted()).toEqual(['Ada', 'Ada', 'Ben 9', 'ben 10', null])
    const parted = await chart(world.editor, cast, director)
    expect(parted.keys.map(([count]) => count)).toEqual([1, 2, 3, null])
    expect(parted.series.toSorted()).toEqual(
      [
        people['ada'],
        people['ben'],
        people['ben9'],
        people['nobody'],
        people['twin'],
        restrictedRecord,
        null,
      ].toSorted(),
    )
    expect(parted.linked).toHaveLength(5)
    expect(await chart(world.editor, cast)).not.toHaveProperty('linked')
  })

  test('looks to who looks as somebody else as it does to them', async () => {
    const call = 'view_groups'
    const args = {
      query: { table: lab.films.id, sorts: [], ...grouped(director) },
      figures: {},
      skip: 0,
      take: 100,
    }
    const seen = await h.rpc<Groups>(world.creator, 'view_as', {
      base: world.base,
      who: { person: world.editor.id },
      call,
      args,
    })
    expect({ ...seen, atSeq: '' }).toEqual({ ...(await groups(world.editor, grouped(director))), atSeq: '' })
  })
})

describe('a link to several records', () => {
  test('orders and groups by how many they are, whoever reads them', async () => {
    const expected = ['x', 'h', 'a1 too', 'b10', 'n', 'a2', 'z', 'a1', 'b9']
    for (const who of [world.creator, world.editor, world.holder]) {
      expect(await titles(who, cast)).toEqual(expected)
      const { groups: found, linked } = await groups(who, grouped(cast))
      expect(found.map(({ path, count }) => [...path, count])).toEqual([
        [1, 3],
        [2, 2],
        [3, 1],
        [null, 3],
      ])
      expect(linked).toBeUndefined()
    }
    await set('a1', cast, { link: [people['ada']!, people['ben']!, people['twin']!, people['nobody']!] })
    expect(await titles(world.editor, cast, 'desc')).toEqual([
      'a1',
      'a2',
      'n',
      'b10',
      'a1 too',
      'h',
      'x',
      'b9',
      'z',
    ])
    await set('a1', cast, { unlink: [people['ada']!, people['ben']!, people['twin']!, people['nobody']!] })
  })
})

test('outsiders and anonymous callers are told nothing of either order', async () => {
  for (const who of [world.outsider, world.member, world.anonymous]) {
    expect(await refusalOf(window(who, by(director, 'asc')))).toMatch(/not_found|forbidden/)
    expect(await refusalOf(groups(who, grouped(director)))).toMatch(/not_found|forbidden/)
  }
  expect(await refusalOf(groups(null, grouped(director)))).toMatch(/permission denied|not_signed_in/)
})

describe('links that are shared', () => {
  /** A link to a view of the films, of the creator. */
  async function share(kind: string, config: Json, fields: string[], settings: Record<string, Json> = {}) {
    const view = uuidV7()
    const definition = { name: `View ${view}`, isShared: true, kind, config }
    await h.rpc(world.creator, 'create_view', { table: lab.films.id, view, definition })
    const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
      table: lab.films.id,
      target: { view },
      settings: { name: 'Films', fields, ...settings },
    })
    return token
  }
  const page = (token: string) =>
    h.rpc<{ groups?: number[]; fields: { options: Json }[]; tiles: { mark: string; shape: Json }[] }>(
      null,
      'shared_page',
      { token, pass: null },
    )
  const chart = async (token: string) => {
    const [tile] = (await page(token)).tiles
    return h.rpc<{ keys: Json[][]; linked?: [string, string][] }>(null, 'shared_chart', {
      token,
      pass: null,
      mark: tile!.mark,
      take: 100,
    })
  }
  const pie = () => ({ settings: { chart: 'pie', by: director, chartOrder: 'key' } })

  test('tell charts by names and marks, without ids, where they tell what linked records are called', async () => {
    const told = await chart(await share('chart', pie(), [director], { showsLinked: true }))
    const names = new Map(told.linked)
    expect(told.keys.map(([key, count]) => [names.get(key as string) ?? key, count])).toEqual(
      [
        ['Aaron', 1],
        ['Ada', 2],
        ['Ada', 1],
        ['Ben 9', 1],
        ['ben 10', 1],
        ['Zoe', 1],
        [null, 1],
        [null, 1],
      ].map(([name, n], at) => (at === 6 ? [told.keys[6]![0], n] : [name, n])),
    )
    for (const id of Object.values(people)) expect(JSON.stringify(told)).not.toContain(id)
    expect((await page(await share('chart', pie(), [director]))).tiles).toEqual([])
  })

  test('tell charts by how many are linked, and views that are grouped', async () => {
    const bars = { settings: { chart: 'bar', by: cast, chartOrder: 'key' } }
    const told = await chart(await share('chart', bars, [cast]))
    expect(told.keys.map(([key, count]) => [key, count])).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
      [null, 3],
    ])
    const token = await share(
      'list',
      { groups: [{ field: director, direction: 'desc' }], sorts: [{ field: cast, direction: 'asc' }] },
      [title, director],
      { showsLinked: true },
    )
    const shown = await page(token)
    expect([shown.groups, shown.fields[1]!.options]).toEqual([[1], { single: true }])
    const { rows } = await h.rpc<{ rows: Json[][] }>(null, 'shared_rows', {
      token,
      pass: null,
      after: null,
      take: 100,
    })
    expect(rows.map(([name]) => name)).toEqual(['n', 'z', 'b10', 'b9', 'a2', 'a1 too', 'a1', 'h', 'x'])
  })

  test('tell no groups of what they tell no names of: all would be called the same', async () => {
    const groups = [director, cast].map((field) => ({ field, direction: 'asc' }))
    const told = async (fields: string[], more = {}) =>
      (await page(await share('list', { groups }, fields, more))).groups
    expect(await told([title, director, cast])).toBeUndefined()
    expect(await told([title, director, cast], { showsLinked: true })).toEqual([1, 2])
    groups.reverse()
    expect(await told([title, director, cast])).toEqual([2])
  })
})
