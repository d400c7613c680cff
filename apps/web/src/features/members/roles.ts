import type { BaseRole, WorkspaceRole } from '@plinth/domain'

export const workspaceRoleOptions: readonly { id: WorkspaceRole; label: string; description: string }[] = [
  { id: 'owner', label: 'Owner', description: 'Sees and changes everything, manages people.' },
  { id: 'admin', label: 'Admin', description: 'Manages people below owners, makes bases.' },
  { id: 'member', label: 'Member', description: 'Makes bases, sees those they were given.' },
  { id: 'guest', label: 'Guest', description: 'Sees the bases they were given and the people in them.' },
]

export const baseRoleOptions: readonly { id: BaseRole; label: string; description: string }[] = [
  { id: 'creator', label: 'Creator', description: 'Shapes tables and fields, manages people.' },
  { id: 'editor', label: 'Editor', description: 'Adds, changes and deletes records.' },
  { id: 'commenter', label: 'Commenter', description: 'Reads, and comments on records.' },
  { id: 'viewer', label: 'Viewer', description: 'Reads.' },
]

export const workspaceRoleName = (role: WorkspaceRole): string =>
  workspaceRoleOptions.find((option) => option.id === role)?.label ?? role
export const baseRoleName = (role: BaseRole | null): string =>
  baseRoleOptions.find((option) => option.id === role)?.label ?? 'Custom roles'
