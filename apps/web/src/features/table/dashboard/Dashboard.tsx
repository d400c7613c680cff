/** Several charts of a table side by side, under one filter and one search. */
import { emptyViewConfig, limits, type Tile, type TileWidth, type View, withSetting } from '@plinth/domain'
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
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { TableDrawing } from '../../../ui/Drawings.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuSeparator, MenuTrigger } from '../../../ui/Menu.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Chart } from '../chart/Chart.tsx'
import { bothFilters } from '../chart/use-chart.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'
import { useViewActions } from '../view/use-view-actions.ts'
import { chartViews, type ShownTile, setTiles, shownTiles } from './tiles.ts'

const widths: Readonly<Record<TileWidth, string>> = {
  third: 'lg:col-span-2',
  half: 'lg:col-span-3',
  full: 'lg:col-span-6',
}

export default function Dashboard() {
  const { table } = useTable()
  const { config, all, search, change } = useView()
  const tiles = useMemo(
    () => shownTiles(config.settings, all, table.fields),
    [config.settings, all, table.fields],
  )
  const keep = (next: readonly Tile[]) => change({ settings: withSetting(config.settings, { tiles: next }) })
  const set =
    setTiles(config.settings, all) ??
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
          A dashboard shows charts of this table side by side. They keep their own filters, and the
          dashboard’s goes for all of them.
        </EmptyState>
      ) : (
        <>
          <ul className="grid grid-cols-1 gap-3 lg:grid-cols-6">
            {tiles.map((tile, at) => (
              <li
                key={tile.key}
                className={cx(
                  'flex flex-col rounded-card border border-line bg-surface p-4',
                  tile.shape.type === 'number' ? 'min-h-40' : 'h-88',
                  widths[tile.width],
                )}
              >
                <Chart
                  shape={tile.shape}
                  records={{ filter: bothFilters(config.filter, tile.filter), search }}
                  {...(tile.view ? { name: tile.view.name } : {})}
                  tools={
                    tile.view && <TileMenu {...{ tile, at, tiles: set, onChange: keep }} view={tile.view} />
                  }
                />
              </li>
            ))}
          </ul>
          <AddChart tiles={set} onChange={keep} />
        </>
      )}
    </div>
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
  const { open } = useView()
  const width = (to: TileWidth) =>
    onChange(tiles.map((one) => (one.view === view.id ? { ...one, width: to } : one)))
  const move = (to: number) => {
    const own = tiles[at]
    if (own) onChange(tiles.toSpliced(at, 1).toSpliced(to, 0, own))
  }
  const widthItem = (to: TileWidth, name: string, icon: ReactNode) => (
    <MenuItem icon={tile.width === to ? <Check aria-hidden /> : icon} onAction={() => width(to)}>
      {name}
    </MenuItem>
  )
  return (
    <MenuTrigger>
      <IconButton label={`Options of ${view.name}`} icon={<Ellipsis aria-hidden />} />
      <Menu aria-label={`Options of ${view.name}`} placement="bottom end">
        <MenuItem icon={<Settings2 aria-hidden />} onAction={() => open(view.id)}>
          Open the chart
        </MenuItem>
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
  const { base, table } = useTable()
  const { saved, all, isKept, role } = useView()
  const actions = useViewActions(base, table.id)
  const isShared = saved?.isShared ?? false
  const others = chartViews(all).filter(
    (view) => !tiles.some((tile) => tile.view === view.id) && (view.isShared || !isShared),
  )
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
  const mayMake = isKept && (!isShared || role === 'creator')
  if ((!mayMake && others.length === 0) || tiles.length >= limits.tilesPerDashboard) return null
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
        {mayMake && others.length > 0 && <MenuSeparator />}
        {others.map((view) => (
          <MenuItem key={view.id} icon={<ChartColumn aria-hidden />} onAction={() => add(view)}>
            {view.name}
          </MenuItem>
        ))}
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
