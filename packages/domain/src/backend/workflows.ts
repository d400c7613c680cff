import type { RoleName } from '../errors.ts'
import type { FieldId, OptionId, RecordId, RoleId, TableId, TransitionId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { RuleTree } from '../schema.ts'

/** One step of a workflow: from which state to which, who may take it and when. */
export interface Transition {
  readonly id: TransitionId
  readonly name: string
  /** Null: from any state. */
  readonly from: OptionId | null
  readonly to: OptionId
  /** Null: everybody who may change the record. */
  readonly roles: readonly (RoleId | 'creator')[] | null
  /** Must be true for the record as it will be. */
  readonly guard: RuleTree | null
  /** Must be filled. */
  readonly requires: readonly FieldId[]
  /** Not by the person who brought the record into the state that it leaves. */
  readonly fourEyes: boolean
}

export interface MoveRefusal {
  readonly rule: 'no_transition' | 'initial' | 'role' | 'four_eyes' | 'required' | 'guard' | 'read_only'
  /** Of which one is needed. */
  readonly roles?: readonly RoleName[] | null
  /** required: what is empty; guard: what it looks at. */
  readonly fields?: readonly FieldId[]
}

export interface RecordMoves {
  readonly state: OptionId | null
  /** False: the field has no transitions, and any state may follow any. */
  readonly bound: boolean
  /** Every other state, in their order. */
  readonly moves: readonly { readonly to: OptionId; readonly refusal: MoveRefusal | null }[]
}

/** Workflows of status fields. */
export interface WorkflowsApi {
  /** Creators only. */
  transitions(field: FieldId): Promise<Result<readonly Transition[]>>
  /** Replaces all; records stay in their states. Creators only. */
  save(field: FieldId, transitions: readonly Transition[]): Promise<Result<null>>
  /** Where the caller may take this record from the state that it is in. */
  movesOf(table: TableId, field: FieldId, record: RecordId): Promise<Result<RecordMoves>>
}
