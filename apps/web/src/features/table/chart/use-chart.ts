import {
  type AppError,
  type ChartData,
  type ChartRequest,
  type ChartShape,
  completeFilter,
  type Field,
  type FilterGroup,
  ok,
  type ViewConfig,
} from '@plinth/domain'
import type { Followed } from '@plinth/record-store'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTable } from '../table-context.ts'

/** Keys of a picture; a table has more. */
const mostBars = 24
const mostSlices = 8
const mostPoints = 500
const mostRows = 1000

interface Known {
  readonly asked: string
  readonly shape: ChartShape<Field>
  readonly data: ChartData | null
  readonly error: AppError | null
}

export interface LiveChart {
  readonly data: ChartData | null
  /** What the data is of: the shape that is asked for, or, until its figures are here, the one before. */
  readonly shape: ChartShape<Field>
  readonly error: AppError | null
  /** Is it being asked for anew, while what is here is from before? */
  readonly isOld: boolean
  retry(): void
}

/** Both conditions; each may be none. */
export function bothFilters(a: FilterGroup | null, b: FilterGroup | null): FilterGroup | null {
  const parts = [completeFilter(a), completeFilter(b)].filter((one) => one !== null)
  return parts.length > 1 ? { join: 'and', items: parts } : (parts[0] ?? null)
}

function mostKeys({ type, byUnit, order }: ChartShape<Field>, isTable: boolean): number {
  if (isTable) return mostRows
  if (type === 'pie') return mostSlices
  return byUnit !== null && order === 'key' ? mostPoints : mostBars
}

export function chartRequest(
  table: ChartRequest['query']['table'],
  shape: ChartShape<Field>,
  { filter, search }: { filter: ViewConfig['filter']; search: string },
  isTable: boolean,
): ChartRequest {
  const { by, split, figure, of, order } = shape
  const direction = order === 'figure' ? 'desc' : 'asc'
  const groups = [
    ...(by ? [{ field: by.id, direction } as const] : []),
    ...(split ? [{ field: split.id, direction: 'asc' } as const] : []),
  ]
  const units = [...(by ? [shape.byUnit] : []), ...(split ? [shape.splitUnit] : [])]
  return {
    query: {
      table,
      sorts: [],
      ...(filter ? { filter } : {}),
      ...(search ? { search } : {}),
      ...(groups.length > 0 ? { groups } : {}),
    },
    chart: {
      figure,
      field: of?.id ?? null,
      units,
      by: order,
      take: mostKeys(shape, isTable),
      totals: true,
    },
  }
}

/** The figures of a chart, kept true while records change. */
export function useChart(request: ChartRequest, shape: ChartShape<Field>): LiveChart {
  const { backend, session } = useTable()
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
    followed.current = session.follow(
      async (signal) => {
        const answer = await backend.rows.chart(JSON.parse(asked) as ChartRequest, signal)
        if (!answer.ok) return answer
        if (!signal.aborted) note({ data: answer.value })
        return ok(answer.value.atSeq)
      },
      (error) => note({ error }),
    )
    return () => followed.current?.close()
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
