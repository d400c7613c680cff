import type { RulesApi } from '@plinth/domain'
import type { Rpc } from './rpc.ts'
import { createValidation } from './validation.ts'
import { nothing } from './wire/nothing.ts'
import * as wire from './wire/rules.ts'

export function createRulesApi(rpc: Rpc): RulesApi {
  const validate = createValidation(rpc)
  return {
    checkField: (field, rules) => rpc('check_field_rules', { field, rules }, wire.fieldViolations),
    ofTable: (table) => rpc('table_rules', { table }, wire.tableRules),
    checkTable: (table, rule) => rpc('check_table_rule', { table, rule }, wire.tableViolations),
    async saveTable(table, id, definition, keep) {
      const answer = await rpc('save_table_rule', { table, rule: id, definition, keep }, nothing)
      if (answer.ok) await validate(table)
      return answer
    },
    deleteTable: (id) => rpc('delete_table_rule', { rule: id }, nothing),
  }
}
