import type { WorkspaceSummary } from '@plinth/domain'

/** Owners invite to everything, creators of a base to that base. The database decides; this only hides dead ends. */
export function mayInvite(workspace: WorkspaceSummary): boolean {
  return workspace.role === 'owner' || workspace.bases.some((base) => base.role === 'creator')
}
