/** What the tests of links share: a table with records, and links to it. */
import { uuidV7 } from '@plinth/domain'
import { fieldOf, type Harness, type Json, type Person, type TestTable, type World } from './harness.ts'

export interface SharedStack {
  mark: string | null
  value: Json
  count: number
}
export interface SharedPage {
  kind: 'view' | 'record'
  name: string
  fields: { name: string; type: string; options: Json }[]
  total: number | null
  timeZone: string
  locale: string
  weekStart: number
  layout?: {
    kind: string
    by?: number
    stacks?: SharedStack[]
    lanes?: { by: number; stacks: SharedStack[]; counts?: number[][] }
  } & Record<string, Json>
  groups?: number[]
  figures?: { field: number; kind: string }[]
}
export interface SharedFigures {
  of: number
  values: Json[]
}
export interface SharedRows {
  rows: Json[][]
  next: string | null
}
export interface SharedChartPage extends Omit<SharedPage, 'kind'> {
  kind: 'chart' | 'dashboard'
  tiles: {
    mark: string
    title: string | null
    width: string
    shape: { type: string; by: number | null; split: number | null; of: number | null; figure: string }
  }[]
}
export interface SharedChart {
  keys: Json[][]
  keyCount: number
  series: Json[]
  seriesCount: number
  cells: Json[][]
  whole: Json[]
}
export interface LinkAnswer {
  token: string
  link: { id: string; state: string; fields: string[] } & Record<string, Json>
}

export interface ShareLab {
  table: TestTable
  view: string
  /** Of the records, in the order in which they were made. */
  records: string[]
  field(name: string): string
  /** A link of the creator to the view, or to what `target` says, with these fields. */
  link(fields: string[], settings?: Record<string, Json>, target?: Json, by?: Person): Promise<LinkAnswer>
  /** Changes what the view holds. */
  configure(config: Record<string, Json>): Promise<unknown>
  page(token: string, pass?: string | null): Promise<SharedPage>
  charts(token: string): Promise<SharedChartPage>
  chart(token: string, mark: string | null): Promise<SharedChart>
  rows(token: string, pass?: string | null, after?: string | null, take?: number): Promise<SharedRows>
}

const cities = ['Linz', 'Graz', 'Wien', 'Steyr', 'Wels']

/** A table of five cities, and a shared view of it. */
export async function shareLab(h: Harness, world: World, name = 'Cities'): Promise<ShareLab> {
  const options = ['low', 'high'].map((id) => ({ id, label: `Level ${id}`, hue: 'blue' }))
  const definition = {
    id: uuidV7(),
    name,
    fields: [
      fieldOf('Name', 'text'),
      fieldOf('Size', 'integer'),
      fieldOf('Secret', 'text'),
      fieldOf('Level', 'single_select', { options }),
      fieldOf('Mayor', 'person'),
      fieldOf('Files', 'attachment'),
    ],
  }
  const table = await h.rpc<TestTable>(world.creator, 'create_table', { base: world.base, definition })
  const field = (of: string) => table.fields.find((one) => one.name === of)!.id
  const records: string[] = cities.map(() => uuidV7())
  const mutations = cities.map((city, n) => ({
    id: uuidV7(),
    kind: 'insert',
    table: table.id,
    record: records[n],
    values: {
      [field('Name')]: city,
      [field('Size')]: (n + 1) * 10,
      [field('Secret')]: `hush ${5 - n}`,
      [field('Level')]: n % 2 === 0 ? 'low' : 'high',
      [field('Mayor')]: n === 0 ? world.viewer.id : null,
    },
  }))
  await h.rpc(world.editor, 'apply_mutations', { batch: { mutations, atomic: true } })
  const view = uuidV7()
  const shared = { name: 'For all', isShared: true, config: {} }
  await h.rpc(world.creator, 'create_view', { table: table.id, view, definition: shared })
  return {
    table,
    view,
    records,
    field,
    link: (fields, settings = {}, target = { view }, by = world.creator) =>
      h.rpc(by, 'create_share_link', {
        table: table.id,
        target,
        settings: { name: 'Our cities', fields: fields.map(field), ...settings },
      }),
    configure: (config) => h.rpc(world.creator, 'update_view', { view, changes: { config: config as Json } }),
    page: (token, pass = null) => h.rpc(null, 'shared_page', { token, pass }),
    charts: (token) => h.rpc(null, 'shared_page', { token, pass: null }),
    chart: (token, mark) => h.rpc(null, 'shared_chart', { token, pass: null, mark, take: 100 }),
    rows: (token, pass = null, after = null, take = 100) =>
      h.rpc(null, 'shared_rows', { token, pass, after, take }),
  }
}
