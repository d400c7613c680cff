/** A draft while it is read: what is known of its base, and what was found missing. */
import type { AutomationFeatures, Table } from '@plinth/domain'
import type { Draft, Place } from './automation-draft.ts'

export interface Reader {
  readonly table: Table
  readonly place: Place
  readonly features: AutomationFeatures
  readonly draft: Draft
  readonly problems: Map<string, string>
}

/** Something is missing at a place. */
export function refuse({ problems }: Reader, at: string, why: string): null {
  problems.set(at, why)
  return null
}

/** What an expression says first that is wrong with it. */
export const firstOf = (problems: readonly { message: string }[]): string => problems[0]?.message ?? ''
