/** Saved views through the whole stack: what is stored comes back with the schema, to those who have it. */
import { emptyViewConfig, type FieldId, type Table, type View, type ViewConfig } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fieldOf, makeTable, newId, refusal, startWorld, value, type World } from './integration-world.ts'

let world: World
let table: Table
beforeAll(async () => {
  world = await startWorld()
  table = await makeTable(world, 'Viewed', [fieldOf('Name', 'text'), fieldOf('Due', 'date')])
})
afterAll(() => world?.stop())

const idOf = (name: string): FieldId => table.fields.find((field) => field.name === name)!.id

const config = (): ViewConfig => ({
  ...emptyViewConfig,
  filter: {
    join: 'or',
    items: [
      { field: idOf('Name'), operator: 'empty' },
      { field: idOf('Due'), operator: 'within', value: { period: 'past', unit: 'week', count: 2 } },
      { join: 'and', items: [{ field: idOf('Due'), operator: 'lt', value: { day: -1 } }] },
    ],
  },
  sorts: [{ field: idOf('Due'), direction: 'desc' }],
  widths: { [idOf('Name')]: 300 },
  rowHeight: 'tall',
})

async function viewsOf(who: 'owner' | 'editor'): Promise<readonly View[]> {
  const { tables } = value(await world[who].backend.bases.schema(world.base))
  return tables.find(({ id }) => id === table.id)!.views
}

describe('saved views', () => {
  it('come back as they were saved', async () => {
    const { views } = world.owner.backend
    const id = newId<'View'>() as View['id']
    const made = value(await views.create(table.id, { id, name: 'Late', isShared: true, config: config() }))
    expect(made).toEqual({
      id,
      name: 'Late',
      kind: 'grid',
      isShared: true,
      isLocked: false,
      position: 0,
      config: config(),
      isPartial: false,
      icon: null,
      section: null,
      lacksColors: false,
    })
    expect(await viewsOf('editor')).toEqual([made])
    value(await views.update(id, { isLocked: true }))
    expect(refusal(await views.update(id, { config: emptyViewConfig }))).toBe('view_locked')
  })

  it('of charts and dashboards come back with what they show, and their figures', async () => {
    const { views, rows } = world.owner.backend
    const other = await makeTable(world, 'Charted', [fieldOf('Name', 'text'), fieldOf('Due', 'date')])
    const [name, due] = other.fields.map((field) => field.id) as [FieldId, FieldId]
    const make = async (kind: 'chart' | 'dashboard', settings: ViewConfig['settings']): Promise<View> => {
      const id = newId<'View'>() as View['id']
      const definition = { id, name: kind, kind, isShared: true, config: { ...emptyViewConfig, settings } }
      return value(await views.create(other.id, definition))
    }
    const chart = await make('chart', { chart: 'line', by: due, byUnit: 'month', of: name, figure: 'unique' })
    const dashboard = await make('dashboard', { tiles: [{ view: chart.id, width: 'full' }] })
    const { tables } = value(await world.editor.backend.bases.schema(world.base))
    expect(tables.find(({ id }) => id === other.id)!.views).toEqual([chart, dashboard])
    const query = { table: other.id, sorts: [], groups: [{ field: due, direction: 'asc' }] } as const
    const asked = {
      figure: 'unique',
      field: name,
      units: ['month'],
      by: 'key',
      take: 10,
      totals: true,
    } as const
    expect(value(await rows.chart({ query, chart: asked }))).toMatchObject({
      keys: [],
      keyCount: 0,
      whole: { count: 0, value: 0 },
    })
  })

  it('are one’s own, or for creators to change', async () => {
    const { views } = world.editor.backend
    const [shared] = await viewsOf('editor')
    expect(refusal(await views.update(shared!.id, { name: 'Mine' }))).toBe('forbidden')
    const copy = { id: newId<'View'>() as View['id'], name: 'Mine', isShared: false }
    const mine = value(await views.duplicate(shared!.id, copy))
    expect(mine.config).toEqual(shared!.config)
    value(await views.update(mine.id, { config: emptyViewConfig }))
    value(await views.move(mine.id, 0))
    expect((await viewsOf('owner')).map(({ name }) => name)).toEqual(['Late'])
    const [kept] = (await viewsOf('editor')).filter(({ id }) => id === mine.id)
    value(await views.delete(mine.id))
    expect((await viewsOf('editor')).map(({ name }) => name)).toEqual(['Late'])
    expect(refusal(await world.owner.backend.views.restore(mine.id))).toBe('not_found')
    expect(value(await views.restore(mine.id))).toEqual(kept)
    expect((await viewsOf('editor')).map(({ name }) => name)).toEqual(['Late', 'Mine'])
  })
})
