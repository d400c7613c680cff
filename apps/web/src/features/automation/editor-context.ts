import type {
  Automation,
  AutomationFeatures,
  BaseMember,
  BaseSchema,
  Table,
  ValueContext,
} from '@plinth/domain'
import { createContext, useContext } from 'react'
import type { Draft } from './automation-draft.ts'
import type { Problems } from './read-draft.ts'

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
  /** Ctrl Enter in an expression. */
  readonly onSubmit: () => void
}

export const EditingContext = createContext<Editing | null>(null)

export function useEditing(): Editing {
  const editing = useContext(EditingContext)
  if (!editing) throw new Error('useEditing outside of the editor of an automation')
  return editing
}
