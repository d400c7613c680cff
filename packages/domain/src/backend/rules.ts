import type { FieldId, RecordId, TableId, TableRuleId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { FieldRules, RuleTree } from '../schema.ts'

/** Records that break a rule: how many, and the first of them. */
export interface Violations {
  readonly violations: number
  readonly records: readonly RecordId[]
}

export interface TableRule {
  readonly id: TableRuleId
  /** The maker's words for whoever breaks it. */
  readonly message: string
  readonly rule: RuleTree
  /** It holds for new records and changed values only: records were there that break it, or it depends on who and when. */
  readonly newOnly: boolean
}

/** Rules of fields and tables, for the creators of the base. */
export interface RulesApi {
  /** `seenByAll` false: some people do not see all records, and a refusal as not unique tells them that a value is there. */
  checkField(
    field: FieldId,
    rules: FieldRules,
  ): Promise<Result<Violations & { byRule: Readonly<Record<string, number>>; seenByAll: boolean }>>
  ofTable(table: TableId): Promise<Result<readonly TableRule[]>>
  /** `momentary`: the rule depends on who writes, or when; it is asked when its fields change. */
  checkTable(table: TableId, rule: RuleTree): Promise<Result<Violations & { momentary: boolean }>>
  saveTable(
    table: TableId,
    id: TableRuleId,
    definition: { message: string; rule: RuleTree },
    keep: boolean,
  ): Promise<Result<null>>
  deleteTable(id: TableRuleId): Promise<Result<null>>
}
