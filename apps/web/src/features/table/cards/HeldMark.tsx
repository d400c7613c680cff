import type { HeldReason } from '@plinth/record-store'
import { CornerDownRight } from 'lucide-react'
import { heldWords } from '../grid/window-source.ts'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'

/** That a record stays where it is although it belongs elsewhere by now, and until when. */
export function HeldMark({ reason }: { reason: HeldReason | null }) {
  const { table } = useTable()
  const { config } = useView()
  if (reason === null) return null
  const first = table.fields.find(({ id }) => id === config.sorts[0]?.field)
  const words = heldWords(reason, first?.name ?? '')
  return (
    <span title={words} className="shrink-0 text-warn-text">
      <CornerDownRight aria-hidden className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
