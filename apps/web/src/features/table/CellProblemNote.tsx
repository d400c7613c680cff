import { type CellValue, type Field, fieldTypes, ruleProblem, type ValueContext } from '@plinth/domain'
import type { CellProblem, RowView } from '@plinth/record-store'
import { copyText } from '../../lib/copy-text.ts'
import { refusedWith } from '../../lib/rules/broken-rule.ts'
import { WhyButton } from '../../lib/why.tsx'
import { Button } from '../../ui/Button.tsx'
import { type RowOf, tryAgainLabel, useOtherNamed } from './in-the-way.ts'
import { useToldCondition } from './links/told-condition.ts'
import { type NotePlace, ProblemNote } from './ProblemNote.tsx'
import { useTable } from './table-context.ts'

/** Why a cell does not hold what was typed. */
export function CellProblemNote({
  row,
  field,
  problem,
  rowOf,
  ...place
}: NotePlace & {
  row: RowView
  field: Field
  problem: CellProblem
  rowOf: RowOf
}) {
  const { session, table, values } = useTable()
  const attempted = problemText(field, problem.attempted, values)
  // What breaks a rule of its field would be refused again, unless the rule has changed.
  const canRetry =
    fieldTypes[field.type].validate(problem.attempted, field).ok &&
    ruleProblem(field, problem.attempted, values) === null
  return (
    <ProblemNote
      {...place}
      what={field.name}
      lead={refusedWith(field.id, row.problems, table)}
      error={useOtherNamed(useToldCondition(problem.error), rowOf)}
      actions={
        <>
          {canRetry && (
            <Button size="sm" onPress={() => session.retryCell(row.id, field.id)}>
              {problem.error.code === 'conflict'
                ? 'Use my value'
                : tryAgainLabel(session.togetherWith(problem.error))}
            </Button>
          )}
          {attempted !== '' && (
            <Button size="sm" variant="ghost" onPress={() => void copyText(attempted)}>
              Copy my value
            </Button>
          )}
          <WhyButton table={table.id} record={row.id} action="update" problem={problem.error} />
          <Button size="sm" variant="ghost" onPress={() => session.dismissCell(row.id, field.id)}>
            Dismiss
          </Button>
        </>
      }
    >
      {attempted !== '' && (
        <p className="line-clamp-3 text-xs text-ink-muted">
          {field.type === 'link' ? 'You chose' : 'You typed'}: <span className="text-ink">{attempted}</span>
        </p>
      )}
    </ProblemNote>
  )
}

/** What was typed, as text: it may be no value of its field. */
export function problemText(field: Field, attempted: CellValue, values: ValueContext): string {
  const type = fieldTypes[field.type]
  if (typeof attempted === 'string' && !type.validate(attempted, field).ok) return attempted
  return type.editText(attempted, field, values)
}
