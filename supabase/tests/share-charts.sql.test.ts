/** Charts and dashboards by links: the figures that their maker reads, of the charts that there are, without ids, and nothing else. */
import {
  type ChartShape,
  chartOf,
  chartTypes,
  chartUnits,
  limits,
  summaryKinds,
  uuidV7,
} from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createBase,
  fieldOf,
  type Harness,
  type Json,
  refusalOf,
  startWorld,
  type TestTable,
  type World,
} from './harness.ts'
import { randomFrom } from './random-rights.ts'
import { type LinkAnswer, type SharedChartPage, type ShareLab, shareLab } from './share-lab.ts'
import { viewLab } from './view-lab.ts'

let h: Harness
let world: World
beforeAll(async () => {
  ;({ h, world } = await startWorld())
})
afterAll(() => h.db.stop())

let count = 0
const makeLab = () => shareLab(h, world, `Table ${(count += 1)}`)
const filterOf = (...items: Json[]): Json => ({ join: 'and', items })

interface Settings {
  settings?: Record<string, Json>
  filter?: Json
}

/** A view of a table, of the creator. */
async function makeView(
  table: TestTable,
  kind: string,
  { settings = {}, filter = null }: Settings = {},
  definition: { name?: string; isShared?: boolean } = {},
  by = world.creator,
): Promise<string> {
  const view = uuidV7()
  const all = { name: `View ${view}`, isShared: true, ...definition, kind, config: { settings, filter } }
  await h.rpc(by, 'create_view', { table: table.id, view, definition: all })
  return view
}

const change = (view: string, { settings = {}, filter = null }: Settings) =>
  h.rpc(world.creator, 'update_view', { view, changes: { config: { settings, filter } } })

/** A chart of sizes by levels, and a link to it. */
async function chartLab() {
  const lab = await makeLab()
  const settings = { chart: 'pie', by: lab.field('Level'), figure: 'sum', of: lab.field('Size') }
  const view = await makeView(lab.table, 'chart', { settings })
  const { token, link } = await lab.link(['Level', 'Size'], {}, { view })
  return { lab, view, token, link, settings }
}

const onlyTile = async (lab: ShareLab, token: string) => {
  const { tiles } = await lab.charts(token)
  expect(tiles).toHaveLength(1)
  return tiles[0]!
}
const figures = async (lab: ShareLab, token: string) =>
  lab.chart(token, (await onlyTile(lab, token)).mark).then(({ keys, whole }) => ({ keys, whole }))

const shapeOf = (table: string, settings: Record<string, Json>) =>
  h.db.sql.begin(async (tx) => {
    await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: world.creator.id, role: 'authenticated' })}, true)`
    const [row] =
      await tx`select plinth_private.chart_shape(${table}, ${tx.json(settings as never)}) as shape`
    return row!['shape'] as Json
  })
const told = (shape: ChartShape<{ id: string }>): Json => ({
  ...shape,
  by: shape.by?.id ?? null,
  split: shape.split?.id ?? null,
  of: shape.of?.id ?? null,
})

const titles = async (lab: ShareLab, token: string) =>
  (await lab.charts(token)).tiles.map(({ title, width }) => [title, width])
const dashLink = (lab: ShareLab, view: string, fields: string[], table = lab.table): Promise<LinkAnswer> =>
  h.rpc(world.creator, 'create_share_link', {
    table: table.id,
    target: { view },
    settings: { name: 'Overview', fields },
  })

describe('what a chart shows', () => {
  const seed = Number(process.env['PLINTH_TEST_SEED'] ?? 20261126)
  const by = randomFrom(seed)

  test(`is the same to the database as to the app (seed ${seed})`, async () => {
    const { table } = await viewLab(h, world, seed, 1)
    const fields = table.fields as never as Parameters<typeof chartOf>[1]
    const anyField = () => by.oneOf([...table.fields.map(({ id }) => id), uuidV7()])
    const pools: Record<string, () => Json> = {
      chart: () => by.oneOf(chartTypes),
      by: anyField,
      split: anyField,
      of: anyField,
      byUnit: () => by.oneOf(chartUnits),
      splitUnit: () => by.oneOf(chartUnits),
      figure: () => by.oneOf(summaryKinds),
      chartOrder: () => by.oneOf(['key', 'figure'] as const),
    }
    for (let round = 0; round < 300; round++) {
      const chosen = Object.entries(pools).filter(() => by.random() < 0.6)
      const settings = Object.fromEntries(chosen.map(([key, pick]) => [key, pick()]))
      const expected = told(chartOf(settings as never, fields))
      expect(await shapeOf(table.id, settings), `of ${JSON.stringify(settings)}`).toEqual(expected)
    }
  })

  test('is chosen by the fields that there are, whichever that are', async () => {
    const { table } = await viewLab(h, world, seed + 1, 1)
    let fields = [...table.fields]
    // Without one after the other, the table suggests something else.
    while (fields.length > 1) {
      const { by: field } = chartOf({}, fields as never) as ChartShape<{ id: string }>
      expect(await shapeOf(table.id, {})).toEqual(told(chartOf({}, fields as never)))
      if (!field) break
      await h.rpc(world.creator, 'delete_field', { field: field.id })
      fields = fields.filter(({ id }) => id !== field.id)
    }
    expect(fields.length).toBeLessThan(8)
  })
})

describe('a link to a chart', () => {
  test('tells what the chart shows, and its figures, to nobody in particular', async () => {
    const { lab, token } = await chartLab()
    const page = await lab.charts(token)
    expect(page).toEqual({
      kind: 'chart',
      name: 'Our cities',
      total: null,
      timeZone: 'Europe/Vienna',
      locale: 'en-GB',
      weekStart: 1,
      fields: [
        expect.objectContaining({ name: 'Level', type: 'single_select' }),
        { name: 'Size', type: 'integer', options: {} },
      ],
      tiles: [
        {
          mark: expect.stringMatching(/^[0-9a-f]{64}$/),
          title: null,
          width: 'full',
          shape: {
            type: 'pie',
            by: 0,
            byUnit: null,
            split: null,
            splitUnit: null,
            figure: 'sum',
            of: 1,
            order: 'figure',
          },
        },
      ],
    })
    expect(await lab.chart(token, page.tiles[0]!.mark)).toEqual({
      keys: [
        ['low', 3, 90],
        ['high', 2, 60],
      ],
      keyCount: 2,
      series: [],
      seriesCount: 0,
      cells: [],
      whole: [5, 150],
    })
  })

  test('tells no id of anything, no other field, and no record', async () => {
    const { lab, view, token } = await chartLab()
    await change(view, {
      settings: { by: lab.field('Level'), split: lab.field('Mayor') },
      filter: filterOf({ field: lab.field('Secret'), operator: 'not_empty' }),
    })
    const { token: named } = await lab.link(['Level', 'Mayor'], { showsPeople: true }, { view })
    const { mark } = await onlyTile(lab, named)
    const answer = await lab.chart(named, mark)
    const all = JSON.stringify([await lab.charts(named), answer])
    expect(answer.series).toEqual(['viewer', null])
    for (const id of [
      lab.table.id,
      lab.view,
      view,
      world.base,
      world.viewer.id,
      world.creator.id,
      ...lab.records,
      ...lab.table.fields.map((field) => field.id),
    ])
      expect(all).not.toContain(id)
    for (const text of ['hush', 'Secret', 'Linz', 'Table ', 'View '])
      expect([text, all.includes(text)]).toEqual([text, false])
    expect(await refusalOf(lab.rows(named))).toBe('share_invalid')
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
  })

  test('shows no chart of fields that it does not name, of people without their names, or of files', async () => {
    const { lab, view, token } = await chartLab()
    const shows = async (settings: Record<string, Json>) => {
      await change(view, { settings })
      return (await lab.charts(token)).tiles.length
    }
    const [level, size] = [lab.field('Level'), lab.field('Size')]
    expect(await shows({ by: level, figure: 'sum', of: size })).toBe(1)
    expect(await shows({ by: level })).toBe(1)
    expect(await shows({ by: lab.field('Name') })).toBe(0)
    expect(await shows({ by: level, split: lab.field('Name') })).toBe(0)
    expect(await shows({ by: level, figure: 'unique', of: lab.field('Secret') })).toBe(0)
    expect(await shows({ chart: 'number' })).toBe(1)
    await h.rpc(world.creator, 'update_share_link', {
      link: (await h.rpc<{ id: string }[]>(world.creator, 'share_links', { base: world.base }))[0]!.id,
      changes: { fields: [lab.field('Mayor'), level] },
    })
    expect(await shows({ by: lab.field('Mayor') })).toBe(0)
    const [row] = await h.db
      .sql`update plinth_private.share_link set fields = fields || ${lab.field('Files')}::uuid where view_id = ${view} returning id`
    expect(await shows({ by: level, figure: 'filled', of: lab.field('Files') })).toBe(0)
    await h.rpc(world.creator, 'update_share_link', { link: row!['id'], changes: { showsPeople: true } })
    expect(await shows({ by: lab.field('Mayor') })).toBe(1)
  })

  test('follows its chart, and tells nothing by the mark of what it was', async () => {
    const { lab, view, token, settings } = await chartLab()
    const { mark } = await onlyTile(lab, token)
    await change(view, {
      settings,
      filter: filterOf({ field: lab.field('Size'), operator: 'gt', value: 25 }),
    })
    expect((await lab.chart(token, mark)).whole).toEqual([3, 120])
    await change(view, { settings: { ...settings, figure: 'average' } })
    expect(await refusalOf(lab.chart(token, mark))).toBe('share_moved')
    expect((await figures(lab, token)).whole).toEqual([5, 30])
    for (const none of [null, '', view, 'x'])
      expect(await refusalOf(lab.chart(token, none))).toBe('share_moved')
    const other = await lab.link(['Level', 'Size'], {}, { view })
    const { mark: elsewhere } = await onlyTile(lab, other.token)
    expect(await refusalOf(lab.chart(token, elsewhere))).toBe('share_moved')
  })

  test('shows nothing where its filter lost a condition, where the chart is gone, or where it is taken back', async () => {
    const { lab, view, token, link, settings } = await chartLab()
    await change(view, { settings, filter: filterOf({ field: lab.field('Secret'), operator: 'not_empty' }) })
    const { mark } = await onlyTile(lab, token)
    await h.rpc(world.creator, 'delete_field', { field: lab.field('Secret') })
    expect(await refusalOf(lab.charts(token))).toBe('share_invalid')
    expect(await refusalOf(lab.chart(token, mark))).toBe('share_invalid')
    await change(view, { settings })
    expect((await figures(lab, token)).whole).toEqual([5, 150])
    await h.rpc(world.creator, 'delete_view', { view })
    expect(await refusalOf(lab.chart(token, mark))).toBe('share_invalid')
    await h.rpc(world.creator, 'revoke_share_link', { link: link.id })
    expect(await refusalOf(lab.chart(token, mark))).toBe('share_invalid')
  })

  test('asks for its password, and takes numbers of keys that may be', async () => {
    const { lab, view } = await chartLab()
    const { token } = await lab.link(['Level', 'Size'], { password: 'open sesame' }, { view })
    expect(await refusalOf(lab.chart(token, 'x'))).toBe('share_locked')
    const { pass } = await h.rpc<{ pass: string }>(null, 'unlock_share', { token, password: 'open sesame' })
    const { tiles } = await h.rpc<SharedChartPage>(null, 'shared_page', { token, pass })
    const ask = (take: number | null) =>
      h.rpc<{ keys: Json[] }>(null, 'shared_chart', { token, pass, mark: tiles[0]!.mark, take })
    expect((await ask(1)).keys).toEqual([['low', 3, 90]])
    expect((await ask(limits.keysPerChart)).keys).toHaveLength(2)
    for (const take of [null, 0, -1, limits.keysPerChart + 1])
      expect(await refusalOf(ask(take))).toBe('invalid_input')
  })

  test('is no way to charts by links to something else', async () => {
    const { lab, view, token } = await chartLab()
    const { mark } = await onlyTile(lab, token)
    for (const target of [{ view: lab.view }, { record: lab.records[0]! }]) {
      const other = await lab.link(['Level', 'Size'], {}, target)
      expect(await refusalOf(lab.chart(other.token, mark))).toBe('share_moved')
      expect(await lab.page(other.token)).not.toHaveProperty('tiles')
    }
    expect(view).toBeDefined()
  })

  test('may name no field, where records are counted alone; other links may not', async () => {
    const lab = await makeLab()
    const view = await makeView(lab.table, 'chart', { settings: { chart: 'number' } })
    const { token } = await lab.link([], {}, { view })
    expect(await figures(lab, token)).toEqual({ keys: [], whole: [5, 5] })
    expect(await refusalOf(lab.link([]))).toBe('invalid_input')
    for (const fields of [null, 'x', [uuidV7()], [lab.field('Files')]])
      expect(
        await refusalOf(
          h.rpc(world.creator, 'create_share_link', {
            table: lab.table.id,
            target: { view },
            settings: { name: 'N', fields },
          }),
        ),
      ).toBe('invalid_input')
  })

  test('is as slim as its maker’s right to read', async () => {
    const { lab, token } = await chartLab()
    await h.db
      .sql`update plinth.base_member set role = 'editor' where user_id = ${world.creator.id} and base_id = ${world.base}`
    try {
      expect(await refusalOf(lab.charts(token))).toBe('share_invalid')
    } finally {
      await h.db
        .sql`update plinth.base_member set role = 'creator' where user_id = ${world.creator.id} and base_id = ${world.base}`
    }
  })
})

describe('a link to a dashboard', () => {
  test('shows the charts that were put there, in their order and widths, under both filters', async () => {
    const lab = await makeLab()
    const [level, size] = [lab.field('Level'), lab.field('Size')]
    const small = filterOf({ field: size, operator: 'lt', value: 45 })
    const a = await makeView(lab.table, 'chart', { settings: { by: level }, filter: small }, { name: 'A' })
    const b = await makeView(lab.table, 'chart', { settings: { chart: 'number' } }, { name: 'B' })
    const filter = filterOf({ field: size, operator: 'gt', value: 15 })
    const tiles = [
      { view: b, width: 'third' },
      { view: a, width: 'full' },
    ]
    const view = await makeView(lab.table, 'dashboard', { settings: { tiles }, filter })
    const { token } = await dashLink(lab, view, [level])
    expect(await titles(lab, token)).toEqual([
      ['B', 'third'],
      ['A', 'full'],
    ])
    const wholes = await Promise.all(
      (await lab.charts(token)).tiles.map(async ({ mark }) => (await lab.chart(token, mark)).whole),
    )
    expect(wholes).toEqual([
      [4, 4],
      [3, 3],
    ])
    expect(await refusalOf(lab.rows(token))).toBe('share_invalid')
    // Taken off, gone, or with a condition that was lost.
    await h.rpc(world.creator, 'delete_view', { view: b })
    expect(await titles(lab, token)).toEqual([['A', 'full']])
    await change(view, { settings: { tiles: [] }, filter })
    expect(await titles(lab, token)).toEqual([])
  })

  test('shows charts of other tables of the base, which its filter is not for', async () => {
    const [lab, other] = [await makeLab(), await makeLab()]
    const settings = { by: other.field('Level'), figure: 'max', of: other.field('Size') }
    const chart = await makeView(other.table, 'chart', { settings }, { name: 'Theirs' })
    const filter = filterOf({ field: lab.field('Size'), operator: 'gt', value: 1000 })
    const tiles = [{ view: chart, width: 'half' }]
    const view = await makeView(lab.table, 'dashboard', { settings: { tiles }, filter })
    const { token } = await dashLink(lab, view, [other.field('Level'), other.field('Size')])
    expect(await titles(lab, token)).toEqual([['Theirs', 'half']])
    expect((await figures(lab, token)).whole).toEqual([5, 50])
    // A condition of its own that was lost is one.
    await change(chart, {
      settings,
      filter: filterOf({ field: other.field('Secret'), operator: 'not_empty' }),
    })
    expect(await titles(lab, token)).toHaveLength(1)
    await h.rpc(world.creator, 'delete_field', { field: other.field('Secret') })
    expect(await titles(lab, token)).toEqual([])
    await change(chart, { settings })
    await h.rpc(world.creator, 'delete_table', { table: other.table.id })
    expect(await titles(lab, token)).toEqual([])
  })

  test('shows nothing of other bases, and no personal charts of others', async () => {
    const lab = await makeLab()
    const settings = { chart: 'number' }
    const personal = await makeView(lab.table, 'chart', { settings }, { isShared: false }, world.editor)
    const own = await makeView(lab.table, 'chart', { settings }, { isShared: false, name: 'Own' })
    const away = await h.rpc<TestTable>(world.creator, 'create_table', {
      base: await createBase(h, world.creator, world.workspace, 'Away'),
      definition: { id: uuidV7(), name: 'Away', fields: [fieldOf('Name', 'text')] },
    })
    const foreign = await makeView(away, 'chart', { settings })
    const tiles = [personal, foreign, own].map((view) => ({ view, width: 'half' }))
    const view = await makeView(lab.table, 'dashboard', { settings: { tiles } })
    // By whatever it came there, a view of another kind is no chart.
    await h.db
      .sql`update plinth.view set config = jsonb_set(config, '{settings,tiles,3}', ${h.db.sql.json({ view: lab.view, width: 'half' })})
      where id = ${view}`
    await h.db
      .sql`update plinth.view set config = config || '{"settings": {"chart": "number"}}' where id = ${lab.view}`
    const { token } = await dashLink(lab, view, [])
    expect(await titles(lab, token)).toEqual([['Own', 'half']])
    const fields = [away.fields[0]!.id]
    expect(await refusalOf(dashLink(lab, view, fields))).toBe('invalid_input')
  })

  test('that nobody furnished shows its charts, and without any what the fields suggest', async () => {
    const lab = await makeLab()
    const view = await makeView(lab.table, 'dashboard')
    await h.rpc(world.creator, 'create_field', {
      table: lab.table.id,
      definition: fieldOf('Paid', 'currency', { currency: 'EUR' }),
    })
    await h.rpc(world.creator, 'create_field', { table: lab.table.id, definition: fieldOf('Due', 'date') })
    const all = (await h.rpc<{ tables: TestTable[] }>(world.creator, 'base_schema', { base: world.base }))
      .tables
    const fields = all.find(({ id }) => id === lab.table.id)!.fields
    const { token } = await dashLink(
      lab,
      view,
      fields.filter(({ type }) => type !== 'attachment').map(({ id }) => id),
    )
    const { tiles, fields: told } = await lab.charts(token)
    const shapes = tiles.map(({ title, width, shape }) => [
      title,
      width,
      shape.type,
      shape.by === null ? null : told[shape.by]!.name,
      shape.of === null ? shape.figure : `${shape.figure} ${told[shape.of]!.name}`,
    ])
    expect(shapes).toEqual([
      [null, 'half', 'number', null, 'count'],
      [null, 'half', 'number', null, 'sum Paid'],
      [null, 'half', 'bar', 'Level', 'count'],
      [null, 'half', 'bar', 'Due', 'count'],
    ])
    // What is in the trash is no chart, and what somebody keeps for themself is none of the maker's.
    const gone = await makeView(lab.table, 'chart', { settings: { chart: 'number' } }, { name: 'Gone' })
    await h.rpc(world.creator, 'delete_view', { view: gone })
    await makeView(lab.table, 'chart', { settings: { chart: 'number' } }, { isShared: false }, world.editor)
    expect((await lab.charts(token)).tiles).toHaveLength(4)
    await makeView(lab.table, 'chart', { settings: { chart: 'number' } }, { name: 'First' })
    expect(await titles(lab, token)).toEqual([['First', 'half']])
  })
})
