/* oxlint-disable unicorn/consistent-function-scoping -- small functions stand beside the tests that use them */
/** Saved views: who has them, who changes them, what they may hold, and what they do not tell. */
import { filterOperators, limits, uuidV7, viewKinds } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  fieldOf,
  type Harness,
  type Json,
  type Person,
  Refusal,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

interface View {
  id: string
  name: string
  isShared: boolean
  isLocked: boolean
  position: number
  isPartial: boolean
  config: Record<string, Json>
}

let count = 0
async function makeTable() {
  const definition = {
    id: uuidV7(),
    name: `Table ${(count += 1)}`,
    fields: [fieldOf('Title', 'text'), fieldOf('Count', 'integer'), fieldOf('Salary', 'integer')],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const field = (name: string) => table.fields.find((one) => one.name === name)!.id
  const views = async (who: Person): Promise<View[]> => {
    const schema = await h.rpc<{ tables: { id: string; views: View[] }[] }>(who, 'base_schema', {
      base: world.base,
    })
    return schema.tables.find(({ id }) => id === table.id)?.views ?? []
  }
  const make = async (
    who: Person,
    name: string,
    isShared: boolean,
    config: Json = {},
    id = uuidV7() as string,
  ) => {
    await h.rpc<View>(who, 'create_view', {
      table: table.id,
      view: id,
      definition: { name, isShared, config },
    })
    return id
  }
  const names = async (who: Person) => (await views(who)).map(({ name }) => name)
  return { table, field, views, make, names }
}
type Lab = Awaited<ReturnType<typeof makeTable>>
const over = (lab: Lab, name: string): Json => ({ field: lab.field(name), operator: 'gt', value: 1000 })

describe('who has a view', () => {
  test('a shared one is everybody’s who reads the table, a personal one its owner’s', async () => {
    const lab = await makeTable()
    await lab.make(world.creator, 'Shared', true)
    await lab.make(world.editor, 'Mine', false)
    await lab.make(world.viewer, 'Mine', false)
    expect(await lab.names(world.editor)).toEqual(['Shared', 'Mine'])
    expect(await lab.names(world.viewer)).toEqual(['Shared', 'Mine'])
    expect(await lab.names(world.creator)).toEqual(['Shared'])
    expect(await lab.names(world.owner)).toEqual(['Shared'])
    for (const who of [world.outsider, world.member, world.anonymous])
      expect(await lab.views(who).catch((error: Refusal) => error.code)).toMatch(/not_found|forbidden/)
  })

  test('the table itself shows shared ones to creators, and personal ones to them if they are theirs', async () => {
    const lab = await makeTable()
    await lab.make(world.creator, 'Shared', true)
    await lab.make(world.creator, 'Own', false)
    await lab.make(world.editor, 'Mine', false)
    const seen = (who: Person) =>
      h.as(who, (tx) => tx`select name from plinth.view where table_id = ${lab.table.id} order by name`)
    const namesFor = async (who: Person) => (await seen(who)).map((row) => row['name'] as string)
    expect(await namesFor(world.creator)).toEqual(['Own', 'Shared'])
    expect(await namesFor(world.owner)).toEqual(['Shared'])
    for (const who of [world.editor, world.viewer, world.outsider, world.anonymous])
      expect(await namesFor(who)).toEqual([])
  })

  test('nobody changes another’s, and it answers like one that does not exist', async () => {
    const lab = await makeTable()
    const mine = await lab.make(world.editor, 'Mine', false)
    const trashed = await lab.make(world.editor, 'Gone', false)
    await h.rpc(world.editor, 'delete_view', { view: trashed })
    for (const who of [world.owner, world.creator, world.viewer, world.outsider]) {
      const calls: [string, Record<string, unknown>][] = [
        ['update_view', { view: mine, changes: { name: 'x' } }],
        ['move_view', { view: mine, position: 0 }],
        ['move_records', { view: mine, records: [uuidV7()], before: null }],
        ['replace_places', { view: mine, moves: {} }],
        ['delete_view', { view: mine }],
        ['restore_view', { view: trashed }],
        ['duplicate_view', { view: mine, copy: uuidV7(), name: 'x', is_shared: false }],
      ]
      for (const [name, args] of calls) expect(await refusalOf(h.rpc(who, name, args))).toBe('not_found')
    }
    expect(await lab.names(world.editor)).toEqual(['Mine'])
  })

  test('it is not shown to those who look at the base as its owner', async () => {
    const lab = await makeTable()
    await lab.make(world.creator, 'Shared', true)
    await lab.make(world.editor, 'Mine', false)
    const schema = await h.rpc<{ tables: { id: string; views: View[] }[] }>(world.creator, 'view_as', {
      base: world.base,
      who: { person: world.editor.id },
      call: 'base_schema',
      args: { base: world.base },
    })
    const names = schema.tables.find(({ id }) => id === lab.table.id)!.views.map(({ name }) => name)
    expect(names).toEqual(['Shared'])
  })

  test('sharing is for creators of the base', async () => {
    const lab = await makeTable()
    const mine = await lab.make(world.editor, 'Mine', false)
    expect(
      await refusalOf(h.rpc(world.editor, 'update_view', { view: mine, changes: { isShared: true } })),
    ).toBe('forbidden')
    expect(await refusalOf(lab.make(world.editor, 'Theirs', true))).toBe('forbidden')
    const own = await lab.make(world.creator, 'Own', false)
    await h.rpc(world.creator, 'update_view', { view: own, changes: { isShared: true } })
    expect(await lab.names(world.viewer)).toEqual(['Own'])
    await h.rpc(world.creator, 'update_view', { view: own, changes: { isShared: false } })
    expect(await lab.names(world.viewer)).toEqual([])
    expect(await lab.names(world.creator)).toEqual(['Own'])
  })
})

const deletedArgs: Record<string, Record<string, Json>> = {
  update_view: { changes: { name: 'X' } },
  move_view: { position: 0 },
}

describe('what becomes of a view', () => {
  test('it keeps its place, its name and what it holds', async () => {
    const lab = await makeTable()
    const config = {
      filter: { join: 'and', items: [over(lab, 'Count'), { join: 'or', items: [over(lab, 'Salary')] }] },
      sorts: [{ field: lab.field('Count'), direction: 'desc' }],
      groups: [{ field: lab.field('Title'), direction: 'asc' }],
      hidden: [lab.field('Salary')],
      order: [lab.field('Count'), lab.field('Title')],
      widths: { [lab.field('Title')]: 240 },
      frozen: 2,
      rowHeight: 'tall',
      summaries: { [lab.field('Count')]: 'sum' },
    }
    const a = await lab.make(world.creator, 'A', true, config)
    const b = await lab.make(world.creator, 'B', true)
    await h.rpc(world.creator, 'move_view', { view: b, position: 0 })
    expect(await lab.names(world.viewer)).toEqual(['B', 'A'])
    expect((await lab.views(world.viewer))[1]).toMatchObject({
      id: a,
      config,
      isPartial: false,
      isLocked: false,
    })
    expect(await refusalOf(lab.make(world.creator, 'a', true))).toBe('name_taken')
    expect(await refusalOf(h.rpc(world.creator, 'update_view', { view: b, changes: { name: 'A' } }))).toBe(
      'name_taken',
    )
    await h.rpc(world.creator, 'delete_view', { view: a })
    expect(await lab.names(world.viewer)).toEqual(['B'])
  })

  test('a deleted one comes back as it was, where it was, unless its name is taken', async () => {
    const lab = await makeTable()
    const config = { sorts: [{ field: lab.field('Count'), direction: 'desc' }] }
    const [a, b] = [
      await lab.make(world.creator, 'A', true),
      await lab.make(world.creator, 'B', true, config),
    ]
    const c = await lab.make(world.creator, 'C', true)
    await h.rpc(world.creator, 'update_view', { view: b, changes: { isLocked: true } })
    const before = await lab.views(world.viewer)
    await h.rpc(world.creator, 'delete_view', { view: b })
    expect(await lab.names(world.viewer)).toEqual(['A', 'C'])
    const seen = await h.as(world.creator, (tx) => tx`select 1 from plinth.view where id = ${b}`)
    expect(seen).toHaveLength(0)
    for (const name of ['update_view', 'delete_view', 'move_view'])
      expect(
        await refusalOf(h.rpc(world.creator, name, { view: b, ...deletedArgs[name] })),
        `${name} of a deleted view`,
      ).toBe('not_found')
    expect(await refusalOf(h.rpc(world.creator, 'restore_view', { view: a }))).toBe('not_found')
    const other = await lab.make(world.creator, 'b', true)
    expect(await refusalOf(h.rpc(world.creator, 'restore_view', { view: b }))).toBe('name_taken')
    await h.rpc(world.creator, 'delete_view', { view: other })
    const back = await h.rpc<View>(world.creator, 'restore_view', { view: b })
    expect(back).toEqual(before[1])
    expect(await lab.views(world.viewer)).toEqual(before)
    expect(await refusalOf(h.rpc(world.editor, 'restore_view', { view: c }))).toBe('forbidden')
  })

  test('a deleted one counts for nothing, is not copied, and is kept for a day', async () => {
    const lab = await makeTable()
    const view = await lab.make(world.creator, 'Old', true)
    await h.rpc(world.creator, 'delete_view', { view })
    const copy = { id: uuidV7(), name: `Copy ${(count += 1)}` }
    const copied = await h.rpc<{ views: View[] }>(world.creator, 'duplicate_table', {
      table: lab.table.id,
      copy: copy.id,
      name: copy.name,
      with_records: false,
    })
    expect(copied.views ?? []).toEqual([])
    await h.db.admin`update plinth.view set trashed_at = now() - interval '25 hours' where id = ${view}`
    const next = await lab.make(world.creator, 'Next', true)
    await h.rpc(world.creator, 'delete_view', { view: next })
    expect(await refusalOf(h.rpc(world.creator, 'restore_view', { view }))).toBe('not_found')
    for (let no = 0; no < 20; no += 1) {
      const one = await lab.make(world.creator, 'One more', true)
      await h.rpc(world.creator, 'delete_view', { view: one })
    }
    const [kept] = await h.db.admin`
      select count(*)::int as n, bool_or(id = ${next}) as oldest from plinth.view where table_id = ${lab.table.id}`
    expect(kept).toEqual({ n: 20, oldest: false })
  })

  test('a locked one is not changed until it is open again', async () => {
    const lab = await makeTable()
    const view = await lab.make(world.creator, 'A', true)
    const update = (changes: Json) => h.rpc<View>(world.creator, 'update_view', { view, changes })
    await update({ isLocked: true })
    expect(await refusalOf(update({ config: { frozen: 3 } }))).toBe('view_locked')
    expect((await update({ name: 'Still', isLocked: false, config: { frozen: 3 } })).config).toMatchObject({
      frozen: 3,
    })
  })

  test('each is of the kind that it was made as, and so are its copies', async () => {
    const lab = await makeTable()
    const settings = {
      stacks: lab.field('Count'),
      cover: 'none',
      end: 'none',
      coverFit: 'fit',
      cardSize: 'large',
    }
    for (const kind of viewKinds) {
      const definition = { name: kind, kind, isShared: true, config: { settings } }
      const view = uuidV7()
      expect(
        await h.rpc(world.creator, 'create_view', { table: lab.table.id, view, definition }),
      ).toMatchObject({
        kind,
        config: { settings },
      })
      const copy = { view, copy: uuidV7(), name: `${kind} 2`, is_shared: true }
      expect(await h.rpc(world.creator, 'duplicate_view', copy)).toMatchObject({ kind, config: { settings } })
      expect(
        await h.rpc(world.creator, 'update_view', { view, changes: { config: { settings: {} } } }),
      ).toMatchObject({ kind, config: { settings: {} } })
    }
    const plain = await lab.make(world.creator, 'Plain', true)
    expect((await lab.views(world.viewer)).find(({ id }) => id === plain)).toMatchObject({ kind: 'grid' })
  })

  test('a copy is open, and as much as its maker sees', async () => {
    const lab = await makeTable()
    const view = await lab.make(world.creator, 'A', true, { frozen: 3 })
    await h.rpc(world.creator, 'update_view', { view, changes: { isLocked: true } })
    const copy = { view, copy: uuidV7(), name: 'Copy', is_shared: false }
    expect(await h.rpc(world.viewer, 'duplicate_view', copy)).toMatchObject({
      isLocked: false,
      isShared: false,
    })
    expect(
      await refusalOf(h.rpc(world.viewer, 'duplicate_view', { ...copy, copy: uuidV7(), is_shared: true })),
    ).toBe('forbidden')
    expect(await lab.names(world.viewer)).toEqual(['A', 'Copy'])
  })

  test('a copy of the table has the shared ones, about its own fields', async () => {
    const lab = await makeTable()
    await lab.make(world.creator, 'A', true, { sorts: [{ field: lab.field('Count'), direction: 'asc' }] })
    await lab.make(world.creator, 'Own', false)
    const copy = await h.rpc<TestTable & { views: View[] }>(world.creator, 'duplicate_table', {
      table: lab.table.id,
      copy: uuidV7(),
      name: `Copy ${count}`,
      with_records: false,
    })
    const field = copy.fields.find(({ name }) => name === 'Count')!.id
    expect(copy.views.map(({ name, config }) => [name, config['sorts']])).toEqual([
      ['A', [{ field, direction: 'asc' }]],
    ])
  })

  test('it goes into the trash and back with its table, and forgets a field only while it is away', async () => {
    const lab = await makeTable()
    const config = {
      filter: { join: 'and', items: [over(lab, 'Count')] },
      widths: { [lab.field('Count')]: 99 },
    }
    await lab.make(world.creator, 'A', true, config)
    await h.rpc(world.creator, 'delete_field', { field: lab.field('Count') })
    expect((await lab.views(world.creator))[0]).toMatchObject({
      isPartial: true,
      config: { filter: null, widths: {} },
    })
    await h.rpc(world.creator, 'restore_field', { field: lab.field('Count') })
    expect((await lab.views(world.creator))[0]).toMatchObject({ isPartial: false, config })
    await h.rpc(world.creator, 'delete_table', { table: lab.table.id })
    expect(
      await h.as(world.creator, (tx) => tx`select 1 from plinth.view where table_id = ${lab.table.id}`),
    ).toEqual([])
    await h.rpc(world.creator, 'restore_table', { table: lab.table.id })
    expect(await lab.names(world.viewer)).toEqual(['A'])
  })

  test('there are no more than the limit, of shared ones and of each person’s own', async () => {
    const lab = await makeTable()
    await h.db.sql`
      insert into plinth.view (id, table_id, name, position, config)
      select plinth_private.uuid_v7(), ${lab.table.id}, n::text, n, plinth_private.clean_view(${lab.table.id}, '{}')
      from generate_series(1, ${limits.viewsPerTable}) as n`
    expect(await refusalOf(lab.make(world.creator, 'One more', true))).toBe('limit_exceeded')
    await lab.make(world.creator, 'Own', false)
    expect(await lab.views(world.creator)).toHaveLength(limits.viewsPerTable + 1)
  })
})

describe('a hidden field', () => {
  async function withHidden() {
    const lab = await makeTable()
    const config = {
      filter: { join: 'and', items: [over(lab, 'Count'), { join: 'or', items: [over(lab, 'Salary')] }] },
      sorts: [{ field: lab.field('Salary'), direction: 'desc' }],
      groups: [{ field: lab.field('Salary'), direction: 'desc' }],
      hidden: [lab.field('Salary')],
      order: [lab.field('Salary'), lab.field('Title')],
      widths: { [lab.field('Salary')]: 240 },
      summaries: { [lab.field('Salary')]: 'sum' },
      settings: { stacks: lab.field('Salary'), start: lab.field('Count'), span: 'week' },
    }
    const view = await lab.make(world.creator, 'Well paid', true, config)
    const roles = await h.rpc<{ id: string; name: string }[]>(world.creator, 'base_roles', {
      base: world.base,
    })
    for (const name of ['editor', 'viewer'])
      await h.rpc(world.creator, 'set_field_grant', {
        role: roles.find((role) => role.name === name)!.id,
        field: lab.field('Salary'),
        access: 'hidden',
      })
    return { lab, view }
  }

  test('is told by no view to whom it is hidden from, and by all to others', async () => {
    const { lab, view } = await withHidden()
    for (const who of [world.editor, world.viewer]) {
      const told = await lab.views(who)
      expect(JSON.stringify(told)).not.toContain(lab.field('Salary'))
      expect(JSON.stringify(told)).not.toContain('1000]')
      expect(told[0]).toMatchObject({
        isPartial: true,
        config: {
          filter: { join: 'and', items: [over(lab, 'Count')] },
          sorts: [],
          groups: [],
          order: [lab.field('Title')],
          settings: { start: lab.field('Count'), span: 'week' },
        },
      })
      const copy = await h.rpc(who, 'duplicate_view', {
        view,
        copy: uuidV7(),
        name: 'Copy',
        is_shared: false,
      })
      expect(JSON.stringify(copy)).not.toContain(lab.field('Salary'))
    }
    const kept = await h.db
      .sql`select config::text as text from plinth.view where name = 'Copy' and table_id = ${lab.table.id}`
    for (const row of kept) expect(row['text']).not.toContain(lab.field('Salary'))
    expect((await lab.views(world.creator))[0]).toMatchObject({ isPartial: false })
  })

  test('is like one that is not there when it is put into a view', async () => {
    const { lab } = await withHidden()
    const config = (field: string): Json => ({
      filter: { join: 'and', items: [{ field, operator: 'gt', value: 1 }] },
      sorts: [{ field, direction: 'asc' }],
      settings: { stacks: field },
    })
    const make = (field: string) =>
      h.rpc<View>(world.editor, 'create_view', {
        table: lab.table.id,
        view: uuidV7(),
        definition: { name: `V ${field}`, isShared: false, config: config(field) },
      })
    const { config: there, isPartial } = await make(lab.field('Salary'))
    const nowhere = await make(uuidV7())
    expect([there, isPartial]).toEqual([nowhere.config, nowhere.isPartial])
  })
})

test.each(filterOperators)('conditions with “%s” are kept', async (operator) => {
  const lab = await makeTable()
  const filter = { join: 'and', items: [{ field: lab.field('Count'), operator, value: [] }] }
  const { config } = await h.rpc<View>(world.creator, 'create_view', {
    table: lab.table.id,
    view: uuidV7(),
    definition: { name: 'Kept', isShared: true, config: { filter } },
  })
  expect(config.filter).toEqual(filter)
})

describe('a dashboard', () => {
  test('of a copied table shows the charts of the copy', async () => {
    const lab = await makeTable()
    const chart = uuidV7()
    const make = (view: string, kind: string, settings: Json) =>
      h.rpc<View>(world.creator, 'create_view', {
        table: lab.table.id,
        view,
        definition: { name: kind, kind, isShared: true, config: { settings } },
      })
    const by = {
      chart: 'line',
      by: lab.field('Title'),
      figure: 'sum',
      of: lab.field('Count'),
      byUnit: 'week',
    }
    expect((await make(chart, 'chart', by)).config['settings']).toEqual(by)
    const tiles = [{ view: chart, width: 'full' }]
    expect((await make(uuidV7(), 'dashboard', { tiles })).config['settings']).toEqual({ tiles })
    const copy = await h.rpc<TestTable & { views: View[] }>(world.creator, 'duplicate_table', {
      table: lab.table.id,
      copy: uuidV7(),
      name: 'Copy with charts',
      with_records: false,
    })
    const schema = await h.rpc<{ tables: { id: string; views: (View & { kind: string })[] }[] }>(
      world.creator,
      'base_schema',
      { base: world.base },
    )
    const views = schema.tables.find(({ id }) => id === copy.id)!.views
    const copied = views.find(({ kind }) => kind === 'chart')!
    expect(views.find(({ kind }) => kind === 'dashboard')!.config['settings']).toEqual({
      tiles: [{ view: copied.id, width: 'full' }],
    })
  })

  test.each<[string, Json]>([
    ['a word', 'x'],
    ['a tile that is a word', ['x']],
    ['a view that is no id', [{ view: 'x', width: 'half' }]],
    ['no width', [{ view: uuidV7() }]],
    ['a width of nobody', [{ view: uuidV7(), width: 'quarter' }]],
    ['more than a tile has', [{ view: uuidV7(), width: 'half', height: 3 }]],
    [
      'the same chart twice',
      [1, 2].map(() => ({ view: '01900000-0000-7000-8000-000000000001', width: 'half' })),
    ],
    ['very many charts', Array.from({ length: 25 }, () => ({ view: uuidV7(), width: 'half' }))],
  ])('is not %s', async (_, tiles) => {
    const lab = await makeTable()
    const definition = { name: 'D', kind: 'dashboard', isShared: false, config: { settings: { tiles } } }
    expect(
      await refusalOf(
        h.rpc(world.viewer, 'create_view', { table: lab.table.id, view: uuidV7(), definition }),
      ),
    ).toBe('invalid_input')
  })
})

describe('what is no view', () => {
  const id = '01900000-0000-7000-8000-000000000001'
  const nested = (depth: number): Json => ({ join: 'and', items: depth > 1 ? [nested(depth - 1)] : [] })
  const condition = { field: id, operator: 'is', value: 'x' }
  test.each<[string, Json]>([
    ['nothing', null],
    ['a list', []],
    ['a key that it does not have', { sql: 'x' }],
    ['a filter that is a list', { filter: [] }],
    ['a filter of one condition', { filter: condition }],
    ['another join', { filter: { join: 'xor', items: [] } }],
    ['a group within a condition', { filter: { join: 'and', items: [{ ...condition, items: {} }] } }],
    ['an operator of nobody', { filter: { join: 'and', items: [{ ...condition, operator: 'like' }] } }],
    ['a field that is no id', { filter: { join: 'and', items: [{ ...condition, field: "x'; --" }] } }],
    [
      'a value that is deep',
      { filter: { join: 'and', items: [{ ...condition, value: { day: { day: 1 } } }] } },
    ],
    ['a value that is long', { filter: { join: 'and', items: [{ ...condition, value: 'x'.repeat(2001) }] } }],
    ['a sort without direction', { sorts: [{ field: id }] }],
    ['a field sorted by twice', { sorts: [1, 2].map(() => ({ field: id, direction: 'asc' })) }],
    ['four groups', { groups: [1, 2, 3, 4].map(() => ({ field: uuidV7(), direction: 'asc' })) }],
    ['no list of columns', { hidden: {} }],
    ['columns that are no ids', { order: ['title'] }],
    ['widths as text', { widths: { [id]: '200' } }],
    ['a width of nothing', { widths: { [id]: -1 } }],
    ['a figure of nobody', { summaries: { [id]: 'mode' } }],
    ['half a column', { frozen: 1.5 }],
    ['a height of nobody', { rowHeight: 'giant' }],
    ['no settings', { settings: null }],
    ['a list of settings', { settings: [] }],
    ['a setting that is none', { settings: { sql: id } }],
    ['a field that is no id', { settings: { stacks: 'title' } }],
    ['a setting of another kind', { settings: { stacks: { field: id } } }],
    ['a scale of nobody', { settings: { scale: 'decade' } }],
    ['no stacks in words', { settings: { stacks: 'none' } }],
    ['no beginning in words', { settings: { start: 'none' } }],
    ['more than fits', { order: Array.from({ length: Math.ceil(limits.viewBytes / 36) }, () => id) }],
    ['depth without end', { filter: nested(700) }],
  ])('%s is refused', async (_, config) => {
    const answer = h.rpc(world.creator, 'create_view', {
      table: table.id,
      view: uuidV7(),
      definition: { name: 'Bad', isShared: true, config },
    })
    expect(await refusalOf(answer)).toBe('invalid_input')
  })

  let table: TestTable
  beforeAll(async () => {
    table = (await makeTable()).table
  })
  test.each<[string, Json, string]>([
    ['no definition', null, 'invalid_input'],
    ['no word on sharing', { name: 'x', config: {} }, 'invalid_input'],
    ['no name', { name: ' ', isShared: true, config: {} }, 'name_required'],
    ['a kind of nobody', { name: 'x', kind: 'map', isShared: true, config: {} }, 'invalid_input'],
    ['a kind that is no word', { name: 'x', kind: 1, isShared: true, config: {} }, 'invalid_input'],
  ])('%s is refused', async (_, definition, code) => {
    const answer = h.rpc(world.creator, 'create_view', { table: table.id, view: uuidV7(), definition })
    expect(await refusalOf(answer)).toBe(code)
    expect(
      await refusalOf(
        h.rpc(world.creator, 'create_view', {
          table: table.id,
          view: null,
          definition: { name: 'x', isShared: true, config: {} },
        }),
      ),
    ).toBe('invalid_input')
  })

  test('changes are checked as well', async () => {
    const view = uuidV7()
    await h.rpc(world.creator, 'create_view', {
      table: table.id,
      view,
      definition: { name: 'Good', isShared: true, config: {} },
    })
    const bad: [Json, string][] = [
      [null, 'invalid_input'],
      [{ isLocked: 'yes' }, 'invalid_input'],
      [{ isShared: null }, 'invalid_input'],
      [{ name: null }, 'name_required'],
      [{ config: null }, 'invalid_input'],
    ]
    for (const [changes, code] of bad)
      expect(await refusalOf(h.rpc(world.creator, 'update_view', { view, changes }))).toBe(code)
    expect(await refusalOf(h.rpc(world.creator, 'move_view', { view, position: -1 }))).toBe('invalid_input')
    expect(await refusalOf(h.rpc(world.creator, 'move_view', { view, position: null }))).toBe('invalid_input')
  })
})

test('changes of shared views are told to the base’s room, those of personal ones to nobody', async () => {
  const lab = await makeTable()
  const told = async () => {
    const [row] = await h.db
      .admin`select count(*)::int as n from realtime.messages where topic like ${`room:${world.base}:%`}`
    return row!['n'] as number
  }
  const before = await told()
  const mine = await lab.make(world.editor, 'Mine', false)
  await h.rpc(world.editor, 'update_view', { view: mine, changes: { name: 'Other' } })
  await h.rpc(world.editor, 'delete_view', { view: mine })
  expect(await told()).toBe(before)
  const view = await lab.make(world.creator, 'Shared', true)
  await h.rpc(world.creator, 'update_view', { view, changes: { name: 'Other' } })
  await h.rpc(world.creator, 'delete_view', { view })
  await h.rpc(world.creator, 'restore_view', { view })
  expect(await told()).toBe(before + 4)
})
