/** Records that a condition on links compares with. */
import type { RecordId } from '@plinth/domain'
import { ChevronDown } from 'lucide-react'
import { useRef, useState } from 'react'
import { NoteChip, RecordChip } from '../../../lib/records/RecordChip.tsx'
import { cx } from '../../../ui/cx.ts'
import { inputClass } from '../../../ui/Field.tsx'
import { Popover } from '../../../ui/Popover.tsx'
import { useNamedRecords } from '../links/use-found-records.ts'
import { useTable } from '../table-context.ts'
import { ConditionPicker } from './ConditionPicker.tsx'
import type { ValueProps } from './ConditionValue.tsx'

export function LinkedValue({ field, condition, onChange }: ValueProps) {
  const target = useTable().tableOf(field.options.target!)
  const { value } = condition
  const chosen = Array.isArray(value) ? (value as readonly string[] as readonly RecordId[]) : []
  const { choices: named } = useNamedRecords(target, chosen)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const missing = chosen.length - named.length
  const words = named.map(({ label }) => label).join(', ')
  const toggle = (id: RecordId) => {
    const next = chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
    onChange(next.length > 0 ? next : undefined)
  }
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
      <Popover
        label={field.name}
        triggerRef={button}
        isOpen={isOpen}
        placement="bottom start"
        className="w-80 max-w-[calc(100vw-1rem)]"
        onOpenChange={setOpen}
      >
        {target ? (
          <ConditionPicker target={target} chosen={chosen} named={named} onToggle={toggle} />
        ) : (
          <p className="p-3 text-sm text-ink-muted">You may not read the records that this field links.</p>
        )}
      </Popover>
    </>
  )
}
