/** Through whose eyes a base is looked at, as its address says: `role:<id>` or `person:<id>`. */
import type { RoleId, UserId, ViewedAs } from '@plinth/domain'

const pattern = /^(role|person):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

export function parseViewedAs(text: string | undefined): ViewedAs | null {
  const [, kind, id] = pattern.exec(text ?? '') ?? []
  if (kind === 'role') return { role: id as RoleId }
  return kind === 'person' ? { person: id as UserId } : null
}

export const formatViewedAs = (who: ViewedAs): string =>
  'role' in who ? `role:${who.role}` : `person:${who.person}`
