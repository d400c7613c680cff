/** How the records of a shared view stand: stacks and days, by fields that the link tells and by nothing else. */
import { limits, uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { type LinkLab, linkLab } from './link-lab.ts'
import type { SharedPage, SharedRows } from './share-lab.ts'

let h: Harness
let world: World
let table: TestTable
beforeAll(async () => {
  ;({ h, world } = await startWorld())
  table = await plan()
})
afterAll(() => h.db.stop())

interface Task {
  readonly name: string
  readonly state: string | null
  readonly owner: 'viewer' | 'editor' | null
  readonly done: boolean | null
  readonly first: string | null
  readonly last: string | null
}

const day = (n: number) => new Date(Date.UTC(2026, 2, 1 + n)).toISOString().slice(0, 10)
const tasks: readonly Task[] = Array.from({ length: 40 }, (_, n) => ({
  name: `Task ${n}`,
  state: [null, 'new', 'busy', 'new'][n % 4]!,
  owner: ([null, 'viewer', 'editor'] as const)[n % 3]!,
  done: [null, true, false][n % 3]!,
  first: n % 7 === 0 ? null : day(n),
  last: n % 5 === 0 ? null : day(n + (n % 9)),
}))

const id = (name: string) => table.fields.find((one) => one.name === name)!.id

async function plan(): Promise<TestTable> {
  const options = ['new', 'busy', 'over'].map((one) => ({ id: one, label: `It is ${one}`, hue: 'blue' }))
  const fields = [
    fieldOf('Name', 'text'),
    fieldOf('State', 'single_select', { options }),
    fieldOf('Owner', 'person'),
    fieldOf('Done', 'checkbox'),
    fieldOf('First', 'date'),
    fieldOf('Last', 'date'),
    fieldOf('Secret', 'single_select', { options }),
  ]
  const definition = { id: uuidV7(), name: 'Tasks', fields }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const mutations = tasks.map((task) => ({
    id: uuidV7(),
    kind: 'insert',
    table: table.id,
    record: uuidV7(),
    values: {
      [id('Name')]: task.name,
      [id('State')]: task.state,
      [id('Owner')]: task.owner && world[task.owner].id,
      [id('Done')]: task.done,
      [id('First')]: task.first,
      [id('Last')]: task.last,
      [id('Secret')]: 'over',
    },
  }))
  await h.rpc(world.editor, 'apply_mutations', { batch: { mutations, atomic: true } })
  return table
}

const shown = ['Name', 'State', 'Owner', 'Done', 'First', 'Last']

/** The token of a link to a new view of a kind. */
async function link(kind: string, config: Json, fields = shown, showsPeople = true) {
  const view = uuidV7()
  await h.rpc(world.creator, 'create_view', {
    table: table.id,
    view,
    definition: { name: view, kind, isShared: true, config },
  })
  const settings = { name: kind, fields: fields.map(id), showsPeople }
  const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
    table: table.id,
    target: { view },
    settings,
  })
  return { token, view }
}
const pageOf = (token: string) => h.rpc<SharedPage>(null, 'shared_page', { token, pass: null })
const layoutOf = async (...args: Parameters<typeof link>) =>
  (await pageOf((await link(...args)).token)).layout
const ask = (token: string, part: Json, after: string | null = null, take = 100) =>
  h.rpc<SharedRows>(null, 'shared_rows', { token, pass: null, after, take, part })
const names = (rows: SharedRows) => rows.rows.map(([name]) => name).toSorted()
const namesOf = (holds: (task: Task) => boolean) =>
  tasks
    .filter(holds)
    .map(({ name }) => name)
    .toSorted()

describe('a board', () => {
  test('tells its stacks in the order of the options, with what has none before, and their records', async () => {
    const { token } = await link('board', { settings: { stacks: id('State') } })
    const { layout, total } = await pageOf(token)
    expect(layout).toEqual({
      kind: 'board',
      by: 1,
      cover: null,
      fit: 'crop',
      stacks: [
        { mark: null, value: null, count: 10 },
        { mark: 'new', value: 'new', count: 20 },
        { mark: 'busy', value: 'busy', count: 10 },
        { mark: 'over', value: 'over', count: 0 },
      ],
    })
    expect(total).toBe(40)
    for (const { mark } of layout!.stacks!) {
      expect(names(await ask(token, { stack: mark }))).toEqual(namesOf(({ state }) => state === mark))
    }
  })

  test('of people has their names and no ids, in stacks that their marks alone open', async () => {
    const { token } = await link('board', { settings: { stacks: id('Owner') } })
    const { layout } = await pageOf(token)
    expect(layout!.stacks!.map(({ value, count }) => [value, count])).toEqual([
      [null, 14],
      ['editor', 13],
      ['viewer', 13],
    ])
    expect(JSON.stringify(layout)).not.toContain(world.viewer.id)
    const marks = new Map(layout!.stacks!.map(({ value, mark }) => [value, mark]))
    for (const owner of ['viewer', 'editor'] as const)
      expect(names(await ask(token, { stack: marks.get(owner)! }))).toEqual(
        namesOf((task) => task.owner === owner),
      )
    // Somebody’s id is no mark: who has records is told by the marks alone.
    expect((await ask(token, { stack: world.viewer.id })).rows).toEqual([])
    expect(await refusalOf(ask(token, { stack: 'viewer' }))).toBe('share_moved')
    const other = await link('board', { settings: { stacks: id('Owner') } })
    expect((await ask(other.token, { stack: marks.get('viewer')! })).rows).toEqual([])
  })

  test('of ticks has two, and what was never ticked stands with what is not', async () => {
    const { token } = await link('board', { settings: { stacks: id('Done') } })
    expect((await pageOf(token)).layout!.stacks).toEqual([
      { mark: 'false', value: false, count: 27 },
      { mark: 'true', value: true, count: 13 },
    ])
    expect(names(await ask(token, { stack: 'true' }))).toEqual(namesOf(({ done }) => done === true))
    expect(names(await ask(token, { stack: 'false' }))).toEqual(namesOf(({ done }) => done !== true))
  })

  test('goes on in a stack where a page of it ended', async () => {
    const { token } = await link('board', {
      settings: { stacks: id('State') },
      sorts: [{ field: id('Name'), direction: 'desc' }],
    })
    const first = await ask(token, { stack: 'new' }, null, 15)
    const second = await ask(token, { stack: 'new' }, first.next, 15)
    expect(second.next).toBeNull()
    const whole = await ask(token, { stack: 'new' })
    expect([...first.rows, ...second.rows]).toEqual(whole.rows)
    expect(whole.rows).toHaveLength(20)
  })

  test('keeps to what its view filters', async () => {
    const condition = { field: id('Done'), operator: 'is', value: true }
    const { token } = await link('board', {
      settings: { stacks: id('State') },
      filter: { join: 'and', items: [condition] },
    })
    const { layout } = await pageOf(token)
    for (const { mark, count } of layout!.stacks!) {
      const holds = namesOf(({ state, done }) => state === mark && done === true)
      expect([mark, count]).toEqual([mark, holds.length])
      expect(names(await ask(token, { stack: mark }))).toEqual(holds)
    }
    const filled = { join: 'and', items: [{ field: id('State'), operator: 'not_empty', value: null }] }
    const other = await link('board', { settings: { stacks: id('State') }, filter: filled })
    const marks = (await pageOf(other.token)).layout!.stacks!.map(({ mark }) => mark)
    expect(marks).toEqual(['new', 'busy', 'over'])
  })

  test('is a table where the link does not tell its stacks, and then has no parts', async () => {
    for (const [config, fields, people] of [
      [{ settings: { stacks: id('Secret') } }, shown, true],
      [{ settings: { stacks: id('Owner') } }, shown, false],
      [{ settings: { stacks: id('State') }, hidden: [id('State')] }, shown, true],
      [{ settings: { stacks: id('State') } }, ['Name', 'Done'], true],
    ] as const) {
      const { token } = await link('board', config as Json, [...fields], people)
      expect((await pageOf(token)).layout).toBeUndefined()
      for (const stack of ['new', 'over', 'true', null])
        expect(await refusalOf(ask(token, { stack }))).toBe('share_moved')
    }
  })

  test('without a setting has the stacks that its members see', async () => {
    const { token } = await link('board', {})
    expect((await pageOf(token)).layout).toMatchObject({ kind: 'board', by: 1 })
  })
})

const by = (...names: string[]) => ({
  groups: names.map((name) => ({ field: id(name), direction: 'asc' })),
})
const groupsOf = async (...args: Parameters<typeof link>) =>
  (await pageOf((await link(...args)).token)).groups

describe('groups', () => {
  test('of a table, a list and a gallery are told as places, and records stand in them', async () => {
    for (const kind of ['grid', 'list', 'gallery'])
      expect(await groupsOf(kind, by('State', 'Owner'))).toEqual([1, 2])
    const { token } = await link('grid', by('State'))
    const { rows } = await h.rpc<SharedRows>(null, 'shared_rows', {
      token,
      pass: null,
      after: null,
      take: 100,
    })
    const states = rows.map(([, state]) => state)
    expect(states.filter((state, n) => state !== states[n - 1])).toEqual(['new', 'busy', null])
  })

  test('are told up to the first that the link does not tell, and none where there are none', async () => {
    expect(await groupsOf('grid', by('State', 'Secret', 'Done'))).toEqual([1])
    expect(await groupsOf('grid', by('Secret', 'State'))).toBeUndefined()
    expect(await groupsOf('grid', by('Owner', 'State'), shown, false)).toBeUndefined()
    expect(await groupsOf('grid', { ...by('State'), hidden: [id('State')] })).toBeUndefined()
    expect(await groupsOf('grid', {})).toBeUndefined()
    // The stacks of a board and days are no groups.
    for (const kind of ['board', 'calendar', 'timeline'])
      expect(await groupsOf(kind, by('Done'))).toBeUndefined()
  })
})

describe('a calendar or a timeline', () => {
  test('tells by which fields its records stand', async () => {
    expect(await layoutOf('calendar', {})).toEqual({ kind: 'calendar', start: 4, end: null })
    expect(await layoutOf('timeline', {})).toEqual({ kind: 'timeline', start: 4, end: 5 })
    expect(await layoutOf('timeline', { settings: { end: 'none' } })).toEqual({
      kind: 'timeline',
      start: 4,
      end: null,
    })
    expect(await layoutOf('calendar', { settings: { start: id('Last'), end: id('First') } })).toEqual({
      kind: 'calendar',
      start: 5,
      end: 4,
    })
    // The choice that colours, where it is told and one was chosen.
    const colored = { settings: { color: id('State'), end: 'none' } }
    expect(await layoutOf('timeline', colored)).toMatchObject({ start: 4, color: 1 })
    expect(await layoutOf('calendar', colored, ['Name', 'First'])).toEqual({
      kind: 'calendar',
      start: 1,
      end: null,
    })
    expect(await layoutOf('calendar', { settings: { color: id('Owner') } })).not.toHaveProperty('color')
    // How near a timeline is, where that was chosen.
    expect(await layoutOf('timeline', { settings: { scale: 'year' } })).toMatchObject({ scale: 'year' })
    expect(await layoutOf('calendar', { settings: { scale: 'year' } })).not.toHaveProperty('scale')
    // An end that is not told is none; a beginning that is not told leaves a table.
    expect(await layoutOf('timeline', {}, ['Name', 'First'])).toEqual({
      kind: 'timeline',
      start: 1,
      end: null,
    })
    expect(await layoutOf('calendar', {}, ['Name', 'Last'])).toBeUndefined()
  })

  test('shows what stands on any of the days, whichever they are', async () => {
    const withEnd = await link('timeline', {})
    const without = await link('calendar', {})
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: -5, max: 50 }),
        fc.integer({ min: 0, max: 12 }),
        async (at, length) => {
          const [from, to] = [day(at), day(at + length)]
          const rows = await ask(withEnd.token, { from, to })
          expect(names(rows)).toEqual(
            namesOf(
              ({ first, last }) =>
                first !== null && first <= to && (first >= from || (last !== null && last >= from)),
            ),
          )
          const begins = rows.rows.map((row) => row[4] as string)
          expect(begins).toEqual(begins.toSorted())
          expect(names(await ask(without.token, { from, to }))).toEqual(
            namesOf(({ first }) => first !== null && first >= from && first <= to),
          )
        },
      ),
      { numRuns: 25 },
    )
  })

  test('has no stacks, and a board no days', async () => {
    const calendar = await link('calendar', {})
    expect(await refusalOf(ask(calendar.token, { stack: 'new' }))).toBe('share_moved')
    const board = await link('board', {})
    expect(await refusalOf(ask(board.token, { from: day(0), to: day(9) }))).toBe('share_moved')
  })
})

describe('a board by links', () => {
  let links: LinkLab
  beforeAll(async () => {
    links = await linkLab(h, world)
  })

  test('has a stack for each record that can be linked, by its name, where the link tells names', async () => {
    const { films, people } = links
    const cast = await links.link(films, people, 'Cast')
    const [ben, ann, nobody] = [
      await links.make(people, 'Ben'),
      await links.make(people, 'Ann'),
      await links.make(people, ''),
    ]
    const made = await Promise.all(['Both', 'Hers', 'None', 'Out'].map((title) => links.make(films, title)))
    const put = (n: number, link: string[]) =>
      links.apply(world.editor, [links.change(films, made[n]!, cast, { link })])
    await put(0, [ann, ben])
    await put(1, [ann])
    await put(3, [ann])
    const title = films.fields[0]!.id
    const view = uuidV7()
    const filter = { join: 'and', items: [{ field: title, operator: 'is_not', value: 'Out' }] }
    const config = { settings: { stacks: cast }, filter }
    const definition = { name: 'By cast', kind: 'board', isShared: true, config }
    await h.rpc(world.creator, 'create_view', { table: films.id, view, definition })
    const share = async (settings: object, fields = [title, cast]) => {
      const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
        table: films.id,
        target: { view },
        settings: { name: 'Films', fields, ...settings },
      })
      return token
    }
    for (const token of [await share({}), await share({ showsLinked: true }, [title])]) {
      expect((await pageOf(token)).layout).toBeUndefined()
      expect(await refusalOf(ask(token, { stack: null }))).toBe('share_moved')
    }
    const token = await share({ showsLinked: true })
    const page = await pageOf(token)
    const { stacks = [] } = page.layout!
    expect(page.layout).toMatchObject({ kind: 'board', by: 1, cover: null })
    expect(stacks.map(({ value, count }) => [value, count])).toEqual([
      [null, 1],
      ['Ann', 2],
      ['Ben', 1],
      ['', 0],
    ])
    const told = JSON.stringify(page)
    for (const secret of [ann, ben, nobody, people.id, cast, 'People']) expect(told).not.toContain(secret)
    for (const [value, held] of [
      [null, ['None']],
      ['', []],
      ['Ann', ['Both', 'Hers']],
      ['Ben', ['Both']],
    ] as const) {
      const { mark } = stacks.find((stack) => stack.value === value)!
      expect([value, names(await ask(token, { stack: mark }))]).toEqual([value, held])
    }
    // An id is no mark, nor is anything else.
    expect(names(await ask(token, { stack: ann }))).toEqual([])
    expect(await refusalOf(ask(token, { stack: 'Ann' }))).toBe('share_moved')
    // What its maker reads no more has no stack.
    await links.apply(world.creator, [links.remove(people, ben)])
    expect((await pageOf(token)).layout!.stacks!.map(({ value }) => value)).toEqual([null, 'Ann', ''])
    // Something that is no text comes first: then nothing says what they are called.
    const rank = people.fields[2]!.id
    await h.rpc(world.creator, 'update_field', { field: rank, changes: { position: 0 } })
    expect((await pageOf(token)).layout).toBeUndefined()
  })

  test('has the first fifty', async () => {
    const cast = await links.link(links.films, links.people, 'Crew')
    await h.rpc(world.creator, 'update_field', {
      field: links.people.fields[2]!.id,
      changes: { position: 3 },
    })
    await h.db.sql.unsafe(
      `insert into data.${links.people.relation} (name) select 'P' || lpad(n::text, 3, '0') from generate_series(1, 60) as n`,
    )
    const view = uuidV7()
    const definition = { name: 'All', kind: 'board', isShared: true, config: { settings: { stacks: cast } } }
    await h.rpc(world.creator, 'create_view', { table: links.films.id, view, definition })
    const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
      table: links.films.id,
      target: { view },
      settings: { name: 'F', fields: [links.films.fields[0]!.id, cast], showsLinked: true },
    })
    const { stacks = [] } = (await pageOf(token)).layout!
    // And the one of films without any.
    expect(stacks).toHaveLength(1 + limits.stacksByLinks)
    expect(stacks.at(-1)).toMatchObject({ value: 'P049', count: 0 })
  })
})

test('a list and a gallery say that they are, a grid nothing, and neither has parts', async () => {
  expect((await pageOf((await link('list', {})).token)).layout).toEqual({ kind: 'list' })
  const gallery = await link('gallery', { settings: { cardSize: 'large' } })
  expect((await pageOf(gallery.token)).layout).toEqual({
    kind: 'gallery',
    size: 'large',
    cover: null,
    fit: 'crop',
  })
  const grid = await link('grid', {})
  expect((await pageOf(grid.token)).layout).toBeUndefined()
  for (const { token } of [gallery, grid]) {
    expect(await refusalOf(ask(token, { stack: 'new' }))).toBe('share_moved')
    expect(await refusalOf(ask(token, { from: day(0), to: day(1) }))).toBe('share_moved')
    expect((await ask(token, null)).rows).toHaveLength(40)
  }
})

test('what is no part is refused by its rule', async () => {
  const { token } = await link('board', {})
  for (const part of [
    {},
    [],
    'new',
    1,
    { stack: 1 },
    { stack: ['new'] },
    { stack: 'x'.repeat(65) },
    { stack: 'new', from: day(0) },
    { from: day(0) },
    { from: day(0), to: null },
    { from: '2026-02-31', to: day(0) },
    { from: 'now', to: day(0) },
    { from: day(0), to: day(1), field: id('Secret') },
    { filter: { join: 'and', items: [] } },
  ] as Json[])
    expect([part, await refusalOf(ask(token, part))]).toEqual([part, 'invalid_input'])
  expect(await refusalOf(ask(token, { stack: "new' or true --" }))).toBe('share_moved')
})
