/**
 * The one door to the hosted backend. `packages/backend` implements it over supabase-js; the record-store and the
 * app receive it. Every call answers a `Result`; none throws for an expected failure.
 */
import type { ErrorCode, RoleName } from './errors.ts'
import type {
  AttachmentId,
  BaseId,
  FieldId,
  ImportId,
  InvitationId,
  LockId,
  OptionId,
  RecordId,
  RoleId,
  TableId,
  TableRuleId,
  TransitionId,
  UserId,
  WorkspaceId,
} from './ids.ts'
import type { Result } from './result.ts'
import type {
  Attachment,
  ChangeEvent,
  ChangesSince,
  MutationBatch,
  MutationResult,
  Row,
  RowsWindow,
  Seq,
  ViewAnchors,
  ViewQuery,
  ViewStats,
  WindowRequest,
} from './rows.ts'
import type {
  Base,
  BaseRole,
  BaseSchema,
  Field,
  FieldAccess,
  FieldDefault,
  FieldOptions,
  FieldRules,
  FieldTypeName,
  Hue,
  Profile,
  RecordAction,
  RecordLock,
  RoleKind,
  RuleTree,
  Scope,
  Table,
  WorkspaceRole,
} from './schema.ts'

export interface Backend {
  readonly auth: AuthApi
  readonly workspaces: WorkspacesApi
  readonly bases: BasesApi
  readonly roles: RolesApi
  readonly rules: RulesApi
  readonly workflows: WorkflowsApi
  readonly rows: RowsApi
  readonly imports: ImportsApi
  readonly files: FilesApi
  readonly live: LiveApi
  /** Null: everything is seen as oneself. */
  readonly viewedAs: ViewedAs | null
  /** The base as somebody else sees it; read-only, and not live. For its creators. */
  viewAs(base: BaseId, who: ViewedAs): Backend
  /** Compares `plinth.schema_version()` with `limits.schemaVersion`; errors `schema_*`, `key_invalid`, `project_unreachable`. */
  checkProject(): Promise<Result<{ schemaVersion: number }>>
}

/** A member of a base, or a role of it as if somebody held nothing else. */
export type ViewedAs = { readonly person: UserId } | { readonly role: RoleId }

export interface SignedIn {
  readonly userId: UserId
  readonly email: string
}

export type AuthEvent = 'signed_in' | 'signed_out' | 'recovery' | 'user_updated'

export interface AuthApi {
  /** The present session from storage, refreshed if needed; null when signed out. */
  current(): Promise<SignedIn | null>
  onChange(listener: (event: AuthEvent, session: SignedIn | null) => void): () => void
  signUp(input: {
    email: string
    password: string
    name: string
    redirectTo: string
  }): Promise<Result<{ confirmationSent: boolean }>>
  resendConfirmation(input: { email: string; redirectTo: string }): Promise<Result<null>>
  signIn(input: { email: string; password: string }): Promise<Result<SignedIn>>
  sendMagicLink(input: { email: string; redirectTo: string }): Promise<Result<null>>
  sendReset(input: { email: string; redirectTo: string }): Promise<Result<null>>
  /**
   * Completes a link from a mail: reads `code`, `token_hash` or an error from the callback's address. `isHalf`: the first of
   * the two confirmations of a new address; nothing has changed yet.
   */
  completeLink(url: string): Promise<Result<{ session: SignedIn; recovery: boolean; isHalf: boolean }>>
  changePassword(input: { password: string }): Promise<Result<null>>
  changeEmail(input: { email: string; redirectTo: string }): Promise<Result<null>>
  signOut(scope: 'local' | 'global' | 'others'): Promise<Result<null>>
}

export interface SessionInfo {
  readonly profile: Profile
  readonly installation: {
    readonly isOwner: boolean
    readonly workspaceCreation: 'nobody' | 'listed' | 'anyone'
    readonly mayCreateWorkspace: boolean
  }
  readonly workspaces: readonly WorkspaceSummary[]
}

export interface WorkspaceSummary {
  readonly id: WorkspaceId
  readonly name: string
  readonly role: WorkspaceRole
  readonly bases: readonly (Base & {
    /** Null: custom roles only. */
    readonly role: BaseRole | null
    readonly tables: readonly { id: TableId; name: string }[]
  })[]
}

export interface Member extends Profile {
  readonly role: WorkspaceRole
  readonly joinedAt: string
  readonly bases: readonly { readonly baseId: BaseId; readonly role: BaseRole | null }[]
}

export interface Invitation {
  readonly id: InvitationId
  readonly role: WorkspaceRole
  readonly baseId: BaseId | null
  readonly baseRole: BaseRole | null
  readonly customRole: RoleId | null
  readonly email: string | null
  readonly invitedBy: string
  readonly createdAt: string
  readonly expiresAt: string
}

/** Somebody who may create workspaces while the setting is `listed`. */
export interface WorkspaceCreator {
  /** Of the person, or of the entry while nobody has come with this address. */
  readonly id: UserId
  readonly email: string
  /** Null: nobody has confirmed this address here yet. */
  readonly name: string | null
  readonly avatarKey: string | null
}

/** What the quota of a workspace limits. */
export interface QuotaAmounts {
  /** Tables in all bases. */
  readonly tables: number
  /** Records in all tables. */
  readonly rows: number
  /**
   * Bytes of files in storage: attachments with their thumbnails, announced uploads, and removed files until their
   * objects are gone.
   */
  readonly fileBytes: number
}

export interface UsedAmounts extends QuotaAmounts {
  /** Bytes on disk of the tables' records, indexes included, room not yet given back too. Reported, not limited. */
  readonly dataBytes: number
}

export interface BaseUsage extends UsedAmounts {
  readonly id: BaseId
  readonly name: string
}

/**
 * All that is in no base of which the caller may read everything, in one line: bases of others, bases with restricted
 * tables, removed files of deleted bases.
 */
export interface HiddenUsage extends UsedAmounts {
  readonly id: null
  readonly name: null
}

export interface WorkspaceUsage {
  readonly quota: QuotaAmounts
  /** The sum of `bases`. May be over the quota: it can be lowered below what is there. */
  readonly used: UsedAmounts
  /** In order of creation; the hidden line comes last and is there only when it holds something. */
  readonly bases: readonly (BaseUsage | HiddenUsage)[]
}

export interface WorkspacesApi {
  session(): Promise<Result<SessionInfo>>
  saveProfile(changes: { name?: string; avatarKey?: string | null }): Promise<Result<Profile>>
  setWorkspaceCreation(setting: 'nobody' | 'listed' | 'anyone'): Promise<Result<null>>
  /** The list behind the setting `listed`, without the installation's owner, who always may. For that owner only. */
  creators(): Promise<Result<readonly WorkspaceCreator[]>>
  /** An address that has no account yet waits on the list for the person who confirms it. */
  addCreator(email: string): Promise<Result<null>>
  removeCreator(id: UserId): Promise<Result<null>>
  create(input: { id: WorkspaceId; name: string }): Promise<Result<null>>
  rename(id: WorkspaceId, name: string): Promise<Result<null>>
  /** `confirmName` must equal the workspace's name. */
  delete(id: WorkspaceId, confirmName: string): Promise<Result<null>>
  leave(id: WorkspaceId): Promise<Result<null>>
  /** Makes a member an owner; the caller, who is one, stays that or becomes an admin. */
  transferOwnership(input: {
    workspace: WorkspaceId
    member: UserId
    ownRole: 'owner' | 'admin'
    confirmName: string
  }): Promise<Result<null>>
  members(id: WorkspaceId): Promise<Result<readonly Member[]>>
  /**
   * What the workspace holds and may hold; every member of it may ask, guests may not. Files of deleted records, fields, tables and bases
   * leave storage first, as far as this person may remove them.
   */
  usage(id: WorkspaceId): Promise<Result<WorkspaceUsage>>
  /** Owners change every role, admins those below owners. */
  setRole(id: WorkspaceId, member: UserId, role: WorkspaceRole): Promise<Result<null>>
  removeMember(id: WorkspaceId, member: UserId): Promise<Result<null>>
  invitations(id: WorkspaceId): Promise<Result<readonly Invitation[]>>
  /** The token is shown this once and kept only as its hash. */
  invite(input: {
    workspace: WorkspaceId
    role: WorkspaceRole
    base: BaseId | null
    baseRole: BaseRole | null
    /** A custom role of the base, beside or instead of `baseRole`. */
    customRole?: RoleId | null
    email: string | null
  }): Promise<Result<{ id: InvitationId; token: string; expiresAt: string }>>
  revokeInvitation(id: InvitationId): Promise<Result<null>>
  /** Works before sign-in. */
  invitationInfo(
    token: string,
  ): Promise<
    Result<{ workspaceName: string; baseName: string | null; invitedBy: string; email: string | null }>
  >
  acceptInvitation(token: string): Promise<Result<{ workspace: WorkspaceId; base: BaseId | null }>>
}

export interface FieldDefinition {
  readonly id: FieldId
  readonly name: string
  readonly type: FieldTypeName
  readonly options: FieldOptions
  readonly description?: string
  readonly default?: FieldDefault | null
}

/** Something deleted that can be brought back. */
export interface TrashItem {
  /** Of the table, or of the field. */
  readonly id: TableId | FieldId
  readonly kind: 'table' | 'field'
  readonly name: string
  /** Of a field. */
  readonly type: FieldTypeName | null
  /** A field's values from before a change of its type. */
  readonly replaced: boolean
  /** Of a field: where it was. */
  readonly table: { readonly id: TableId; readonly name: string } | null
  /** That table is in the trash too. */
  readonly inTrash: boolean
  /** Records, or records with a value. */
  readonly records: number
  readonly bytes: number
  readonly trashedBy: UserId
  readonly trashedAt: string
  /** Then it is deleted for good. */
  readonly goesAt: string
}

/** Work in steps: called again until `field` is there. */
export interface FieldStep {
  readonly done: number
  readonly total: number
  readonly field: Field | null
}

export interface TypeChangePreview {
  /** Values that fit the new type. */
  readonly converts: number
  /** Values that do not: their cells will be empty. */
  readonly empties: number
  /** Records whose value does not fit, with the value as text. */
  readonly examples: readonly (readonly [RecordId, string])[]
  readonly options: FieldOptions
}

export interface BaseMember extends Profile {
  /** Null: custom roles only. */
  readonly role: BaseRole | null
  /** True: from being an owner of the workspace; cannot be changed here. */
  readonly inherited: boolean
  readonly customRoles: readonly { readonly id: RoleId; readonly name: string }[]
}

export interface RoleGrant {
  readonly table: TableId
  readonly action: RecordAction
  readonly scope: Scope
  /** Of scope `rules`; else null. */
  readonly rule: RuleTree | null
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
   * `lock`, whatever the roles say.
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
  readonly scope: Scope
  readonly lock?: { readonly id: LockId; readonly name: string }
}

export interface AccessExplanation {
  readonly allowed: boolean
  readonly because: readonly AccessReason[]
}

/** Something that guards a table otherwise than what is known of it says; `name` of the policy or trigger. */
export interface GuardFault {
  readonly guard: 'relation' | 'row_security' | 'policy' | 'grants' | 'trigger'
  readonly action: RecordAction | null
  readonly name: string | null
}

export interface ProofCell {
  readonly role: RoleId
  readonly action: RecordAction
  /** As the database answers to who holds this role alone. */
  readonly scope: Scope
  readonly rule: RuleTree | null
}

/** What each role may do in each table, read from the live catalogue. */
export interface ProofMatrix {
  readonly at: string
  readonly tables: readonly {
    readonly table: TableId
    /** Empty: in force as meant. */
    readonly faults: readonly GuardFault[]
    readonly cells: readonly ProofCell[]
    /** Fields that are kept from some who may write the table; null: nothing. */
    readonly fields: readonly {
      readonly role: RoleId
      readonly field: FieldId
      readonly access: FieldAccess | null
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
  /** `scope` null: as the role's kind says. `rule` goes with scope `rules` alone. */
  setGrant(
    role: RoleId,
    table: TableId,
    action: RecordAction,
    scope: Scope | null,
    rule?: RuleTree | null,
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
  /** Everybody asks for themselves, creators for all. `record` null: for some record of the table. */
  explain(
    table: TableId,
    record: RecordId | null,
    person: UserId,
    action: RecordAction,
  ): Promise<Result<AccessExplanation>>
}

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
  /**
   * Sets all rules of a field. Where records break one: refused as `rule_broken`, or kept to new and changed values.
   * A value that stands twice always refuses `unique`.
   */
  setField(table: TableId, field: FieldId, rules: FieldRules, keep: boolean): Promise<Result<Field>>
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

export interface BasesApi {
  create(input: {
    id: BaseId
    workspace: WorkspaceId
    name: string
    hue: Hue
    timeZone: string
    locale: string
    weekStart: number
  }): Promise<Result<null>>
  update(
    id: BaseId,
    changes: { name?: string; hue?: Hue; timeZone?: string; locale?: string; weekStart?: number },
  ): Promise<Result<null>>
  delete(id: BaseId, confirmName: string): Promise<Result<null>>
  schema(id: BaseId): Promise<Result<BaseSchema>>
  members(id: BaseId): Promise<Result<readonly BaseMember[]>>
  /** `null` takes the member's built-in role in this base away; custom roles stay. */
  setRole(id: BaseId, member: UserId, role: BaseRole | null): Promise<Result<null>>
  createTable(
    base: BaseId,
    definition: { id: TableId; name: string; fields: readonly FieldDefinition[] },
  ): Promise<Result<Table>>
  /** Renames, describes or moves a table (`position` counts from 0). */
  updateTable(
    table: TableId,
    changes: { name?: string; description?: string; position?: number },
  ): Promise<Result<null>>
  /** Copies a table behind it; of its records at most `limits.rowsPerDuplicate`, without their files. */
  duplicateTable(
    table: TableId,
    copy: { id: TableId; name: string; withRecords: boolean },
  ): Promise<Result<Table>>
  /** Puts a table into the trash. */
  deleteTable(table: TableId): Promise<Result<null>>
  createField(table: TableId, definition: FieldDefinition): Promise<Result<Field>>
  /** Renames, describes, reorders, or replaces options or default; an option in use cannot be taken away (`invalid_input`). */
  updateField(
    field: FieldId,
    changes: {
      name?: string
      description?: string
      options?: FieldOptions
      default?: FieldDefault | null
      position?: number
    },
  ): Promise<Result<Field>>
  /** Copies a field behind it; of its values at most those of `limits.valuesPerDuplicate` records, files never. */
  duplicateField(
    field: FieldId,
    copy: { id: FieldId; name: string; withValues: boolean },
  ): Promise<Result<Field>>
  /** Puts a field into the trash. */
  deleteField(field: FieldId): Promise<Result<null>>
  /** What is in the trash, newest first. For creators. */
  trash(base: BaseId): Promise<Result<readonly TrashItem[]>>
  restoreTable(table: TableId): Promise<Result<Table>>
  restoreField(field: FieldId): Promise<Result<FieldStep>>
  /** Deletes one thing, or (null) everything in the trash, for good. `confirmName`: its name, or the base's. */
  emptyTrash(base: BaseId, item: TrashItem['id'] | null, confirmName: string): Promise<Result<null>>
  /** What a change of type would do. A single select without options gets them from the values. */
  previewTypeChange(
    field: FieldId,
    type: FieldTypeName,
    options: FieldOptions,
  ): Promise<Result<TypeChangePreview>>
  changeType(field: FieldId, type: FieldTypeName, options: FieldOptions): Promise<Result<FieldStep>>
  /** Gives up a change that has begun and is not done. */
  cancelTypeChange(field: FieldId): Promise<Result<null>>
}

export interface RowsApi {
  window(request: WindowRequest, signal?: AbortSignal): Promise<Result<RowsWindow>>
  /** Rows that exist and may be read; others are left out. At most `limits.idsPerRequest` ids. */
  byId(query: ViewQuery, ids: readonly RecordId[]): Promise<Result<{ rows: readonly Row[]; atSeq: Seq }>>
  stats(query: ViewQuery, mode: 'quick' | 'exact'): Promise<Result<ViewStats>>
  anchors(query: ViewQuery, step: number): Promise<Result<ViewAnchors>>
  apply(batch: MutationBatch): Promise<Result<readonly MutationResult[]>>
  changesSince(table: TableId, seq: Seq): Promise<Result<ChangesSince>>
}

export interface Misfit {
  readonly record: RecordId
  readonly field: FieldId
  /** Line in the file, the header being line 1. */
  readonly line: number
  readonly raw: string
}

export interface ImportChunk {
  readonly importId: ImportId
  /** Counts from 0; a chunk sent twice is stored once. */
  readonly chunk: number
  /** One list per row, in the order of the import's `fields`; values as `CellValue`. */
  readonly rows: readonly (readonly [RecordId, ...(string | number | boolean | null)[]])[]
  readonly misfits: readonly Misfit[]
}

/** A row that breaks a rule and was left out. */
export interface RefusedRow {
  /** Place in its chunk, from 1. */
  readonly line: number
  readonly code: ErrorCode
  readonly field?: FieldId
  readonly rule: string
}

export interface ImportsApi {
  begin(input: {
    id: ImportId
    table: TableId
    fileName: string
    fields: readonly FieldId[]
    /** Append every row, or update the record with the same value in `key` and append the rest. */
    mode: 'append' | 'upsert'
    key: FieldId | null
  }): Promise<Result<null>>
  rows(
    chunk: ImportChunk,
    signal?: AbortSignal,
  ): Promise<Result<{ inserted: number; updated: number; refused: readonly RefusedRow[] }>>
  finish(id: ImportId): Promise<Result<{ inserted: number; updated: number; misfits: number }>>
  /** Ends the import; `discard` deletes the records that it inserted (updated ones keep their new values). */
  cancel(id: ImportId, discard: boolean): Promise<Result<{ deleted: number }>>
  misfits(id: ImportId, after: number, take: number): Promise<Result<readonly (Misfit & { no: number })[]>>
}

export interface FilesApi {
  /** Registers the file, sends it, attaches it to the cell. `onProgress` gets bytes sent. */
  upload(input: {
    id: AttachmentId
    table: TableId
    record: RecordId
    field: FieldId
    file: Blob
    name: string
    thumbnail: Blob | null
    onProgress?: (sent: number, total: number) => void
    signal?: AbortSignal
  }): Promise<Result<{ attachment: Attachment; ver: number }>>
  /** The bytes, fetched with the session: never a public address. */
  download(key: string, signal?: AbortSignal): Promise<Result<Blob>>
  /** An address that works for `seconds` (at most 60): to open large files in a new tab. */
  signedUrl(key: string, options: { seconds: number; downloadName?: string }): Promise<Result<string>>
  remove(id: AttachmentId): Promise<Result<{ ver: number }>>
  uploadAvatar(user: UserId, picture: Blob): Promise<Result<{ key: string }>>
}

export interface Presence {
  /** One entry per open tab. */
  readonly tab: string
  readonly userId: UserId
  readonly name: string
  readonly avatarKey: string | null
  readonly table: TableId | null
}

export interface LiveApi {
  /** Private data topic of one table. `state` tells whether events can be missed: after `lost` → `live`, ask `changesSince`. */
  table(
    table: TableId,
    epoch: number,
    handlers: { onEvent(event: ChangeEvent): void; onState(state: 'live' | 'lost' | 'refused'): void },
  ): { close(): void }
  /** Who is in this base now; content is a hint from other clients and never trusted for rights. */
  room(
    base: BaseId,
    epoch: number,
    me: Presence,
    handlers: {
      onPresence(people: readonly Presence[]): void
      onState(state: 'live' | 'lost' | 'refused'): void
      onSchemaChanged(): void
    },
  ): { update(me: Presence): void; close(): void }
}
