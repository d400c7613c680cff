/** Records that a condition on links compares with. */
import type { RecordId } from '@plinth/domain'
import { ChevronDown } from 'lucide-react'
import { NoteChip, RecordChip } from '../../../lib/records/RecordChip.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import type { ValueProps } from './ConditionValue.tsx'
import { LinkedRecords, useLinkedRecords } from './LinkedRecords.tsx'

export function LinkedValue({ field, condition, onChange }: ValueProps) {
  const { value } = condition
  const linked = useLinkedRecords(
    field,
    Array.isArray(value) ? (value as readonly string[] as readonly RecordId[]) : [],
  )
  const { chosen, named, button, isOpen, setOpen } = linked
  const missing = chosen.length - named.length
  const words = named.map(({ label }) => label).join(', ')
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={`Value of ${field.name}: ${words || 'nothing yet'}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
        className={cx(
          inputClass,
          'flex h-auto min-h-8 min-w-40 flex-1 cursor-default flex-wrap items-center gap-1 py-1 pr-2 text-left focus-visible:border-focus focus-visible:ring-focus',
        )}
      >
        {named.map(({ item, label }) => (
          <RecordChip key={item[0]}>{label}</RecordChip>
        ))}
        {missing > 0 && named.length > 0 && <NoteChip>{`${missing} not to be seen`}</NoteChip>}
        {chosen.length === 0 && <span className="text-ink-faint">Choose…</span>}
        <ChevronDown aria-hidden className="ml-auto size-4 shrink-0 text-ink-muted" />
      </button>
      <LinkedRecords
        label={field.name}
        linked={linked}
        onChange={(next) => onChange(next.length > 0 ? next : undefined)}
      />
    </>
  )
}
