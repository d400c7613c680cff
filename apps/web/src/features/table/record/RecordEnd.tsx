import type { RowView } from '@plinth/record-store'
import { RecordComments } from './RecordComments.tsx'
import { RecordFoot } from './RecordFoot.tsx'

/** Behind the fields of a record: what people say of it, and who made and changed it. */
export default function RecordEnd({ row }: { row: RowView }) {
  // A record that is not stored yet has nothing of this.
  if (row.state === 'refused' || row.ver === 0) return null
  return (
    <div className="mt-9 flex flex-col gap-8">
      <RecordComments key={row.id} record={row.id} />
      <RecordFoot row={row} />
    </div>
  )
}
