import type { IconName } from '../icons.ts'
import type { BaseId, InvitationId, RoleId, TableId, UserId, WorkspaceId } from '../ids.ts'
import type { Result } from '../result.ts'
import type { Base, BaseRole, Profile, WorkspaceRole } from '../schema.ts'

export interface SessionInfo {
  readonly profile: Profile
  readonly installation: {
    readonly isOwner: boolean
    readonly workspaceCreation: 'nobody' | 'listed' | 'anyone'
    readonly mayCreateWorkspace: boolean
    /** The most that one file may have. */
    readonly fileBytes: number
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
    readonly tables: readonly { id: TableId; name: string; icon?: IconName | null }[]
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
