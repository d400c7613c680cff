import type { RecordLock } from '@plinth/domain'
import { roleName } from './role-name.ts'

const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** Who may change what a lock holds, as a sentence. */
export function openersText({ creators, roles }: Pick<RecordLock, 'creators' | 'roles'>): string {
  const names = [...(creators ? ['creators'] : []), ...roles.map((role) => `“${roleName(role)}”`)]
  if (names.length === 0) return 'Nobody may change it. A creator can change the lock.'
  return `Only ${list.format(names)} may change it.`
}
