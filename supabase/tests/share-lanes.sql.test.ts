/** The lanes of a shared board: by a field that the link tells, and asked for by marks of the link alone. */
import { uuidV7 } from '@plinth/domain'
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
import { linkLab } from './link-lab.ts'
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
  readonly level: string | null
  readonly owner: 'viewer' | 'editor' | null
  readonly done: boolean | null
  readonly maker: 'editor' | 'creator'
}

const tasks: readonly Task[] = Array.from({ length: 48 }, (_, n) => ({
  name: `Task ${n}`,
  state: [null, 'new', 'busy', 'new'][n % 4]!,
  level: ['low', null, 'high', 'low', 'low'][n % 5]!,
  owner: ([null, 'viewer', 'editor'] as const)[n % 3]!,
  done: [null, true, false, true, null, true][n % 6]!,
  maker: n % 8 === 0 ? 'creator' : 'editor',
}))

const id = (name: string) => table.fields.find((one) => one.name === name)!.id
const choices = (...names: string[]) => ({
  options: names.map((one) => ({ id: one, label: `It is ${one}`, hue: 'blue' })),
})

async function plan(): Promise<TestTable> {
  const fields = [
    fieldOf('Name', 'text'),
    fieldOf('State', 'single_select', choices('new', 'busy', 'over')),
    fieldOf('Level', 'single_select', choices('low', 'high')),
    fieldOf('Owner', 'person'),
    fieldOf('Done', 'checkbox'),
    fieldOf('Maker', 'created_by'),
    fieldOf('Secret', 'single_select', choices('low', 'high')),
  ]
  const definition = { id: uuidV7(), name: 'Tasks', fields }
  table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  for (const maker of ['editor', 'creator'] as const) {
    const mutations = tasks.filter((task) => task.maker === maker).map(inserted)
    await h.rpc(world[maker], 'apply_mutations', { batch: { mutations, atomic: true } })
  }
  return table
}

const inserted = (task: Task) => ({
  id: uuidV7(),
  kind: 'insert',
  table: table.id,
  record: uuidV7(),
  values: {
    [id('Name')]: task.name,
    [id('State')]: task.state,
    [id('Level')]: task.level,
    [id('Owner')]: task.owner && world[task.owner].id,
    [id('Done')]: task.done,
    [id('Secret')]: 'low',
  },
})

const shown = ['Name', 'State', 'Level', 'Owner', 'Done', 'Maker']

/** A link to a new board with these stacks and lanes. */
async function link(
  stacks: string,
  lanes: string | null,
  { fields = shown, people = true, kind = 'board', config = {} as Record<string, Json> } = {},
) {
  const view = uuidV7()
  const settings = { stacks: id(stacks), ...(lanes === null ? {} : { lanes: id(lanes) }) }
  const definition = { name: view, kind, isShared: true, config: { ...config, settings } }
  await h.rpc(world.creator, 'create_view', { table: table.id, view, definition })
  const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
    table: table.id,
    target: { view },
    settings: { name: 'Tasks', fields: fields.map(id), showsPeople: people },
  })
  return { token, view }
}
const pageOf = (token: string) => h.rpc<SharedPage>(null, 'shared_page', { token, pass: null })
const layoutOf = async (token: string) => {
  const { layout } = await pageOf(token)
  return { stacks: layout!.stacks!, lanes: layout!.lanes, layout }
}
const ask = (token: string, part: Json, after: string | null = null, take = 100) =>
  h.rpc<SharedRows>(null, 'shared_rows', { token, pass: null, after, take, part })
const names = ({ rows }: SharedRows) => rows.map(([name]) => name).toSorted()
const namesOf = (holds: (task: Task) => boolean) =>
  tasks
    .filter(holds)
    .map(({ name }) => name)
    .toSorted()

/** What a task has in a field, as a stack of it tells it. */
const told: Readonly<Record<string, (task: Task) => Json>> = {
  State: ({ state }) => state,
  Level: ({ level }) => level,
  Owner: ({ owner }) => owner && nameOf(world[owner]),
  Done: ({ done }) => done === true,
  Maker: ({ maker }) => nameOf(world[maker]),
}
const nameOf = (person: Person): string => Object.entries(world).find(([, one]) => one === person)![0]

describe('lanes', () => {
  test.each([
    ['State', 'Level', [null, 'low', 'high']],
    ['State', 'Owner', [null, 'editor', 'viewer']],
    ['State', 'Done', [false, true]],
    ['Done', 'State', [null, 'new', 'busy', 'over']],
    ['Owner', 'Maker', ['creator', 'editor']],
  ])(
    'of %s by %s are told with their counts, and each cell of the board opens',
    async (by, across, values) => {
      const { token } = await link(by, across)
      const { stacks, lanes } = await layoutOf(token)
      expect(lanes!.by).toBe(shown.indexOf(across))
      expect(lanes!.stacks.map(({ value }) => value)).toEqual(values)
      for (const [no, lane] of lanes!.stacks.entries()) {
        expect([lane.value, lane.count]).toEqual([
          lane.value,
          namesOf((task) => told[across]!(task) === lane.value).length,
        ])
        for (const [at, { mark, value }] of stacks.entries()) {
          const held = namesOf((task) => told[across]!(task) === lane.value && told[by]!(task) === value)
          expect([value, lane.value, names(await ask(token, { stack: mark, lane: lane.mark }))]).toEqual([
            value,
            lane.value,
            held,
          ])
          expect([value, lane.value, lanes!.counts![no]![at]]).toEqual([value, lane.value, held.length])
        }
      }
    },
  )

  test('leave each stack as a whole to be asked for', async () => {
    const { token } = await link('State', 'Level')
    expect(names(await ask(token, { stack: 'new' }))).toEqual(namesOf(({ state }) => state === 'new'))
  })

  test('go on in a cell where a page of it ended', async () => {
    const { token } = await link('State', 'Level', {
      config: { sorts: [{ field: id('Name'), direction: 'desc' }] },
    })
    const part = { stack: 'new', lane: 'low' }
    const whole = await ask(token, part)
    const first = await ask(token, part, null, 5)
    const second = await ask(token, part, first.next, 100)
    expect(first.rows).toHaveLength(5)
    expect([...first.rows, ...second.rows]).toEqual(whole.rows)
  })

  test('keep to what the view filters, in their counts too', async () => {
    const done = { field: id('Done'), operator: 'is', value: true }
    const config = { filter: { join: 'and', items: [done] } }
    const { token } = await link('State', 'Level', { config })
    const { stacks, lanes } = await layoutOf(token)
    for (const [no, lane] of lanes!.stacks.entries()) {
      expect(lane.count).toBe(namesOf((task) => task.done === true && task.level === lane.value).length)
      const held = stacks.map(
        ({ value }) =>
          namesOf((task) => task.done === true && task.level === lane.value && task.state === value).length,
      )
      expect(lanes!.counts![no]).toEqual(held)
    }
    const rows = await ask(token, { stack: 'new', lane: 'low' })
    expect(names(rows)).toEqual(
      namesOf(({ done: is, level, state }) => is === true && level === 'low' && state === 'new'),
    )
  })

  test('are none where there is nobody who could have one', async () => {
    const nothing = { field: id('Name'), operator: 'is', value: 'Nothing' }
    const { token } = await link('State', 'Owner', { config: { filter: { join: 'and', items: [nothing] } } })
    const { stacks, lanes } = await layoutOf(token)
    expect(lanes).toBeUndefined()
    expect(stacks.map(({ value, count }) => [value, count])).toEqual([
      ['new', 0],
      ['busy', 0],
      ['over', 0],
    ])
  })
})

describe('what a link does not tell', () => {
  test('makes no lanes, and nothing can be asked by them', async () => {
    for (const { token } of [
      await link('State', null),
      await link('State', 'State'),
      await link('State', 'Name'),
      await link('State', 'Secret'),
      await link('State', 'Owner', { people: false }),
      await link('State', 'Maker', { people: false }),
      await link('State', 'Level', { fields: ['Name', 'State'] }),
      await link('State', 'Level', { config: { hidden: [id('Level')] } }),
    ]) {
      const { stacks, lanes, layout } = await layoutOf(token)
      expect([lanes, layout!.by, stacks.length]).toEqual([undefined, 1, 4])
      for (const lane of ['low', 'true', world.viewer.id, null])
        expect(await refusalOf(ask(token, { stack: 'new', lane }))).toBe('share_moved')
      expect((await ask(token, { stack: 'new' })).rows).toHaveLength(24)
    }
  })

  test('of its stacks leaves a table, whatever is told of its lanes', async () => {
    const { token } = await link('Secret', 'Level')
    expect((await pageOf(token)).layout).toBeUndefined()
    for (const part of [
      { stack: 'low', lane: 'low' },
      { stack: null, lane: 'low' },
    ])
      expect(await refusalOf(ask(token, part))).toBe('share_moved')
  })

  test('is told no longer once the view has lanes by another field', async () => {
    const { token, view } = await link('State', 'Level')
    const part = { stack: 'new', lane: 'low' }
    expect((await ask(token, part)).rows.length).toBeGreaterThan(0)
    const config = { settings: { stacks: id('State'), lanes: id('Secret') } }
    await h.rpc(world.creator, 'update_view', { view, changes: { config } })
    expect(await refusalOf(ask(token, part))).toBe('share_moved')
  })
})

describe('a mark', () => {
  test('of a person is none of theirs, and another link has others', async () => {
    const one = await link('State', 'Owner')
    const { lanes, layout } = await layoutOf(one.token)
    const viewer = lanes!.stacks.find(({ value }) => value === 'viewer')!
    for (const person of [world.viewer, world.editor, world.creator])
      expect(JSON.stringify(layout)).not.toContain(person.id)
    expect((await ask(one.token, { stack: 'new', lane: world.viewer.id })).rows).toEqual([])
    const other = await link('State', 'Owner')
    expect((await ask(other.token, { stack: 'new', lane: viewer.mark })).rows).toEqual([])
    // Of both that make a cell.
    const turned = await link('Owner', 'State')
    expect((await ask(turned.token, { stack: viewer.mark, lane: 'new' })).rows).toEqual([])
    expect((await ask(turned.token, { stack: world.viewer.id, lane: 'new' })).rows).toEqual([])
  })

  test('that is none of the field is refused, in a lane as in a stack', async () => {
    const people = await link('State', 'Owner')
    const levels = await link('State', 'Level')
    for (const [{ token }, part] of [
      [people, { stack: 'new', lane: 'viewer' }],
      [levels, { stack: 'new', lane: 'busy' }],
      [levels, { stack: 'low', lane: 'low' }],
      [levels, { stack: 'new', lane: "low' or true --" }],
    ] as const)
      expect([part, await refusalOf(ask(token, part))]).toEqual([part, 'share_moved'])
  })

  test('in a form that is none is refused by its rule', async () => {
    const { token } = await link('State', 'Level')
    for (const part of [
      { lane: 'low' },
      { stack: 'new', lane: 1 },
      { stack: 'new', lane: ['low'] },
      { stack: ['new'], lane: 'low' },
      { stack: 'new', lane: 'x'.repeat(65) },
      { stack: 'new', lane: 'low', field: id('Secret') },
      { from: '2026-03-01', to: '2026-03-02', lane: 'low' },
      { lane: 'low', by: id('Secret'), stack: 'new' },
    ] as Json[])
      expect([part, await refusalOf(ask(token, part))]).toEqual([part, 'invalid_input'])
  })
})

test('no other kind of view has lanes', async () => {
  for (const kind of ['gallery', 'grid', 'list', 'timeline']) {
    const { token } = await link('State', 'Level', { kind })
    expect((await pageOf(token)).layout ?? {}).not.toHaveProperty('lanes')
    expect(await refusalOf(ask(token, { stack: 'new', lane: 'low' }))).toBe('share_moved')
  }
})

test('lanes of a board by links are counted, their cells are not', async () => {
  const { films, people, ...lab } = await linkLab(h, world)
  const cast = await lab.link(films, people, 'Cast')
  const level = uuidV7()
  const field = { ...fieldOf('Seen', 'checkbox'), id: level }
  await h.rpc(world.creator, 'create_field', { table: films.id, definition: field })
  const ann = await lab.make(people, 'Ann')
  const [first, second] = [await lab.make(films, 'First'), await lab.make(films, 'Second')]
  for (const film of [first, second])
    await lab.apply(world.editor, [lab.change(films, film, cast, { link: [ann] })])
  await lab.apply(world.editor, [lab.change(films, second, level, true)])
  const view = uuidV7()
  const config = { settings: { stacks: cast, lanes: level } }
  const definition = { name: 'By cast', kind: 'board', isShared: true, config }
  await h.rpc(world.creator, 'create_view', { table: films.id, view, definition })
  const share = async (showsLinked: boolean, lanes = level) => {
    const changes = { config: { settings: { stacks: lanes === cast ? level : cast, lanes } } }
    await h.rpc(world.creator, 'update_view', { view, changes })
    const { token } = await h.rpc<{ token: string }>(world.creator, 'create_share_link', {
      table: films.id,
      target: { view },
      settings: { name: 'Films', fields: [films.fields[0]!.id, cast, level], showsLinked },
    })
    return token
  }
  const token = await share(true)
  const { stacks, lanes } = await layoutOf(token)
  expect(lanes).toEqual({
    by: 2,
    stacks: [
      { mark: 'false', value: false, count: 1 },
      { mark: 'true', value: true, count: 1 },
    ],
  })
  const { mark } = stacks.find(({ value }) => value === 'Ann')!
  expect(names(await ask(token, { stack: mark, lane: 'true' }))).toEqual(['Second'])
  expect(names(await ask(token, { stack: mark, lane: 'false' }))).toEqual(['First'])
  // Where the link does not tell what is linked it has neither; and links are no lanes, told or not.
  expect(await refusalOf(ask(await share(false), { stack: null, lane: 'true' }))).toBe('share_moved')
  for (const names of [true, false]) {
    const turned = await share(names, cast)
    expect((await layoutOf(turned)).lanes).toBeUndefined()
    expect(await refusalOf(ask(turned, { stack: 'true', lane: mark }))).toBe('share_moved')
  }
})
