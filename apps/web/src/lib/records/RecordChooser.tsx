import type { RecordId, Table, ValueContext, ViewQuery } from '@plinth/domain'
import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { inputClass } from '../../ui/Field.tsx'
import { Popover } from '../../ui/Popover.tsx'
import { NoteChip, RecordChip } from './RecordChip.tsx'
import { RecordPicker } from './RecordPicker.tsx'
import { useFoundRecords, useNamedRecords } from './use-records.ts'

export interface RecordChooserProps {
  readonly label: string
  readonly table: Table
  readonly chosen: readonly RecordId[]
  readonly isMany: boolean
  readonly values: ValueContext
  /** Those alone are offered that may be linked so. */
  readonly linkable?: ViewQuery['linkable']
  readonly onChange: (chosen: readonly RecordId[]) => void
  readonly errorMessage?: string | undefined
}

/** Records of any table, chosen where no table is open. */
export function RecordChooser(props: RecordChooserProps) {
  const { label, table, chosen, isMany, values, onChange, errorMessage } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { choices: named, isThere } = useNamedRecords(table, chosen, { values })
  const missing = isThere ? chosen.length - named.length : 0
  const choose = (record: RecordId) => {
    if (!isMany) {
      setOpen(false)
      return onChange(chosen.includes(record) ? [] : [record])
    }
    onChange(chosen.includes(record) ? chosen.filter((one) => one !== record) : [...chosen, record])
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5" {...(errorMessage ? { 'data-problem': true } : {})}>
      <span className="text-sm font-medium">{label}</span>
      <button
        ref={button}
        type="button"
        aria-label={`${label}: ${named.map((one) => one.label).join(', ') || 'nothing yet'}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-describedby={`${id}-error`}
        onClick={() => setOpen(true)}
        className={cx(
          inputClass,
          'flex h-auto min-h-8 cursor-default flex-wrap items-center gap-1 bg-surface! py-1 pr-2 text-left focus-visible:border-focus focus-visible:ring-focus coarse:h-auto coarse:min-h-11',
        )}
      >
        {named.map((one) => (
          <RecordChip key={one.item[0]}>{one.label}</RecordChip>
        ))}
        {missing > 0 && <NoteChip>{`${missing} not to be seen`}</NoteChip>}
        {chosen.length === 0 && <span className="text-ink-faint">Choose…</span>}
        <ChevronDown aria-hidden className="ml-auto size-4 shrink-0 text-ink-muted" />
      </button>
      <p id={`${id}-error`} className="text-xs text-danger-text empty:hidden">
        {errorMessage}
      </p>
      <Popover
        label={label}
        triggerRef={button}
        isOpen={isOpen}
        placement="bottom start"
        className="scroll-thin w-80 max-w-[calc(100vw-1rem)] overflow-y-auto"
        onOpenChange={setOpen}
      >
        <Finder {...props} onChoose={choose} />
      </Popover>
    </div>
  )
}

function Finder(
  props: Pick<RecordChooserProps, 'table' | 'values' | 'chosen' | 'isMany' | 'linkable'> & {
    onChoose: (record: RecordId) => void
  },
) {
  const { table, values, chosen, isMany, linkable, onChoose } = props
  const [text, setText] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const found = useFoundRecords(table, text, { values, ...(linkable ? { linkable } : {}) })
  return (
    <RecordPicker
      {...{ text, input, isMany }}
      target={table}
      onText={setText}
      choices={found.choices}
      isAnswered={found.text === text.trim()}
      error={found.error}
      isChosen={(id) => chosen.includes(id)}
      onChoose={({ item }) => onChoose(item[0])}
    />
  )
}
