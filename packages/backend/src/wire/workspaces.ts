import {
  baseRoles,
  type Invitation,
  type Member,
  type Profile,
  type SessionInfo,
  type WorkspaceCreator,
  type WorkspaceUsage,
  workspaceRoles,
} from '@plinth/domain'
import * as v from 'valibot'
import { baseEntries } from './bases.ts'
import { baseId, invitationId, roleId, type Schema, tableId, userId, workspaceId } from './ids.ts'
import { icon } from './views.ts'

export const profile: Schema<Profile> = v.object({
  id: userId,
  email: v.string(),
  name: v.string(),
  avatarKey: v.nullable(v.string()),
})

export const sessionInfo: Schema<SessionInfo> = v.object({
  profile,
  installation: v.object({
    isOwner: v.boolean(),
    workspaceCreation: v.picklist(['nobody', 'listed', 'anyone']),
    mayCreateWorkspace: v.boolean(),
    fileBytes: v.number(),
  }),
  workspaces: v.array(
    v.object({
      id: workspaceId,
      name: v.string(),
      role: v.picklist(workspaceRoles),
      bases: v.array(
        v.object({
          ...baseEntries,
          role: v.nullable(v.picklist(baseRoles)),
          tables: v.array(v.object({ id: tableId, name: v.string(), icon })),
        }),
      ),
    }),
  ),
})

export const workspaceCreators: Schema<WorkspaceCreator[]> = v.array(
  v.object({
    id: userId,
    email: v.string(),
    name: v.nullable(v.string()),
    avatarKey: v.nullable(v.string()),
  }),
)

export const members: Schema<Member[]> = v.array(
  v.object({
    id: userId,
    email: v.string(),
    name: v.string(),
    avatarKey: v.nullable(v.string()),
    role: v.picklist(workspaceRoles),
    joinedAt: v.string(),
    bases: v.array(v.object({ baseId, role: v.nullable(v.picklist(baseRoles)) })),
  }),
)

const quotaEntries = { tables: v.number(), rows: v.number(), fileBytes: v.number() }

const usedEntries = { ...quotaEntries, dataBytes: v.number() }

export const workspaceUsage: Schema<WorkspaceUsage> = v.object({
  quota: v.object(quotaEntries),
  used: v.object(usedEntries),
  bases: v.array(
    v.union([
      v.object({ id: baseId, name: v.string(), ...usedEntries }),
      v.object({ id: v.null(), name: v.null(), ...usedEntries }),
    ]),
  ),
})

export const invitations: Schema<Invitation[]> = v.array(
  v.object({
    id: invitationId,
    role: v.picklist(workspaceRoles),
    baseId: v.nullable(baseId),
    baseRole: v.nullable(v.picklist(baseRoles)),
    customRole: v.nullable(roleId),
    email: v.nullable(v.string()),
    invitedBy: v.string(),
    createdAt: v.string(),
    expiresAt: v.string(),
  }),
)

export const newInvitation = v.object({ id: invitationId, token: v.string(), expiresAt: v.string() })

export const invitationInfo = v.object({
  workspaceName: v.string(),
  baseName: v.nullable(v.string()),
  invitedBy: v.string(),
  email: v.nullable(v.string()),
})

export const acceptedInvitation = v.object({ workspace: workspaceId, base: v.nullable(baseId) })
