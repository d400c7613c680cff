/** The records before and behind one in the view that is open. */
import type { Backend, RecordId } from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../lib/unwrap.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'
import { useSnapshot } from '../use-table-session.ts'
import { findNeighbour, type Way } from './find-neighbour.ts'

export interface Neighbours {
  /** Where it stands, such as "3 of 120"; empty where that is not known. */
  readonly place: string
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Goes to the next record, or to the one before; says where there is none. */
  step(way: Way): void
}

const endTexts: Record<Way, string> = {
  '-1': 'This is the first record of the view.',
  1: 'This is the last record of the view.',
}

export function useNeighbours(id: RecordId, rows: RowWindow): Neighbours {
  const { backend, openRecord } = useTable()
  const { rowCount, isExact, indexOf, idAt } = useSnapshot(rows)
  const loaded = indexOf(id)
  const asked = useIndex(backend, id, rows, loaded === null)
  const index = loaded ?? asked
  const step = async (way: Way) => {
    const near = loaded === null ? null : idAt(loaded + way)
    const found = near ?? (await findNeighbour(backend.rows, rows.query, id, way))
    if (found !== null && found !== 'outside') openRecord(found)
    else toast.info(found === null ? endTexts[way] : 'This record is not in the view.', { id: 'record-end' })
  }
  return {
    place:
      index === null
        ? ''
        : `${(index + 1).toLocaleString()} of ${isExact ? '' : 'about '}${rowCount.toLocaleString()}`,
    isFirst: index === 0,
    isLast: index !== null && isExact && index + 1 >= rowCount,
    step: (way) => void step(way),
  }
}

/** The place of a record that no loaded row tells; asked once for each record. */
function useIndex(backend: Backend, record: RecordId, rows: RowWindow, isAsked: boolean): number | null {
  const { query } = rows
  const { data } = useQuery({
    queryKey: ['place', query, record],
    queryFn: () => unwrap(backend.rows.rank({ query, record, near: null })),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  })
  return isAsked ? (data?.index ?? null) : null
}
