/** What becomes of records that leave the screen, said in passing. */
import { type AppError, type RecordId } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useEffect } from 'react'
import { describeError } from '../../lib/describe-error.ts'
import { toast } from '../../ui/Toast.tsx'
import { deletedToast } from './DeleteRecordsDialog.tsx'
import { recordName } from './record-name.ts'
import type { TableScope } from './table-context.ts'

/** Says where a record has gone when it leaves the screen for its place in the order. `isListed`: records stand one below the other. */
export function useMovedNotice(session: TableSession, isListed: boolean, open: (id: RecordId) => void): void {
  useEffect(() => {
    if (!isListed) return undefined
    return session.onMoved((id) => {
      toast.info('The record moved to its place in the order', {
        id: 'moved',
        action: { label: 'Show', onAction: () => open(id) },
      })
    })
  }, [session, isListed, open])
}

/** Says that what an earlier page could not store is here again, and where. */
export function useRecalledNotice(session: TableSession, open: (id: RecordId) => void): void {
  useEffect(
    () =>
      session.onRecalled((ids) => {
        const [first] = ids
        if (first === undefined) return
        const where = ids.length === 1 ? 'One record' : `${ids.length.toLocaleString()} records`
        toast.info('Some of what you entered is not stored', {
          id: 'recalled',
          description: `${where} of this table could not take it. It stands there in red until you decide.`,
          action: { label: 'Show', onAction: () => open(first) },
        })
      }),
    [session, open],
  )
}

/** Answers that come within this time are told together. */
const togetherMs = 200

/** Says that records were not deleted after all, and why. */
export function useUndeletedNotice(
  session: TableSession,
  { names, tables }: Pick<TableScope, 'names' | 'tables'>,
  open: (id: RecordId) => void,
): void {
  useEffect(() => {
    const known = { ...names, tables: new Map(tables.map(({ id, name }) => [id, name])) }
    let refused: (readonly [RecordId, AppError])[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      const [first] = refused
      if (!first) return
      const [id, error] = first
      const what = refused.length === 1 ? 'The record is' : `${refused.length.toLocaleString()} records are`
      refused = []
      toast.error(`${what} not deleted`, {
        id: deletedToast,
        description: describeError(error, known).text,
        action: { label: 'Show', onAction: () => open(id) },
      })
    }
    const stop = session.onUndeleted((id, error) => {
      refused.push([id, error])
      clearTimeout(timer)
      timer = setTimeout(tell, togetherMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [session, names, tables, open])
}

/** Says that one's own change took a record out of sight, and why such a change stays as it is. */
export function useHandOverNotices(
  session: TableSession,
  { table, values }: Pick<TableScope, 'table' | 'values'>,
  onGone: (ids: readonly RecordId[]) => void,
): void {
  useEffect(() => {
    const stops = [
      session.onHandedOver((id) => {
        const name = recordName(session.store.get(id), table.fields, values)
        toast.success(name ? `“${name}” is handed over` : 'The record is handed over', {
          description: 'It is with others now, and out of your sight. You cannot take this back.',
        })
        onGone([id])
      }),
      session.onUndoRefused(() => {
        toast.info('This step cannot be undone', {
          description: 'A record of it was handed over and is out of your sight. Ask somebody who sees it.',
        })
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [session, table, values, onGone])
}
