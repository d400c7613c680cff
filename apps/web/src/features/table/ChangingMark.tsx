import type { Field } from '@plinth/domain'
import { Replace } from 'lucide-react'

/** Beside the name of a field whose type is being changed: until that is done, nobody edits it. */
export function ChangingMark({ field: { changing } }: { field: Field }) {
  if (!changing) return null
  return (
    <span
      title="The type of this field is being changed. Until that is done, nobody can edit it."
      className="flex min-w-0 shrink items-center gap-1 text-xs font-normal text-warn-text"
    >
      <Replace aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">Changing type…</span>
    </span>
  )
}
