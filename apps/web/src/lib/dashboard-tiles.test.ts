import {
  emptyViewConfig,
  type Field,
  type FieldId,
  type FilterGroup,
  type Table,
  type TableId,
  type View,
  type ViewId,
} from '@plinth/domain'
import { expect, test } from 'vitest'
import { shownTiles } from './dashboard-tiles.ts'

const fieldOf = (id: string, type: Field['type']) =>
  ({ id: id as FieldId, name: id, type, options: {} }) as unknown as Field
const filled = (field: string): FilterGroup => ({
  join: 'and',
  items: [{ field: field as FieldId, operator: 'not_empty' }],
})
const chart = (id: string, filter: FilterGroup | null = null) =>
  ({ id: id as ViewId, name: id, kind: 'chart', config: { ...emptyViewConfig, filter } }) as unknown as View
const tableOf = (id: string, views: readonly View[], fields: readonly Field[]): Table =>
  ({ id: id as TableId, name: id, views, fields }) as unknown as Table
const tile = (view: string) => ({ view: view as ViewId, width: 'full' as const })

const fields = [fieldOf('Kind', 'text'), fieldOf('Due', 'date'), fieldOf('Cost', 'currency')]
const own = tableOf('own', [chart('a'), chart('b', filled('Kind'))], fields)
const other = tableOf('other', [chart('x', filled('Year'))], [fieldOf('Year', 'integer')])
const shown = (tiles: readonly string[] | null, filter: FilterGroup | null = null) =>
  shownTiles({ settings: tiles ? { tiles: tiles.map(tile) } : {}, filter }, own, [own, other])

test('charts stand as they were put, those of other tables among them, and those that are gone are not there', () => {
  const tiles = shown(['x', 'gone', 'a'])
  expect(tiles.map(({ key, table, shape }) => [key, table.id, shape.by?.id])).toEqual([
    ['x', 'other', 'Year'],
    ['a', 'own', 'Due'],
  ])
})

test('the filter of a dashboard goes for the charts of its own table', () => {
  expect(shown(['a', 'b', 'x'], filled('Due')).map(({ filter }) => filter)).toEqual([
    filled('Due'),
    { join: 'and', items: [filled('Due'), filled('Kind')] },
    filled('Year'),
  ])
})

test('one that nobody furnished shows the charts of its table, and without any what the fields suggest', () => {
  expect(shown(null).map(({ key }) => key)).toEqual(['a', 'b'])
  expect(shown([])).toEqual([])
  const bare = tableOf('bare', [], fields)
  const suggested = shownTiles({ settings: {}, filter: filled('Kind') }, bare, [bare, other])
  expect(suggested.map(({ key, view }) => [key, view])).toEqual([
    ['count', null],
    ['sum', null],
    ['by', null],
  ])
  expect(suggested[0]!.filter).toEqual(filled('Kind'))
})
