import type { Field } from '@plinth/domain'
import { Clock4, Combine, PencilOff, Search, SquareFunction, Tally5 } from 'lucide-react'
import { onReadText } from '../../lib/on-read-words.ts'
import { kindOf, readBy } from '../../lib/rollup-kind.ts'
import { useTable } from './table-context.ts'

const linked = 'Computed from linked records'
const rollupMarks = {
  lookup: [Search, linked, '(lookup)'],
  rollup: [Combine, linked, '(rollup)'],
  count: [Tally5, linked, '(count)'],
} as const

/** Beside the name of a field that one may read, but not change: nobody may where it is computed. */
export function ReadOnlyMark({ field }: { field: Field }) {
  const { table, tables } = useTable()
  const { access, formula, rollup, onRead } = field
  if (access !== 'read') return null
  const [Icon, title, words] = onRead
    ? ([
        Clock4,
        `Computed when it is read: ${onReadText(field, table)}`,
        '(computed when it is read)',
      ] as const)
    : rollup
      ? rollupMarks[kindOf(rollup, readBy(rollup, table, tables))]
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
