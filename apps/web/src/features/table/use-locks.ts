import type { BaseMember, BaseSchema, RecordLock, Table, UserId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { useEffect, useMemo, useState } from 'react'
import { rolesOf } from './lock-roles.ts'

type CreateChecker = typeof import('./lock-checker.ts').createLockChecker

/** Answers for a record what keeps the caller from changing it. The expression language is loaded where there are locks. */
export function useLocks(
  base: BaseSchema,
  table: Table,
  me: UserId,
  people: readonly BaseMember[] | undefined,
) {
  const [create, setCreate] = useState<CreateChecker | null>(null)
  const isNeeded = table.locks.some(({ binds }) => binds)
  useEffect(() => {
    if (!isNeeded) return
    void import('./lock-checker.ts').then(({ createLockChecker }) => setCreate(() => createLockChecker))
  }, [isNeeded])
  return useMemo(() => {
    const check = isNeeded && create ? create(base, table, { id: me, roles: rolesOf(people, me) }) : null
    // What is not stored yet is not locked yet.
    return (row: RowView | null): RecordLock | null =>
      row?.state === 'saved' ? (check?.(row) ?? null) : null
  }, [base, table, me, people, create, isNeeded])
}
