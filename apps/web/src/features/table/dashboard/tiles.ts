/** The charts of a dashboard: those that somebody put there, else what the table's fields suggest. */
import {
  type ChartShape,
  chartOf,
  type Field,
  type FilterGroup,
  fieldOf,
  fieldsFor,
  type Tile,
  type TileWidth,
  type View,
  type ViewSettings,
} from '@plinth/domain'

export interface ShownTile {
  readonly key: string
  readonly width: TileWidth
  readonly shape: ChartShape<Field>
  /** Null: nobody made it; it is what the fields suggest. */
  readonly view: View | null
  readonly filter: FilterGroup | null
}

export const chartViews = (views: readonly View[]): readonly View[] =>
  views.filter(({ kind }) => kind === 'chart')

/** The tiles that are set, without charts that are gone or not told to whoever looks. */
export const setTiles = ({ tiles }: ViewSettings, views: readonly View[]): readonly Tile[] | null =>
  tiles ? tiles.filter((tile) => chartViews(views).some(({ id }) => id === tile.view)) : null

export function shownTiles(
  settings: ViewSettings,
  views: readonly View[],
  fields: readonly Field[],
): readonly ShownTile[] {
  const tiles =
    setTiles(settings, views) ?? chartViews(views).map(({ id }) => ({ view: id, width: 'half' as const }))
  if (tiles.length === 0 && !settings.tiles) return suggested(fields)
  return tiles.flatMap(({ view: id, width }) => {
    const view = views.find((one) => one.id === id)
    if (!view) return []
    const { config } = view
    return [{ key: id, width, view, shape: chartOf(config.settings, fields), filter: config.filter }]
  })
}

/** How many there are, by what, and since when. */
function suggested(fields: readonly Field[]): readonly ShownTile[] {
  const by = fieldOf('by', {}, fields)
  const day = fieldsFor('by', fields).find(({ type }) => type === 'date' || type === 'datetime')
  const number = fieldsFor('of', fields).find(({ type }) => type === 'currency' || type === 'number')
  const tile = (key: string, width: TileWidth, settings: ViewSettings): ShownTile => ({
    key,
    width,
    view: null,
    filter: null,
    shape: chartOf(settings, fields),
  })
  return [
    tile('count', number ? 'half' : 'third', { chart: 'number' }),
    ...(number ? [tile('sum', 'half', { chart: 'number', of: number.id, figure: 'sum' })] : []),
    ...(by ? [tile('by', 'half', { chart: 'bar', by: by.id })] : []),
    ...(day && day.id !== by?.id ? [tile('days', 'half', { chart: 'bar', by: day.id })] : []),
  ]
}
