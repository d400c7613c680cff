import type { Field } from '@plinth/domain'

/** Behind the name of a field that needs a value. */
export function RequiredMark({ field }: { field: Pick<Field, 'rules'> }) {
  if (!field.rules?.required) return null
  return (
    <span className="-ml-0.5 shrink-0 text-danger-text" title="Required">
      <span aria-hidden>*</span>
      <span className="sr-only">, required</span>
    </span>
  )
}
