import type { Backend } from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toAppError, unwrap } from '../../lib/unwrap.ts'

/** As many as fit a few screens: a page is one short walk of an index, however large the table is. */
const rowsPerPage = 50

/** The records of a link, a page at a time. The marks of the pages that were passed lead back. */
export function useSharedRows(backend: Backend, token: string, pass: string | null) {
  const [marks, setMarks] = useState<readonly (string | null)[]>([null])
  const after = marks.at(-1) ?? null
  const query = useQuery({
    queryKey: ['shared', token, pass, 'rows', after],
    queryFn: () => unwrap(backend.shares.rows(token, pass, { after, take: rowsPerPage })),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const next = query.data?.next ?? null
  return {
    rows: query.data?.rows ?? null,
    error: query.error ? toAppError(query.error) : null,
    isLoading: query.isFetching,
    /** Number of the first record of the page, from 1. */
    first: (marks.length - 1) * rowsPerPage + 1,
    isFirst: marks.length === 1,
    isLast: next === null,
    goOn: () => next !== null && setMarks([...marks, next]),
    goBack: () => marks.length > 1 && setMarks(marks.slice(0, -1)),
    restart: () => {
      setMarks([null])
      void query.refetch()
    },
  }
}
