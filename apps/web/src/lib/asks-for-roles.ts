import type { RuleTree } from '@plinth/domain'

/** Does a condition ask which roles somebody holds? */
export const asksForRoles = (rule: RuleTree): boolean => calls(rule, 'has_role')

/** Does an expression call a function? */
export function calls(rule: RuleTree, name: string): boolean {
  if (rule['call'] === name) return true
  const isCalling = (part: unknown) =>
    typeof part === 'object' && part !== null && calls(part as RuleTree, name)
  return Object.values(rule).some((part) => (Array.isArray(part) ? part.some(isCalling) : isCalling(part)))
}
