import type { TableRule } from '@plinth/domain'
import * as v from 'valibot'
import { recordId, type Schema, tableRuleId } from './ids.ts'

const violations = { violations: v.number(), records: v.array(recordId) }

export const fieldViolations = v.object({
  ...violations,
  byRule: v.record(v.string(), v.number()),
  seenByAll: v.boolean(),
})

export const tableViolations = v.object({ ...violations, momentary: v.boolean() })

export const validated = v.object({ validated: v.number() })

export const tableRules: Schema<TableRule[]> = v.array(
  v.object({
    id: tableRuleId,
    message: v.string(),
    rule: v.record(v.string(), v.unknown()),
    newOnly: v.boolean(),
  }),
)
