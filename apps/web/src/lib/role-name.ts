import type { Role, RoleKind } from '@plinth/domain'

const kindNames: Record<Exclude<RoleKind, 'custom'>, string> = {
  editor: 'Editor',
  commenter: 'Commenter',
  viewer: 'Viewer',
}

/** A role as people know it. */
export const roleName = ({ kind, name }: Pick<Role, 'kind' | 'name'>): string =>
  kind === 'custom' ? name : kindNames[kind]
