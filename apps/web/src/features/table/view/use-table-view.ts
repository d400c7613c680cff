import {
  type BaseRole,
  completeFilter,
  emptyViewConfig,
  fitQuickValues,
  fitView,
  type Table,
  type ViewId,
  withQuickValues,
} from '@plinth/domain'
import { useEffectEvent, useMemo } from 'react'
import type { TableView } from './table-view.ts'
import { isSameView, readView, type ViewParams, writeView } from './view-params.ts'

interface ViewInput {
  table: Table
  role: BaseRole | null
  isKept: boolean
  /** From the address; null: the table's first. */
  viewId: string | null
  params: ViewParams
  onParams: (params: ViewParams) => void
  onOpen: (view: ViewId | null) => void
}

/** The view of a table: the saved one, and over it what the address says. */
export function useTableView(input: ViewInput): TableView {
  const { table, role, isKept, viewId, params } = input
  const saved = table.views.find(({ id }) => id === viewId) ?? table.views[0] ?? null
  const kept = useMemo(() => fitView(saved?.config ?? emptyViewConfig, table.fields), [saved, table.fields])
  const draft = JSON.stringify([params.sort, params.view])
  const read = useMemo(() => {
    const [sort, view] = JSON.parse(draft) as [string | null, Record<string, unknown> | null]
    return readView({ ...(sort === null ? {} : { sort }), ...(view ? { view } : {}) }, kept.config, table)
  }, [draft, kept, table])
  const { config } = read
  const picks = JSON.stringify(params.quick ?? {})
  const picked = useMemo(
    () => fitQuickValues(JSON.parse(picks), config.quick, table.fields),
    [picks, config.quick, table.fields],
  )
  const onParams = useEffectEvent(input.onParams)
  const onOpen = useEffectEvent(input.onOpen)
  const search = params.find ?? ''
  const { day, span } = params
  return useMemo(
    (): TableView => ({
      saved,
      all: table.views,
      kind: saved?.kind ?? 'grid',
      config,
      search,
      picked,
      filter: withQuickValues(completeFilter(config.filter), picked, table.fields),
      isChanged: !isSameView(config, kept.config),
      isPartial: kept.isPartial || (saved?.isPartial ?? false),
      lacksColors: saved?.lacksColors ?? false,
      role,
      isKept,
      change: (changes) => onParams(writeView({ ...config, ...changes }, kept.config)),
      find: (words) => onParams({ find: words || undefined }),
      pick(field, value) {
        const { [field]: _, ...others } = picked
        const next = value === null ? others : { ...others, [field]: value }
        onParams({ quick: Object.keys(next).length > 0 ? next : undefined })
      },
      clearPicked: () => onParams({ quick: undefined }),
      place: { day, span },
      lookAt: (place) => onParams(place),
      reset: () => onParams({ sort: undefined, view: undefined }),
      settle: () => onParams({ sort: undefined, view: undefined }),
      open: (id) => onOpen(id),
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- what is called is always the newest
    [saved, table.views, table.fields, config, search, picked, day, span, kept, role, isKept],
  )
}
