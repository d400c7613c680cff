import type { BaseId, Table, ViewArrangement, ViewId, ViewPlace, ViewSectionId } from '@plinth/domain'
import { createContext, useContext } from 'react'

/** What the lines of a table's views share. */
export interface ViewLinesScope {
  readonly base: BaseId
  readonly table: Table
  readonly arrangement: ViewArrangement
  /** May whoever looks put shared views in order, and make sections of them? */
  readonly mayArrange: boolean
  readonly current: ViewId | null
  /** The view that is dragged. */
  readonly dragged: ViewId | null
  setDragged(view: ViewId | null): void
  put(view: ViewId, place: ViewPlace): Promise<void>
  putSection(section: ViewSectionId, to: number): Promise<void>
  arrange(after: ViewArrangement): Promise<boolean>
}

export const ViewLinesContext = createContext<ViewLinesScope | null>(null)

export function useViewLines(): ViewLinesScope {
  const scope = useContext(ViewLinesContext)
  if (!scope) throw new Error('useViewLines outside of the lines of views')
  return scope
}
