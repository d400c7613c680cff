import type { WorkspacesApi } from '@plinth/domain'
import type { RemovedFiles } from './removed-files.ts'
import type { Rpc } from './rpc.ts'
import { nothing } from './wire/nothing.ts'
import * as wire from './wire/workspaces.ts'

export function createWorkspacesApi(rpc: Rpc, clearRemoved: RemovedFiles): WorkspacesApi {
  return {
    session: () => rpc('my_session', {}, wire.sessionInfo),
    saveProfile: (changes) => rpc('save_profile', { changes }, wire.profile),
    setWorkspaceCreation: (setting) => rpc('set_workspace_creation', { setting }, nothing),
    creators: () => rpc('workspace_creators', {}, wire.workspaceCreators),
    addCreator: (email) => rpc('add_workspace_creator', { email }, nothing),
    removeCreator: (id) => rpc('remove_workspace_creator', { member: id }, nothing),
    create: ({ id, name }) => rpc('create_workspace', { workspace: id, name }, nothing),
    rename: (id, name) => rpc('rename_workspace', { workspace: id, name }, nothing),
    delete: (id, confirmName) =>
      rpc('delete_workspace', { workspace: id, confirm_name: confirmName }, nothing),
    leave: (id) => rpc('leave_workspace', { workspace: id }, nothing),
    transferOwnership: ({ workspace, member, ownRole, confirmName }) =>
      rpc('transfer_ownership', { workspace, member, own_role: ownRole, confirm_name: confirmName }, nothing),
    members: (id) => rpc('workspace_members', { workspace: id }, wire.members),
    async usage(id) {
      await clearRemoved()
      return rpc('workspace_usage', { workspace: id }, wire.workspaceUsage)
    },
    setRole: (id, member, role) => rpc('set_workspace_role', { workspace: id, member, role }, nothing),
    removeMember: (id, member) => rpc('remove_workspace_member', { workspace: id, member }, nothing),
    invitations: (id) => rpc('invitations', { workspace: id }, wire.invitations),
    invite: ({ workspace, role, base, baseRole, customRole = null, email }) =>
      rpc(
        'create_invitation',
        { workspace, role, base, base_role: baseRole, custom_role: customRole, email },
        wire.newInvitation,
      ),
    revokeInvitation: (id) => rpc('revoke_invitation', { invitation: id }, nothing),
    invitationInfo: (token) => rpc('invitation_info', { token }, wire.invitationInfo),
    acceptInvitation: (token) => rpc('accept_invitation', { token }, wire.acceptedInvitation),
  }
}
