/** How the kinds of views beside the grid are drawn: each is loaded when a view of it is opened. */
import type { CellValue, FieldId, ViewKind } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import type { ComponentType } from 'react'
import { LaterCode } from '../../../lib/later-code.ts'

export interface KindViewProps {
  /** All records of the view in its order, for kinds that show them one after the other. */
  window: RowWindow
  /** Makes a record with these values over what the view's filter asks for, and opens it. */
  create: (values?: Readonly<Record<FieldId, CellValue>>) => void
}

export type KindView = LaterCode<ComponentType<KindViewProps>>

const later = (load: () => Promise<{ default: ComponentType<KindViewProps> }>): KindView =>
  new LaterCode(async () => (await load()).default)

export const kindViews: Partial<Readonly<Record<ViewKind, KindView>>> = {
  board: later(() => import('../board/Board.tsx')),
  gallery: later(() => import('../gallery/Gallery.tsx')),
  list: later(() => import('../list/RecordList.tsx')),
  timeline: later(() => import('../timeline/Timeline.tsx')),
  calendar: later(() => import('../calendar/Calendar.tsx')),
  chart: later(() => import('../chart/ChartView.tsx')),
  dashboard: later(() => import('../dashboard/Dashboard.tsx')),
  form: later(() => import('../form/FormView.tsx')),
}

/** Kinds that show records, if any, in windows of their own, and say by themselves that there is nothing to show. */
export const emptyByThemselves: ReadonlySet<ViewKind> = new Set([
  'board',
  'calendar',
  'chart',
  'dashboard',
  'form',
])

/** What is done to a view in the toolbar, beside how its kind is laid out. */
export type ViewTool = 'new' | 'fields' | 'filter' | 'sort' | 'group' | 'color' | 'search'

const all: readonly ViewTool[] = ['new', 'fields', 'filter', 'sort', 'group', 'color', 'search']
const without = (...tools: readonly ViewTool[]) => all.filter((tool) => !tools.includes(tool))

/** Tools that would change nothing of what a kind shows are left out. */
const tools: Readonly<Record<ViewKind, readonly ViewTool[]>> = {
  grid: all,
  list: all,
  timeline: all,
  board: without('group'),
  gallery: without('group'),
  // Of each record its name alone.
  calendar: without('group', 'fields'),
  // Figures of records.
  chart: ['new', 'filter', 'search'],
  dashboard: ['new', 'filter', 'search'],
  // It asks, instead of showing.
  form: [],
}

export const hasTool = (kind: ViewKind, tool: ViewTool): boolean => tools[kind].includes(tool)
