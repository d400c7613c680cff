/** How the kinds of views beside the grid are drawn: each is loaded when a view of it is opened. */
import type { CellValue, FieldId, ViewKind } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

export interface KindViewProps {
  /** All records of the view in its order, for kinds that show them one after the other. */
  window: RowWindow
  /** Makes a record with these values over what the view's filter asks for, and opens it. */
  create: (values?: Readonly<Record<FieldId, CellValue>>) => void
}

export type KindView = LazyExoticComponent<ComponentType<KindViewProps>>

export const kindViews: Partial<Readonly<Record<ViewKind, KindView>>> = {
  board: lazy(() => import('../board/Board.tsx')),
  gallery: lazy(() => import('../gallery/Gallery.tsx')),
  list: lazy(() => import('../list/RecordList.tsx')),
  timeline: lazy(() => import('../timeline/Timeline.tsx')),
  calendar: lazy(() => import('../calendar/Calendar.tsx')),
  chart: lazy(() => import('../chart/ChartView.tsx')),
  dashboard: lazy(() => import('../dashboard/Dashboard.tsx')),
  form: lazy(() => import('../form/FormView.tsx')),
}

/** Kinds that show records, if any, in windows of their own, and say by themselves that there is nothing to show. */
export const emptyByThemselves: ReadonlySet<ViewKind> = new Set([
  'board',
  'calendar',
  'chart',
  'dashboard',
  'form',
])

/** Kinds that show records, and not only figures of them. */
export const hasRecords = (kind: ViewKind): boolean =>
  kind !== 'chart' && kind !== 'dashboard' && kind !== 'form'

/** Kinds whose records stand one below the other, in groups where somebody wants that. */
export const hasGroups = (kind: ViewKind): boolean =>
  kind === 'grid' || kind === 'list' || kind === 'timeline'

/** Kinds that ask instead of showing: nothing is filtered, ordered or looked for there. */
export const asksOnly = (kind: ViewKind): boolean => kind === 'form'
