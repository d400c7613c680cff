import { type AppError, type CellValue, type FieldTypeName, fieldTypes, isNumeric } from '@plinth/domain'
import { ExternalLink, type LucideIcon, Mail, Phone, TriangleAlert } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { describeError } from '../../../lib/describe-error.ts'
import { addressOf } from '../../../lib/field-address.ts'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { hasManyLines } from '../editor.ts'
import { MentionArea } from '../mentions/MentionArea.tsx'
import { saveText } from '../save-cell.ts'
import { useTable } from '../table-context.ts'
import { useLeaving } from '../use-leaving.ts'
import type { RecordFieldProps } from './RecordField.tsx'

interface TypedValueProps extends RecordFieldProps {
  labelId: string
  onEnter?: () => void
  /** Nothing is left to be written: it was stored or dropped by a key, or one went elsewhere. */
  onDone?: (how: 'by key' | 'elsewhere') => void
}

/** A value that is typed: stored when it is left, or by Enter. */
export function TypedValue({ row, field, labelId, onEnter, onDone }: TypedValueProps) {
  const draft = useFieldDraft({ row, field })
  const { error } = draft
  const errorId = useId()
  const value = row.values[field.id] ?? null
  const type = fieldTypes[field.type]
  const isLong = hasManyLines(field, draft.seen)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && (draft.isBegun || (onDone && value !== null))) {
      event.stopPropagation()
      // What takes long to write is not lost by one key: undo takes it back.
      if (onDone) return void (draft.save() && onDone('by key'))
      draft.drop()
    } else if (event.key === 'Enter' && (!isLong || event.metaKey || event.ctrlKey)) {
      if (draft.save()) onDone?.('by key')
    }
  }
  const shared = {
    value: draft.shown,
    'aria-labelledby': labelId,
    'aria-invalid': error !== null || row.problems.has(field.id),
    'aria-describedby': error ? errorId : undefined,
    onFocus() {
      draft.enter()
      onEnter?.()
    },
    onBlur() {
      if (draft.leave()) onDone?.('elsewhere')
    },
    onKeyDown,
  }
  const onChange = (event: { target: { value: string } }) => draft.type(event.target.value)
  return (
    <>
      {isLong ? (
        field.type === 'long_text' ? (
          <MentionArea {...shared} rows={3} className={cx(inputClass, longClass)} onText={draft.type} />
        ) : (
          <textarea {...shared} rows={3} className={cx(inputClass, longClass)} onChange={onChange} />
        )
      ) : (
        <span className="flex items-center gap-1">
          <input
            {...shared}
            onChange={onChange}
            className={cx(inputClass, type.align === 'end' && 'tabular')}
          />
          <ValueLink type={field.type} value={value} />
        </span>
      )}
      {error && (
        <p id={errorId} role="alert" className="flex gap-1.5 text-xs text-danger-text">
          <TriangleAlert aria-hidden className="mt-px size-3.5 shrink-0" />
          {describeError(error).text}
        </p>
      )}
    </>
  )
}

const ways: { readonly [type in FieldTypeName]?: { readonly Icon: LucideIcon; readonly does: string } } = {
  url: { Icon: ExternalLink, does: 'Open' },
  email: { Icon: Mail, does: 'Write to' },
  phone: { Icon: Phone, does: 'Call' },
}

/** Where a value leads: to a page, a new message, a call. */
function ValueLink({ type, value }: { type: FieldTypeName; value: CellValue }) {
  const way = ways[type]
  const address = addressOf({ type }, value)
  if (!way || address === null) return null
  const { Icon, does } = way
  return (
    <a
      href={address}
      {...(type === 'url' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      aria-label={`${does} ${String(value)}`}
      className="grid size-8 shrink-0 place-items-center rounded-control text-ink-muted outline-none hover:bg-hover focus-visible:ring-focus coarse:size-11"
    >
      <Icon aria-hidden className="size-4" />
    </a>
  )
}

const longClass =
  'block field-sizing-content scroll-thin h-auto max-h-[60vh] min-h-20 resize-y py-1.5 text-base coarse:h-auto'

/**
 * What is typed into a field that stays open. It rests on what stood there when the person began: what somebody else has
 * changed since is a conflict. Until they begin, the field shows what is stored.
 */
function useFieldDraft({ row, field }: RecordFieldProps) {
  const { session, values } = useTable()
  const [draft, setDraft] = useState<{ text: string; seen: CellValue } | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const [isInside, setInside] = useState(false)
  const value = row.values[field.id] ?? null
  const type = fieldTypes[field.type]
  const text = draft?.text ?? type.editText(value, field, values)
  // Until one goes there to write, a sum of money reads as one.
  const isRead = isNumeric(field.type) && !isInside && draft === null
  const seen = draft ? draft.seen : value
  const store = () => (draft ? saveText(session, row, field, draft.text, { values, seen }) : null)
  useLeaving(() => {
    const refusal = store()
    if (draft && refusal) session.refuse(row.id, field.id, { error: refusal, attempted: draft.text })
  })
  const save = () => {
    const refusal = store()
    setError(refusal)
    if (!refusal) setDraft(null)
    return !refusal
  }
  return {
    shown: isRead ? type.formatText(value, field, values) : text,
    seen,
    error,
    isBegun: draft !== null,
    type(text: string) {
      setDraft({ text, seen })
      setError(null)
    },
    /** Answers whether nothing is left to be stored. */
    save,
    enter: () => setInside(true),
    leave() {
      setInside(false)
      return save()
    },
    drop() {
      setDraft(null)
      setError(null)
    },
  }
}
