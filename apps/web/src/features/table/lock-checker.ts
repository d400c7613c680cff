import type { BaseSchema, RecordLock, Table, UserId } from '@plinth/domain'
import { checkAst, contextOf, evaluate, readAst } from '@plinth/expression'
import type { RowView } from '@plinth/record-store'

type LockChecker = (row: Pick<RowView, 'values'>) => RecordLock | null

/**
 * Finds the lock that holds a record for the caller. A rule that asks who they are beyond their built-in role is left to
 * the database, which refuses all the same.
 */
export function createLockChecker(base: BaseSchema, table: Table, me: UserId): LockChecker {
  const checks = table.locks
    .filter(({ binds }) => binds)
    .flatMap((lock) => {
      const tree = readAst(lock.rule)
      const checked = tree.ok ? checkAst(tree.value, { fields: table.fields }) : tree
      return checked.ok && !checked.value.dependsOn.person ? [{ lock, expression: checked.value }] : []
    })
  const { timeZone } = base.base
  // A row is asked about by each of its cells.
  const known = new WeakMap<object, RecordLock | null>()
  const lockOf: LockChecker = ({ values }) => {
    const situation = { now: Date.now(), timeZone, me, role: base.role, roles: [] }
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
