import type { BaseSchema, Table } from '@plinth/domain'
import { useBackend } from '../../lib/backend-context.ts'
import type { Counting } from '../../lib/expression/MatchingCount.tsx'

/** Counts the records of a table for a rule of it. */
export function useRuleCount(schema: BaseSchema, table: Table): Counting {
  const { roles } = useBackend()
  return {
    key: ['base', schema.base.id, 'access', 'matching', table.id],
    ask: (rule) => roles.countMatching(table.id, rule),
  }
}
