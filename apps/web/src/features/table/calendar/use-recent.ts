/** Records that were moved a moment ago: they are shown where they were put until the windows have been read again. */
import type { FieldId, RecordId } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useCallback, useEffect, useRef, useState } from 'react'

/** So long after a change is stored. */
const shownMs = 4_000

export function useRecent(session: TableSession, fields: readonly FieldId[]) {
  const [list, setList] = useState<readonly RecordId[]>([])
  const timers = useRef(new Set<number>())
  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all) window.clearTimeout(timer)
      all.clear()
    }
  }, [])
  const note = useCallback(
    (id: RecordId) => {
      const look = () => {
        const pending = session.store.get(id)?.pending
        if (pending && fields.some((field) => pending.has(field))) return wait()
        setList((now) => now.filter((one) => one !== id))
      }
      const wait = () => {
        const timer = window.setTimeout(() => {
          timers.current.delete(timer)
          look()
        }, shownMs)
        timers.current.add(timer)
      }
      setList((now) => (now.includes(id) ? now : [...now, id]))
      wait()
    },
    [session, fields],
  )
  return { list, note }
}
