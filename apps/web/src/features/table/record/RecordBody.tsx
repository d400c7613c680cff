import { type AppError, type RecordId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { type ReactNode, useEffect, useState } from 'react'
import { openersText } from '../../../lib/lock-words.ts'
import { offlineText } from '../../../lib/offline-words.ts'
import { ProblemText } from '../../../lib/ProblemText.tsx'
import { nameRule } from '../../../lib/rules/broken-rule.ts'
import { useOnline } from '../../../lib/use-online.ts'
import { WhyButton } from '../../../lib/why.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { tryAgainLabel, useOtherNamed } from '../in-the-way.ts'
import { recordName } from '../record-name.ts'
import { useTable } from '../table-context.ts'
import { useRow } from '../use-table-session.ts'
import { WaitingFiles } from './WaitingFiles.tsx'

type Missing = AppError | { code: 'not_found'; message: string }

/** A record that is loaded where no window does; why there is none, or null. */
export function useRecord(id: RecordId): { row: RowView | null; missing: Missing | null; title: string } {
  const { session, table, values } = useTable()
  const row = useRow(session, id)
  const [missing, setMissing] = useState<{ id: RecordId; error: Missing } | null>(null)
  const isHere = row !== null
  useEffect(() => {
    if (isHere) return
    let isCurrent = true
    const load = async () => {
      const answer = await session.load(id)
      if (!isCurrent) return
      if (!answer.ok) setMissing({ id, error: answer.error })
      else if (!answer.value) setMissing({ id, error: { code: 'not_found', message: '' } })
    }
    void load()
    return () => {
      isCurrent = false
    }
  }, [session, id, isHere])
  const title = recordName(row, table.fields, values)
  return { row, missing: missing?.id === id ? missing.error : null, title }
}

/** Its name, what there is to be said of it as a whole, and below what belongs to it. */
export function RecordBody({
  row,
  title,
  titleClass,
  children,
}: {
  row: RowView
  title: string
  titleClass: string
  children: ReactNode
}) {
  const { isReadOnly, lockOf } = useTable()
  const lock = isReadOnly ? null : lockOf(row)
  const isGone = row.state === 'gone' || row.state === 'deleting'
  return (
    <>
      <h2 className={titleClass}>{title || <span className="text-ink-faint">Unnamed record</span>}</h2>
      {isGone && (
        <Banner tone="warn" className="mb-4">
          This record was deleted.
        </Banner>
      )}
      {lock && (
        <Banner tone="info" className="mb-4" title={`Locked by “${lock.name}”`}>
          {openersText(lock)}
        </Banner>
      )}
      <OfflineNote />
      <RecordProblem row={row} />
      {row.state === 'saved' && <WaitingFiles row={row} />}
      <div inert={isGone}>{children}</div>
    </>
  )
}

/** On phones the record covers what the app says of it. */
function OfflineNote() {
  const isOnline = useOnline()
  if (isOnline) return null
  return (
    <Banner tone="warn" className="mb-4 sm:hidden">
      {offlineText(0)}
    </Banner>
  )
}

/** Why the record could not be stored, or deleted. */
function RecordProblem({ row }: { row: RowView }) {
  return row.problem && <ToldProblem row={row} problem={row.problem} />
}

function ToldProblem({ row, problem }: { row: RowView; problem: AppError }) {
  const { table, session, values, names } = useTable()
  const told = useOtherNamed(problem)
  const isRefused = row.state === 'refused'
  return (
    <Banner
      tone="danger"
      className="mb-4"
      title={isRefused ? 'This record is not stored' : 'This could not be done'}
      action={
        <span className="flex gap-1.5">
          <WhyButton
            table={table.id}
            record={row.id}
            action={isRefused ? 'create' : 'delete'}
            problem={problem}
          />
          {isRefused && (
            <>
              <Button size="sm" onPress={() => session.retryRecord(row.id)}>
                {tryAgainLabel(session.togetherWith(problem))}
              </Button>
              <Button size="sm" onPress={() => session.discardRecord(row.id)}>
                Discard
              </Button>
            </>
          )}
        </span>
      }
    >
      <ProblemText error={nameRule(told, table, values, true)} names={names} />
    </Banner>
  )
}

/** In the place of a record that is not here. */
export function RecordMissing({ missing }: { missing: Missing }) {
  const isNowhere = missing.code === 'not_found'
  return (
    <EmptyState title={isNowhere ? 'This record is not here' : 'This record could not be loaded'}>
      {isNowhere ? 'It was deleted, or you have no access to it.' : missing.message}
    </EmptyState>
  )
}

export function RecordSkeleton({ fields }: { fields: number }) {
  return (
    <div className="flex flex-col gap-5 pt-4" aria-busy="true">
      <Skeleton className="h-6 w-56" />
      {Array.from({ length: Math.min(fields, 8) }, (_, at) => (
        <div key={at} className="flex flex-col gap-2">
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-8 w-full" />
        </div>
      ))}
    </div>
  )
}
