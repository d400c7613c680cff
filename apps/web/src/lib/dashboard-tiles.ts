/** The charts of a dashboard: those that somebody put there, of any table of the base, else what the table's fields suggest. */
import {
  type ChartShape,
  chartOf,
  completeFilter,
  type Field,
  type FilterGroup,
  fieldOf,
  fieldsFor,
  type Table,
  type Tile,
  type TileWidth,
  type View,
  type ViewConfig,
  type ViewSettings,
} from '@plinth/domain'

type TileTable = Pick<Table, 'id' | 'name' | 'fields' | 'views'>

export interface ShownTile {
  readonly key: string
  readonly width: TileWidth
  /** Of its records: the dashboard's, or another one of the base. */
  readonly table: TileTable
  readonly shape: ChartShape<Field>
  /** Null: nobody made it; it is what the fields suggest. */
  readonly view: View | null
  /** Its own, and in the dashboard's table the dashboard's too. */
  readonly filter: FilterGroup | null
}

export const chartViews = ({ views }: Pick<Table, 'views'>): readonly View[] =>
  views.filter(({ kind }) => kind === 'chart')

/** The chart of a tile and its table; undefined: it is gone, or not told to whoever looks. */
const chartOn = (tile: Pick<Tile, 'view'>, tables: readonly TileTable[]) =>
  tables
    .flatMap((table) => chartViews(table).map((view) => ({ table, view })))
    .find(({ view }) => view.id === tile.view)

/** The tiles that are set, without charts that are gone or not told to whoever looks. */
export const setTiles = ({ tiles }: ViewSettings, tables: readonly TileTable[]): readonly Tile[] | null =>
  tiles ? tiles.filter((tile) => chartOn(tile, tables) !== undefined) : null

/** Both conditions; each may be none. */
export function bothFilters(a: FilterGroup | null, b: FilterGroup | null): FilterGroup | null {
  const parts = [completeFilter(a), completeFilter(b)].filter((one) => one !== null)
  return parts.length > 1 ? { join: 'and', items: parts } : (parts[0] ?? null)
}

/** What a dashboard of a table shows; `tables` are those of the base that whoever looks may read. */
export function shownTiles(
  { settings, filter }: Pick<ViewConfig, 'settings' | 'filter'>,
  own: TileTable,
  tables: readonly TileTable[],
): readonly ShownTile[] {
  const tiles =
    setTiles(settings, tables) ?? chartViews(own).map(({ id }) => ({ view: id, width: 'half' as const }))
  if (tiles.length === 0 && !settings.tiles) return suggested(own, filter)
  return tiles.flatMap((tile): ShownTile[] => {
    const chart = chartOn(tile, tables)
    if (!chart) return []
    const { table, view } = chart
    const { config } = view
    return [
      {
        key: tile.view,
        width: tile.width,
        table,
        view,
        shape: chartOf(config.settings, table.fields),
        filter: table.id === own.id ? bothFilters(filter, config.filter) : completeFilter(config.filter),
      },
    ]
  })
}

/** How many there are, by what, and since when. */
function suggested(table: TileTable, filter: FilterGroup | null): readonly ShownTile[] {
  const { fields } = table
  const by = fieldOf('by', {}, fields)
  const day = fieldsFor('by', fields).find(({ type }) => type === 'date' || type === 'datetime')
  const number = fieldsFor('of', fields).find(({ type }) => type === 'currency' || type === 'number')
  const tile = (key: string, width: TileWidth, settings: ViewSettings): ShownTile => ({
    key,
    width,
    table,
    view: null,
    filter: completeFilter(filter),
    shape: chartOf(settings, fields),
  })
  return [
    tile('count', number ? 'half' : 'third', { chart: 'number' }),
    ...(number ? [tile('sum', 'half', { chart: 'number', of: number.id, figure: 'sum' })] : []),
    ...(by ? [tile('by', 'half', { chart: 'bar', by: by.id })] : []),
    ...(day && day.id !== by?.id ? [tile('days', 'half', { chart: 'bar', by: day.id })] : []),
  ]
}
