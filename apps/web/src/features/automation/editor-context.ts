import type {
  Automation,
  AutomationFeatures,
  BaseMember,
  BaseSchema,
  RecordId,
  Table,
  TableId,
  ValueContext,
} from '@plinth/domain'
import { type ComponentType, createContext, useContext } from 'react'
import type { Draft } from './automation-draft.ts'
import type { Problems } from './read-draft.ts'

export interface RecordChooserProps {
  readonly label: string
  readonly table: Table
  readonly chosen: readonly RecordId[]
  readonly isMany: boolean
  readonly values: ValueContext
  readonly onChange: (chosen: readonly RecordId[]) => void
  readonly errorMessage?: string | undefined
}

/** What every part of the editor works with. */
export interface Editing {
  readonly schema: BaseSchema
  readonly values: ValueContext
  readonly people: readonly BaseMember[]
  readonly features: AutomationFeatures
  /** As it is saved; null: it is new. */
  readonly stored: Automation | null
  /** The table whose records the automation is for. */
  readonly table: Table
  readonly draft: Draft
  /** What is missing is told: somebody has tried to save it. */
  readonly isAsked: boolean
  /** Empty until then. */
  readonly problems: Problems
  readonly RecordChooser: ComponentType<RecordChooserProps>
  readonly recordHref: (table: TableId, record: RecordId) => string
  /** Ctrl Enter in an expression. */
  readonly onSubmit: () => void
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('useEditing outside of the editor of an automation')
  return editing
}
