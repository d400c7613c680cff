/**
 * The one door to the hosted backend. `packages/backend` implements it over supabase-js; the record-store and the
 * app receive it. Every call answers a `Result`; none throws for an expected failure.
 */
import type {
  AttachmentId,
  BaseId,
  FieldId,
  ImportId,
  InvitationId,
  RecordId,
  TableId,
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
  FieldOptions,
  FieldTypeName,
  Hue,
  Profile,
  Table,
  WorkspaceRole,
} from './schema.ts'

export interface Backend {
  readonly auth: AuthApi
  readonly workspaces: WorkspacesApi
  readonly bases: BasesApi
  readonly rows: RowsApi
  readonly imports: ImportsApi
  readonly files: FilesApi
  readonly live: LiveApi
  /** Compares `plinth.schema_version()` with `limits.schemaVersion`; errors `schema_*`, `key_invalid`, `project_unreachable`. */
  checkProject(): Promise<Result<{ schemaVersion: number }>>
}

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
    readonly role: BaseRole
    readonly tables: readonly { id: TableId; name: string }[]
  })[]
}

export interface Member extends Profile {
  readonly role: WorkspaceRole
  readonly joinedAt: string
  readonly bases: readonly { readonly baseId: BaseId; readonly role: BaseRole }[]
}

export interface Invitation {
  readonly id: InvitationId
  readonly role: WorkspaceRole
  readonly baseId: BaseId | null
  readonly baseRole: BaseRole | null
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
  members(id: WorkspaceId): Promise<Result<readonly Member[]>>
  setRole(id: WorkspaceId, member: UserId, role: WorkspaceRole): Promise<Result<null>>
  removeMember(id: WorkspaceId, member: UserId): Promise<Result<null>>
  invitations(id: WorkspaceId): Promise<Result<readonly Invitation[]>>
  /** The token is shown this once and kept only as its hash. */
  invite(input: {
    workspace: WorkspaceId
    role: WorkspaceRole
    base: BaseId | null
    baseRole: BaseRole | null
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
}

export interface BaseMember extends Profile {
  readonly role: BaseRole
  /** True: from being an owner of the workspace; cannot be changed here. */
  readonly inherited: boolean
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
  /** `null` takes the member's role in this base away. */
  setRole(id: BaseId, member: UserId, role: BaseRole | null): Promise<Result<null>>
  createTable(
    base: BaseId,
    definition: { id: TableId; name: string; fields: readonly FieldDefinition[] },
  ): Promise<Result<Table>>
  renameTable(table: TableId, name: string): Promise<Result<null>>
  deleteTable(table: TableId, confirmName: string): Promise<Result<null>>
  createField(table: TableId, definition: FieldDefinition): Promise<Result<Field>>
  /** Renames, reorders, or replaces the options; an option in use cannot be taken away (`invalid_input`). */
  updateField(
    field: FieldId,
    changes: { name?: string; options?: FieldOptions; position?: number },
  ): Promise<Result<Field>>
  deleteField(field: FieldId): Promise<Result<null>>
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
  rows(chunk: ImportChunk, signal?: AbortSignal): Promise<Result<{ inserted: number; updated: number }>>
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
