import {
  type AppError,
  type ChartData,
  type ChartRequest,
  type ChartShape,
  type Field,
  ok,
} from '@plinth/domain'
import type { Followed, TableSession } from '@plinth/record-store'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KnownChart } from '../../../lib/chart/ChartFrame.tsx'
import { useTable } from '../table-context.ts'

interface Known {
  readonly asked: string
  readonly shape: ChartShape<Field>
  readonly data: ChartData | null
  readonly error: AppError | null
}

/** The figures of a chart of a session's table, kept true while records change there; null: it is not open yet. */
export function useChart(
  session: TableSession | null,
  request: ChartRequest,
  shape: ChartShape<Field>,
): KnownChart {
  const { backend } = useTable()
  const asked = JSON.stringify(request)
  const [known, setKnown] = useState<Known>()
  const followed = useRef<Followed | null>(null)
  useEffect(() => {
    const note = (told: Pick<Known, 'data'> | Pick<Known, 'error'>) =>
      setKnown((before) => ({
        data: before?.asked === asked ? before.data : null,
        error: null,
        ...told,
        asked,
        shape,
      }))
    if (!session) return
    const follow = session.follow(
      async (signal) => {
        const answer = await backend.rows.chart(JSON.parse(asked) as ChartRequest, signal)
        if (!answer.ok) return answer
        if (!signal.aborted) note({ data: answer.value })
        return ok(answer.value.atSeq)
      },
      (error) => note({ error }),
    )
    followed.current = follow
    return () => follow.close()
  }, [backend, session, asked, shape])
  return useMemo(
    () => ({
      data: known?.data ?? null,
      shape: known && known.asked !== asked ? known.shape : shape,
      error: known?.asked === asked ? known.error : null,
      isOld: known?.asked !== asked,
      retry: () => followed.current?.again(),
    }),
    [known, asked, shape],
  )
}
