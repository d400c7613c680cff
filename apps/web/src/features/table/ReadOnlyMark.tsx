import type { Field } from '@plinth/domain'
import { Combine, PencilOff, SquareFunction } from 'lucide-react'

/** Beside the name of a field that one may read, but not change: nobody may where it is computed. */
export function ReadOnlyMark({ field: { access, formula, rollup } }: { field: Field }) {
  if (access !== 'read') return null
  const [Icon, title, words] = rollup
    ? ([Combine, 'Computed from linked records', '(rollup)'] as const)
    : formula
      ? ([SquareFunction, 'Computed by a formula', '(formula)'] as const)
      : ([PencilOff, 'You can read this field, but not change it', '(read only)'] as const)
  return (
    <span title={title} className="shrink-0 text-ink-muted">
      <Icon aria-hidden className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  )
}
