import type { RuleTree } from '@plinth/domain'

/** Does a condition ask which roles somebody holds? */
export function asksForRoles(rule: RuleTree): boolean {
  if (rule['call'] === 'has_role') return true
  return Object.values(rule).some((part) => (Array.isArray(part) ? part.some(isAsking) : isAsking(part)))
}

const isAsking = (part: unknown): boolean =>
  typeof part === 'object' && part !== null && asksForRoles(part as RuleTree)
