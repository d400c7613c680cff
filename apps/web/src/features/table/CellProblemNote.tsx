import { type CellValue, type Field, fieldTypes } from '@plinth/domain'
import type { CellProblem, RowView } from '@plinth/record-store'
import type { RefObject } from 'react'
import { Button } from '../../ui/Button.tsx'
import { FloatingSurface } from '../../ui/Popover.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useTable } from './table-context.ts'

/** Why a cell does not hold what was typed, and what can be done: below the cell, without taking the focus. */
export function CellProblemNote({
  id,
  anchor,
  row,
  field,
  problem,
}: {
  id: string
  anchor: RefObject<HTMLElement | null>
  row: RowView
  field: Field
  problem: CellProblem
}) {
  const { session, values } = useTable()
  const attempted = problemText(field, problem.attempted, values)
  const copy = async () => {
    await navigator.clipboard.writeText(attempted)
    toast.success('Copied your value')
  }
  const canRetry = fieldTypes[field.type].validate(problem.attempted, field).ok
  return (
    <FloatingSurface
      isNonModal
      isOpen
      triggerRef={anchor}
      placement="bottom start"
      className="max-w-80 p-2.5"
    >
      <section aria-label={`Not stored: ${field.name}`}>
        <div id={id} className="flex flex-col gap-2 text-sm">
          <p className="text-danger-text">
            {problem.error.message} {problem.error.hint}
          </p>
          {attempted !== '' && (
            <p className="line-clamp-3 text-xs text-ink-muted">
              You typed: <span className="text-ink">{attempted}</span>
            </p>
          )}
          <div className="flex flex-wrap gap-1.5">
            {canRetry && (
              <Button size="sm" onPress={() => session.retryCell(row.id, field.id)}>
                {problem.error.code === 'conflict' ? 'Use my value' : 'Try again'}
              </Button>
            )}
            {attempted !== '' && (
              <Button size="sm" variant="ghost" onPress={() => void copy()}>
                Copy my value
              </Button>
            )}
            <Button size="sm" variant="ghost" onPress={() => session.dismissCell(row.id, field.id)}>
              Dismiss
            </Button>
          </div>
        </div>
      </section>
    </FloatingSurface>
  )
}

/** What was typed, as text: it may be no value of its field. */
export function problemText(
  field: Field,
  attempted: CellValue,
  values: { locale: string; timeZone: string },
): string {
  const type = fieldTypes[field.type]
  if (typeof attempted === 'string' && !type.validate(attempted, field).ok) return attempted
  return type.editText(attempted, field, values)
}
