import type { WorkspaceRole, WorkspaceSummary } from '@plinth/domain'

/** The database decides all of this; it only hides dead ends here. */

/** Owners and admins invite to the workspace, creators of a base to that base. */
export function mayInvite(workspace: WorkspaceSummary): boolean {
  return managesPeople(workspace.role) || workspace.bases.some((base) => base.role === 'creator')
}

/** Owners manage everybody, admins everybody below owners. */
export function managesPeople(role: WorkspaceRole): boolean {
  return role === 'owner' || role === 'admin'
}

/** The roles that somebody with this role may give away. */
export function givenRoles(role: WorkspaceRole): readonly WorkspaceRole[] {
  if (role === 'owner') return ['owner', 'admin', 'member', 'guest']
  if (role === 'admin') return ['admin', 'member', 'guest']
  return role === 'member' ? ['member', 'guest'] : ['guest']
}

/** Guests work in the bases they were given, and make none. */
export function mayMakeBases(workspace: WorkspaceSummary): boolean {
  return workspace.role !== 'guest'
}
