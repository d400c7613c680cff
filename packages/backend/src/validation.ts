import type { Result, TableId } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { validated } from './wire/rules.ts'

/**
 * The second step of new rules: the database looks at the records that were there without keeping anybody waiting. The rules
 * hold from the first step on, so a failure here is none of theirs; the next change of rules tries again.
 */
export function createValidation(rpc: Rpc): (table: TableId) => Promise<Result<{ validated: number }>> {
  return (table) => rpc('validate_rules', { table }, validated)
}
