import type { BaseId, FieldId, LockId, RecordId, RoleId, TableId, UserId } from '../ids.ts'
import type { Result } from '../result.ts'
import type {
  FieldAccess,
  GuardKind,
  RecordAction,
  RecordLock,
  RoleKind,
  RuleTree,
  Scope,
} from '../schema.ts'

export interface RoleGrant {
  readonly table: TableId
  readonly action: RecordAction
  readonly scope: Scope
  /** Of scope `rules`; else null. */
  readonly rule: RuleTree | null
  /** Of changes alone: a record that the grant reaches may be changed so that it leaves its editor's reach. */
  readonly handOver: boolean
}

export interface Role {
  readonly id: RoleId
  readonly kind: RoleKind
  /** Of a built-in role: its kind. */
  readonly name: string
  readonly description: string
  readonly members: readonly UserId[]
  /** Where the role differs from its kind: editors may do all, commenters and viewers read all, custom roles nothing. */
  readonly grants: readonly RoleGrant[]
  /** Fields in which the role differs from what it has in their table. */
  readonly fieldGrants: readonly { readonly field: FieldId; readonly access: FieldAccess }[]
}

export interface AccessReason {
  readonly role: { readonly id: RoleId; readonly kind: RoleKind; readonly name: string } | null
  /**
   * `rule`: depends on the record. `not_readable`: what cannot be read can be neither changed nor deleted. `locked`: by
   * `lock`, whatever the roles say. `field_grant` and `field_default`: of the field that was asked about, by a grant of its
   * own or as the role has it in the table.
   */
  readonly reason:
    | 'not_a_member'
    | 'creator'
    | 'default'
    | 'grant'
    | 'rule'
    | 'rule_matches'
    | 'rule_does_not_match'
    | 'not_readable'
    | 'locked'
    | 'field_grant'
    | 'field_default'
  readonly scope: Scope
  readonly lock?: { readonly id: LockId; readonly name: string }
  /** Of a reason about a field; null: nothing. */
  readonly access?: FieldAccess | null
  /** The role allows the change, and lets it take the record out of what its holders reach. */
  readonly handOver?: true
}

export interface AccessExplanation {
  readonly allowed: boolean
  readonly because: readonly AccessReason[]
  /** Of changes of a record as a whole: they may take it out of this person's reach. */
  readonly handOver?: true
}

/**
 * Something that guards a table otherwise than what is known of it says; `name` of the policy, trigger or relation.
 * `foreign_trigger`: one that is none of ours. `side`: where the values of a hidden field stand.
 */
export interface GuardFault {
  readonly guard: GuardKind
  readonly action: RecordAction | null
  readonly name: string | null
  /** The hidden field that it is about. */
  readonly field?: FieldId
}

export interface ProofCell {
  readonly role: RoleId
  readonly action: RecordAction
  /** As the database answers to who holds this role alone. */
  readonly scope: Scope
  readonly rule: RuleTree | null
  /** Of changes: they may take a record out of what this role reaches. */
  readonly handOver?: true
}

/** What each role may do in each table, read from the live catalogue. */
export interface ProofMatrix {
  readonly at: string
  readonly tables: readonly {
    readonly table: TableId
    /** Empty: in force as meant. */
    readonly faults: readonly GuardFault[]
    readonly cells: readonly ProofCell[]
    /** Fields that are kept from some who may read or write the table; null: nothing. */
    readonly fields: readonly {
      readonly role: RoleId
      readonly field: FieldId
      readonly access: FieldAccess | null
      /** The role has it hidden. */
      readonly hidden?: true
    }[]
    /** Hidden fields that the first role does not see and its holders see through the second one. */
    readonly together: readonly {
      readonly field: FieldId
      readonly roles: readonly [RoleId, RoleId]
      readonly people: readonly UserId[]
    }[]
  }[]
}

/** Roles of a base, for its creators. The grants of all roles that a person holds add up. */
export interface RolesApi {
  list(base: BaseId): Promise<Result<readonly Role[]>>
  /** Makes a custom role with this id, or changes it; a built-in role keeps its name. */
  save(base: BaseId, role: RoleId, changes: { name?: string; description?: string }): Promise<Result<null>>
  delete(role: RoleId): Promise<Result<null>>
  setMember(role: RoleId, member: UserId, holds: boolean): Promise<Result<null>>
  /** Null: as the role's kind says. `rule` goes with scope `rules` alone, `handOver` with changes. */
  setGrant(
    role: RoleId,
    table: TableId,
    action: RecordAction,
    grant: { readonly scope: Scope; readonly rule?: RuleTree | null; readonly handOver?: boolean } | null,
  ): Promise<Result<null>>
  /** Exact, or `timeout`: on a very large table there is no number rather than a guess. */
  countMatching(table: TableId, rule: RuleTree): Promise<Result<{ total: number; matching: number }>>
  /** `access` null: as in the table. */
  setFieldGrant(role: RoleId, field: FieldId, access: FieldAccess | null): Promise<Result<null>>
  /** Makes a lock with this id, or changes it. */
  saveLock(
    table: TableId,
    lock: LockId,
    definition: Pick<RecordLock, 'name' | 'rule' | 'creators'> & { readonly roles: readonly RoleId[] },
  ): Promise<Result<null>>
  deleteLock(lock: LockId): Promise<Result<null>>
  proof(base: BaseId): Promise<Result<ProofMatrix>>
  /**
   * Everybody asks for themselves, creators for all. `record` null: for some record of the table. With a field, `read` or
   * `update` of its value there.
   */
  explain(
    table: TableId,
    record: RecordId | null,
    person: UserId,
    action: RecordAction,
    field?: FieldId | null,
  ): Promise<Result<AccessExplanation>>
}
