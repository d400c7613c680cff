import type { Field } from '@plinth/domain'
import { EyeOff } from 'lucide-react'
import { useTable } from './table-context.ts'

/** Beside the name of a field that is kept from some people: from whom, for those who shape the base. */
export function HiddenMark({ field }: { field: Field }) {
  const { hiddenFrom } = useTable()
  const text = hiddenFrom(field)
  if (text === null) return null
  return (
    <span title={text} className="shrink-0 text-ink-muted">
      <EyeOff aria-hidden className="size-3.5" />
      <span className="sr-only">({text})</span>
    </span>
  )
}
