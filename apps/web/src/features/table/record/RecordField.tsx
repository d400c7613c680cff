import { type Field, fieldTypes, filesIn } from '@plinth/domain'
import type { CellProblem, RowView } from '@plinth/record-store'
import { type ComponentType, lazy, Suspense, useId, useRef, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { describeError } from '../../../lib/describe-error.ts'
import { nameRule, refusedWith } from '../../../lib/rules/broken-rule.ts'
import { Button } from '../../../ui/Button.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { AttachmentList } from '../attachments/AttachmentList.tsx'
import { archiveName } from '../attachments/archive-name.ts'
import { CellContent } from '../CellContent.tsx'
import { CellEditor } from '../CellEditor.tsx'
import { problemText } from '../CellProblemNote.tsx'
import { ChangingMark } from '../ChangingMark.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { HiddenMark } from '../HiddenMark.tsx'
import { tryAgainLabel, useOtherNamed } from '../in-the-way.ts'
import type { LinkFieldProps } from '../links/LinkField.tsx'
import { useToldCondition } from '../links/told-condition.ts'
import { LongTextField } from '../markdown/LongTextField.tsx'
import { ReadText } from '../markdown/ReadText.tsx'
import { ReadOnlyMark } from '../ReadOnlyMark.tsx'
import { RequiredMark } from '../RequiredMark.tsx'
import { saveChoice } from '../save-cell.ts'
import { useTable } from '../table-context.ts'
import { RatingValue } from './RatingValue.tsx'
import { TypedValue } from './TypedValue.tsx'

/** Loads the expression language. */
const EmptyComputed = lazy(() => import('./EmptyComputed.tsx'))
const JsonField = lazy(() => import('../documents/JsonField.tsx'))

export interface RecordFieldProps {
  row: RowView
  field: Field
}

/** One field of a record with its editor, its name above. `Links` shows linked records. */
export function RecordField({
  row,
  field,
  Links,
}: RecordFieldProps & { Links: ComponentType<LinkFieldProps> }) {
  const labelId = useId()
  const problem = row.problems.get(field.id)
  return (
    <div className="flex flex-col gap-1">
      <span id={labelId} className="flex items-center gap-1.5 text-xs font-medium text-ink-muted">
        <FieldIcon type={field.type} />
        {field.name}
        <ChangingMark field={field} />
        <ReadOnlyMark field={field} />
        <HiddenMark field={field} />
        <RequiredMark field={field} />
        {row.pending.has(field.id) && (
          <span className="font-normal opacity-100 transition-opacity delay-700 starting:opacity-0">
            · not stored yet
          </span>
        )}
      </span>
      <FieldControl row={row} field={field} labelId={labelId} Links={Links} />
      {problem && <FieldProblem row={row} field={field} problem={problem} />}
    </div>
  )
}

interface FieldControlProps extends RecordFieldProps {
  labelId: string
  Links: ComponentType<LinkFieldProps>
}

function FieldControl({ Links, ...props }: FieldControlProps) {
  const { row, field, labelId } = props
  const { isFixed, backend, session, table, values } = useTable()
  const isReadOnly = isFixed(row, field)
  const value = row.values[field.id] ?? null
  if (field.type === 'attachment') {
    return (
      <AttachmentList
        backend={backend}
        cell={{ table: table.id, record: row.id, field: field.id }}
        title={archiveName(row, field, table, values)}
        value={filesIn(value)}
        isReadOnly={isReadOnly || row.state !== 'saved'}
        onChanged={() => session.fetch([row.id])}
      />
    )
  }
  if (field.type === 'link') return <Links {...props} isReadOnly={isReadOnly} />
  if (isReadOnly) return <ReadOnlyValue row={row} field={field} />
  switch (field.type) {
    case 'checkbox':
      return (
        <Checkbox
          aria-labelledby={labelId}
          isSelected={value === true}
          onChange={(isChecked) => saveChoice(session, row, field, isChecked, { values })}
          className="min-h-8 self-start coarse:min-w-11"
        />
      )
    case 'single_select':
    case 'multi_select':
    case 'status':
    case 'person':
    case 'date':
    case 'datetime':
      return <PickedValue {...props} />
    case 'rating':
      return <RatingValue {...props} />
    case 'long_text':
      return <LongTextField {...props} />
    case 'json':
      return (
        <Suspense fallback={null}>
          <JsonField {...props} />
        </Suspense>
      )
    default:
      return <TypedValue {...props} />
  }
}

function ReadOnlyValue({ row, field }: RecordFieldProps) {
  const { values } = useTable()
  const value = row.values[field.id] ?? null
  const type = fieldTypes[field.type]
  const isEmpty = type.isEmpty(value) && field.type !== 'checkbox'
  if (isEmpty && (field.formula || field.rollup)) {
    return (
      <Suspense fallback={<Empty />}>
        <EmptyComputed row={row} field={field} />
      </Suspense>
    )
  }
  if (isEmpty) return <Empty />
  if (field.rollup && field.type === 'long_text') {
    return (
      <p className="min-h-6 text-sm whitespace-pre-wrap break-words">
        {type.formatText(value, field, values)}
      </p>
    )
  }
  if (field.type === 'long_text') {
    return <ReadText text={String(value)} label={field.name} />
  }
  return (
    <div className="flex min-h-6 items-center text-sm break-words">
      <CellContent record={row.id} field={field} value={value} wraps linkTabIndex={0} />
    </div>
  )
}

const Empty = () => <p className="text-sm text-ink-faint">Empty</p>

/** A value that is chosen: pressing it opens the editor below. */
function PickedValue({ row, field, labelId }: RecordFieldProps & { labelId: string }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const valueId = useId()
  const value = row.values[field.id] ?? null
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-labelledby={`${labelId} ${valueId}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={cx(
          inputClass,
          'flex h-auto min-h-8 cursor-default items-center bg-surface! text-left focus-visible:ring-focus',
        )}
      >
        <span id={valueId} className="flex min-w-0">
          {value === null ? (
            <span className="text-ink-faint">Empty</span>
          ) : (
            <CellContent record={row.id} field={field} value={value} wraps />
          )}
        </span>
      </button>
      {isOpen && (
        <CellEditor
          row={row}
          field={field}
          initialText={null}
          anchor={button}
          onClose={() => {
            setOpen(false)
            button.current?.focus()
          }}
        />
      )}
    </>
  )
}

function FieldProblem({ row, field, problem }: RecordFieldProps & { problem: CellProblem }) {
  const { session, table, values, names } = useTable()
  const told = useOtherNamed(useToldCondition(problem.error))
  const attempted = problemText(field, problem.attempted, values)
  const lead = refusedWith(field.id, row.problems, table)
  return (
    <div
      role="alert"
      className="flex flex-col gap-1.5 rounded-control border border-danger-line bg-danger-tint p-2 text-xs text-danger-text"
    >
      <p>
        {lead && `${lead} `}
        {describeError(nameRule(told, table, values), names).text}{' '}
        {attempted !== '' && (
          <>
            {field.type === 'link' ? 'You chose' : 'You typed'}: “{attempted}”.
          </>
        )}
      </p>
      <div className="flex flex-wrap gap-1.5">
        {fieldTypes[field.type].validate(problem.attempted, field).ok && (
          <Button size="sm" onPress={() => session.retryCell(row.id, field.id)}>
            {problem.error.code === 'conflict'
              ? 'Use my value'
              : tryAgainLabel(session.togetherWith(problem.error))}
          </Button>
        )}
        <Button size="sm" onPress={() => void copyText(attempted)}>
          Copy my value
        </Button>
        <Button size="sm" onPress={() => session.dismissCell(row.id, field.id)}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
