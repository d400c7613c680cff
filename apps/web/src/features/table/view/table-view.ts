import type {
  BaseRole,
  FieldId,
  FilterGroup,
  QuickValue,
  QuickValues,
  View,
  ViewConfig,
  ViewId,
  ViewKind,
} from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { ViewParams } from './view-params.ts'

/** The view of a table that is looked at, as it is now; where it differs from the saved one it is in the address. */
export interface TableView {
  /** Null: the table has no saved view, and shows all its records. */
  readonly saved: View | null
  /** All views that the person has: shared ones, then their own. */
  readonly all: readonly View[]
  readonly kind: ViewKind
  readonly config: ViewConfig
  readonly search: string
  /** What is picked in its quick filters. */
  readonly picked: QuickValues
  /** By which records are found: the filter of the view with what is picked. */
  readonly filter: FilterGroup | null
  readonly isChanged: boolean
  /** Conditions are left out, because their fields are gone or not to be seen. */
  readonly isPartial: boolean
  /** The same of colour rules. */
  readonly lacksColors: boolean
  readonly role: BaseRole | null
  /** Views are made and changed here; false: they are only looked at, through somebody else's eyes. */
  readonly isKept: boolean
  change(changes: Partial<ViewConfig>): void
  find(words: string): void
  /** Picks a value of a quick filter; null: none. */
  pick(field: FieldId, value: QuickValue | null): void
  clearPicked(): void
  /** Where one looks in views over time, as the address says. */
  readonly place: Pick<ViewParams, 'day' | 'span'>
  lookAt(place: Pick<ViewParams, 'day' | 'span'>): void
  /** Back to what is saved. */
  reset(): void
  /** What is shown is what is saved now: the address has nothing to say. */
  settle(): void
  /** Goes to another view; null: to the table's first. */
  open(view: ViewId | null): void
}

/** May the person save what a view shows? */
export const maySave = ({ saved, role }: Pick<TableView, 'saved' | 'role'>): boolean =>
  saved !== null && !saved.isLocked && mayKeep(saved, role)

/** May they rename, lock or delete it? */
export const mayKeep = (view: Pick<View, 'isShared'>, role: BaseRole | null): boolean =>
  !view.isShared || role === 'creator'

export const ViewContext = createContext<TableView | null>(null)

export function useView(): TableView {
  const view = useContext(ViewContext)
  if (!view) throw new Error('useView outside of a table page')
  return view
}
