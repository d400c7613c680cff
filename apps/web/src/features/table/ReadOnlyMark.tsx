import { PencilOff } from 'lucide-react'

/** Beside the name of a field that one may read, but not change. */
export function ReadOnlyMark() {
  return (
    <span title="You can read this field, but not change it" className="shrink-0 text-ink-muted">
      <PencilOff aria-hidden className="size-3.5" />
      <span className="sr-only">(read only)</span>
    </span>
  )
}
