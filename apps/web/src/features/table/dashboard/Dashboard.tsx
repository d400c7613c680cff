/** Several charts side by side: those of its own table under one filter and one search, and charts of other tables as they are. */
import {
  emptyViewConfig,
  limits,
  moved,
  type Table,
  type Tile,
  type TileWidth,
  type View,
  withSetting,
} from '@plinth/domain'
import {
  ArrowDown,
  ArrowUp,
  ChartColumn,
  Check,
  Columns2,
  Columns3,
  Ellipsis,
  Plus,
  RectangleHorizontal,
  Settings2,
  Trash2,
} from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { TileBox, TileGrid } from '../../../lib/chart/TileGrid.tsx'
import { chartViews, type ShownTile, setTiles, shownTiles } from '../../../lib/dashboard-tiles.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/Button.tsx'
import { TableDrawing } from '../../../ui/Drawings.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSection, MenuSeparator, MenuTrigger } from '../../../ui/Menu.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Chart, ChartOfOther } from '../chart/Chart.tsx'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { useViewActions } from '../view/use-view-actions.ts'

export default function Dashboard() {
  const { table, tables, tableOf } = useTable()
  const { config, filter, search, change } = useView()
  const tiles = useMemo(
    () => shownTiles({ ...config, filter }, table, tables),
    [config, filter, table, tables],
  )
  const keep = (next: readonly Tile[]) => change({ settings: withSetting(config.settings, { tiles: next }) })
  const set =
    setTiles(config.settings, tables) ??
    tiles.flatMap(({ view, width }) => (view ? [{ view: view.id, width }] : []))
  return (
    <div className="scroll-thin flex min-h-0 flex-1 flex-col gap-3 overflow-auto bg-page p-4 max-sm:p-3">
      {tiles.length === 0 ? (
        <EmptyState
          className="min-h-0 flex-1 justify-center"
          drawing={<TableDrawing />}
          title="No charts yet"
          actions={<AddChart tiles={set} onChange={keep} />}
        >
          A dashboard shows charts side by side, of this table and of others. They keep their own filters, and
          the dashboard’s goes for all that are of this table.
        </EmptyState>
      ) : (
        <>
          <TileGrid>
            {tiles.map((tile, at) => (
              <TileBox key={tile.key} width={tile.width} isNumber={tile.shape.type === 'number'}>
                <TileChart
                  tile={tile}
                  search={search}
                  other={tile.table.id === table.id ? undefined : tableOf(tile.table.id)}
                  tools={
                    tile.view && <TileMenu {...{ tile, at, tiles: set, onChange: keep }} view={tile.view} />
                  }
                />
              </TileBox>
            ))}
          </TileGrid>
          <Absent count={(config.settings.tiles?.length ?? tiles.length) - tiles.length} />
          <AddChart tiles={set} onChange={keep} />
        </>
      )}
    </div>
  )
}

function TileChart({
  tile: { shape, filter, view },
  search,
  other,
  tools,
}: {
  tile: ShownTile
  search: string
  /** The table of the chart where it is another one. */
  other: Table | undefined
  tools: ReactNode
}) {
  const name = view ? { name: view.name } : {}
  return other ? (
    <ChartOfOther table={other} shape={shape} records={{ filter, search: '' }} tools={tools} {...name} />
  ) : (
    <Chart shape={shape} records={{ filter, search }} tools={tools} {...name} />
  )
}

/** Charts that stand on the dashboard and are not there for whoever looks. */
function Absent({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <p className="text-sm text-ink-muted">
      {count === 1 ? 'One chart is' : `${count} charts are`} not shown: deleted, or not yours to read.
    </p>
  )
}

interface TilesProps {
  tiles: readonly Tile[]
  onChange: (tiles: readonly Tile[]) => void
}

function TileMenu({
  tile,
  view,
  at,
  tiles,
  onChange,
}: TilesProps & { tile: ShownTile; view: View; at: number }) {
  const { base, table } = useTable()
  const { open } = useView()
  const isOther = tile.table.id !== table.id
  const width = (to: TileWidth) =>
    onChange(tiles.map((one) => (one.view === view.id ? { ...one, width: to } : one)))
  const move = (to: number) => onChange(moved(tiles, at, to))
  const widthItem = (to: TileWidth, name: string, icon: ReactNode) => (
    <MenuItem icon={tile.width === to ? <Check aria-hidden /> : icon} onAction={() => width(to)}>
      {name}
    </MenuItem>
  )
  return (
    <MenuTrigger>
      <IconButton label={`Options of ${view.name}`} icon={<Ellipsis aria-hidden />} />
      <Menu aria-label={`Options of ${view.name}`} placement="bottom end">
        {isOther ? (
          <MenuItem
            icon={<Settings2 aria-hidden />}
            href={paths.view(base, tile.table.id, view.id)}
            description={`In ${tile.table.name}`}
          >
            Open the chart
          </MenuItem>
        ) : (
          <MenuItem icon={<Settings2 aria-hidden />} onAction={() => open(view.id)}>
            Open the chart
          </MenuItem>
        )}
        <MenuSeparator />
        {widthItem('third', 'A third of the width', <Columns3 aria-hidden />)}
        {widthItem('half', 'Half of the width', <Columns2 aria-hidden />)}
        {widthItem('full', 'The whole width', <RectangleHorizontal aria-hidden />)}
        <MenuSeparator />
        <MenuItem icon={<ArrowUp aria-hidden />} isDisabled={at === 0} onAction={() => move(at - 1)}>
          Move earlier
        </MenuItem>
        <MenuItem
          icon={<ArrowDown aria-hidden />}
          isDisabled={at === tiles.length - 1}
          onAction={() => move(at + 1)}
        >
          Move later
        </MenuItem>
        <MenuItem
          icon={<Trash2 aria-hidden />}
          tone="danger"
          onAction={() => onChange(tiles.filter((one) => one.view !== view.id))}
        >
          Take off the dashboard
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}

/** A chart that is there already, or a new one. Everybody sees a shared dashboard, so that it takes shared charts alone. */
function AddChart({ tiles, onChange }: TilesProps) {
  const { base, table, tables } = useTable()
  const { saved, all, isKept, role } = useView()
  const actions = useViewActions(base, table.id)
  const isShared = saved?.isShared ?? false
  const isFree = (view: View) => !tiles.some((tile) => tile.view === view.id) && (view.isShared || !isShared)
  const [own, ...others] = [table, ...tables.filter(({ id }) => id !== table.id)].map((one) => ({
    table: one,
    charts: chartViews(one).filter(isFree),
  }))
  const isAnyFree = [own!, ...others].some(({ charts }) => charts.length > 0)
  const add = (view: View) => onChange([...tiles, { view: view.id, width: 'half' }])
  const make = async () => {
    const made = await actions.create({
      name: freeName(all),
      kind: 'chart',
      isShared,
      config: emptyViewConfig,
    })
    if (made.ok) add(made.value)
    else toast.error(made.error)
  }
  const item = (view: View) => (
    <MenuItem key={view.id} icon={<ChartColumn aria-hidden />} onAction={() => add(view)}>
      {view.name}
    </MenuItem>
  )
  const mayMake = isKept && (!isShared || role === 'creator')
  if ((!mayMake && !isAnyFree) || tiles.length >= limits.tilesPerDashboard) return null
  return (
    <MenuTrigger>
      <Button icon={<Plus aria-hidden />} className="self-start">
        Add a chart
      </Button>
      <Menu aria-label="Add a chart">
        {mayMake && (
          <MenuItem icon={<Plus aria-hidden />} onAction={() => void make()}>
            New chart
          </MenuItem>
        )}
        {mayMake && isAnyFree && <MenuSeparator />}
        {own!.charts.map((view) => item(view))}
        {others.flatMap(({ table: { id, name }, charts }) =>
          charts.length === 0 ? (
            []
          ) : (
            <MenuSection key={id} title={name}>
              {charts.map((view) => item(view))}
            </MenuSection>
          ),
        )}
      </Menu>
    </MenuTrigger>
  )
}

function freeName(views: readonly View[]): string {
  const taken = new Set(views.map(({ name }) => name.toLowerCase()))
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? 'Chart' : `Chart ${n}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
