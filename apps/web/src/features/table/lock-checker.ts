import type { BaseSchema, RecordLock, Table, UserId } from '@plinth/domain'
import { checkAst, contextOf, evaluate, readAst } from '@plinth/expression'
import type { RowView } from '@plinth/record-store'
import { asksForRoles } from '../../lib/asks-for-roles.ts'

type LockChecker = (row: Pick<RowView, 'values'>) => RecordLock | null

/**
 * Finds the lock that holds a record for the caller. A rule that asks for roles is left to the database, which refuses all
 * the same, while it is not known which ones they hold (`roles` null).
 */
export function createLockChecker(
  base: BaseSchema,
  table: Table,
  me: { readonly id: UserId; readonly roles: readonly string[] | null },
): LockChecker {
  const checks = table.locks
    .filter(({ binds }) => binds)
    .flatMap((lock) => {
      const tree = readAst(lock.rule)
      const checked = tree.ok ? checkAst(tree.value, { fields: table.fields }) : tree
      const isKnown = me.roles !== null || !asksForRoles(lock.rule)
      return checked.ok && isKnown ? [{ lock, expression: checked.value }] : []
    })
  const roles = me.roles ?? []
  const { timeZone } = base.base
  // A row is asked about by each of its cells.
  const known = new WeakMap<object, RecordLock | null>()
  const lockOf: LockChecker = ({ values }) => {
    const situation = { now: Date.now(), timeZone, me: me.id, role: base.role, roles }
    const context = contextOf(table.fields, values, situation)
    return checks.find(({ expression }) => evaluate(expression, context) === true)?.lock ?? null
  }
  return (row) => {
    let lock = known.get(row)
    if (lock === undefined) {
      lock = lockOf(row)
      known.set(row, lock)
    }
    return lock
  }
}
