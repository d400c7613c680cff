import type { AboutRecord, UserId } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { unwrap } from '../../../lib/unwrap.ts'
import { createdText } from '../record-created.ts'
import { useTable } from '../table-context.ts'
import { usePeople } from './use-people.ts'

/** Who made a record and who changed it last, and when; asked again with each version. */
export function useAbout({ id, ver }: Pick<RowView, 'id' | 'ver'>): AboutRecord | null {
  const { backend, base, table } = useTable()
  const { data } = useQuery({
    queryKey: ['base', base, 'about', id, ver],
    queryFn: () => unwrap(backend.records.about(table.id, id)),
    placeholderData: keepPreviousData,
  })
  return data ?? null
}

export function RecordFoot({ row }: { row: RowView }) {
  const about = useAbout(row)
  return (
    <footer className="min-h-12 border-t border-line pt-3 text-xs leading-5 text-ink-muted">
      {about && (
        <>
          <Moment what="Created" at={about.createdAt} by={about.createdBy} />
          {row.ver > 1 && <Moment what="Changed" at={about.changedAt} by={about.changedBy} />}
        </>
      )}
    </footer>
  )
}

export function Moment({ what, at, by }: { what: string; at: string; by: UserId | null }) {
  const { values } = useTable()
  const { nameOf } = usePeople()
  const name = by === null ? '' : nameOf(by)
  return (
    <p>
      {what} {name !== '' && <>by {name} · </>}
      <time dateTime={at}>{createdText(new Date(at), values)}</time>
    </p>
  )
}
