/** A chart, or a dashboard of some, that a link shows: their figures, and no records. */
import {
  type Backend,
  type ChartShape,
  fieldTypes,
  isOfPeople,
  type LabelField,
  type SharedField,
  type SharedPage,
  type SharedTile,
  type TableId,
} from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { ChartFrame } from '../../lib/chart/ChartFrame.tsx'
import type { ChartedField } from '../../lib/chart/chart-model.ts'
import { isAlwaysTable, mostKeys } from '../../lib/chart/most-keys.ts'
import { TileBox, TileGrid } from '../../lib/chart/TileGrid.tsx'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SharedFrame } from './SharedFrame.tsx'
import { useOutdated } from './use-outdated.ts'

interface Access {
  backend: Backend
  token: string
  pass: string | null
  page: SharedPage
  /** What the link shows is not what its page said. */
  onShut: () => void
}

export function SharedCharts({ isEmbedded, ...access }: Access & { isEmbedded: boolean }) {
  const { name, kind, tiles = [] } = access.page
  const [first] = tiles
  return (
    <SharedFrame title={name} isEmbedded={isEmbedded}>
      {!first ? (
        <EmptyState title="No charts here">What was shown here is not shown any more.</EmptyState>
      ) : kind === 'chart' ? (
        <div className="flex h-full min-h-96 flex-col p-4 max-sm:p-3">
          <div className="mx-auto flex min-h-80 w-full max-w-[72rem] flex-1 flex-col rounded-card border border-line bg-surface p-5 max-sm:p-4">
            <TileChart {...access} key={first.mark} tile={first} />
          </div>
        </div>
      ) : (
        <div className="p-4 max-sm:p-3">
          <TileGrid>
            {tiles.map((tile) => (
              <TileBox key={tile.mark} width={tile.width} isNumber={tile.shape.type === 'number'}>
                <TileChart {...access} tile={tile} />
              </TileBox>
            ))}
          </TileGrid>
        </div>
      )}
    </SharedFrame>
  )
}

/** Whatever is linked is called by a text here. */
const linkedTable = 'linked' as TableId
const label: LabelField = { type: fieldTypes.text, shape: { options: {} } }

/** People are their names here, which are texts. */
const charted = ({ name, type, options }: SharedField): ChartedField => ({
  name,
  type: isOfPeople(type) ? 'text' : type,
  options: type === 'link' ? { ...options, target: linkedTable } : options,
})

function shapeOf({ shape }: SharedTile, { fields }: SharedPage): ChartShape<ChartedField> {
  const at = (place: number | null) => {
    const field = place === null ? undefined : fields[place]
    return field ? charted(field) : null
  }
  return { ...shape, by: at(shape.by), split: at(shape.split), of: at(shape.of) }
}

function TileChart({ backend, token, pass, page, tile, onShut }: Access & { tile: SharedTile }) {
  const [wantsTable, setWantsTable] = useState(false)
  const shape = shapeOf(tile, page)
  const values = useMemo(() => ({ ...page, labelFieldOf: () => label }), [page])
  const take = mostKeys(shape, wantsTable || isAlwaysTable(shape))
  const query = useQuery({
    queryKey: ['shared', token, pass, 'chart', tile.mark, take],
    queryFn: () => unwrap(backend.shares.chart(token, pass, { mark: tile.mark, take })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const error = query.error ? toAppError(query.error) : null
  useOutdated(error, onShut)
  const known = {
    data: query.data ?? null,
    shape,
    error,
    isOld: query.isPlaceholderData,
    retry: () => void query.refetch(),
  }
  return (
    <ChartFrame
      {...{ shape, known, wantsTable }}
      values={values}
      name={tile.title ?? undefined}
      onTable={setWantsTable}
    />
  )
}
