/** Records of a linked table, several of which are chosen: below a button that tells them a list to choose from. */
import type { Field, RecordId, Table } from '@plinth/domain'
import { useRef, useState } from 'react'
import { RecordPicker } from '../../../lib/records/RecordPicker.tsx'
import type { RecordChoice } from '../../../lib/records/record-choice.ts'
import { Popover } from '../../../ui/Popover.tsx'
import { offered } from '../links/link-choices.ts'
import { useFoundRecords, useNamedRecords } from '../links/use-found-records.ts'
import { useTable } from '../table-context.ts'

/** What the button needs that tells them and opens the list. */
export function useLinkedRecords(field: Field, chosen: readonly RecordId[]) {
  const target = useTable().tableOf(field.options.target!)
  // Without those that whoever looks may not see.
  const { choices: named } = useNamedRecords(target, chosen)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return { target, chosen, named, button, isOpen, setOpen }
}

interface LinkedRecordsProps {
  label: string
  linked: ReturnType<typeof useLinkedRecords>
  onChange: (chosen: readonly RecordId[]) => void
}

export function LinkedRecords({ label, linked, onChange }: LinkedRecordsProps) {
  const { target, chosen, named, button, isOpen, setOpen } = linked
  const toggle = (id: RecordId) =>
    onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <Popover
      label={label}
      triggerRef={button}
      isOpen={isOpen}
      placement="bottom start"
      className="scroll-thin w-80 max-w-[calc(100vw-1rem)] overflow-y-auto"
      onOpenChange={setOpen}
    >
      {target ? (
        <Picker target={target} chosen={chosen} named={named} onToggle={toggle} />
      ) : (
        <p className="p-3 text-sm text-ink-muted">You may not read the records that this field links.</p>
      )}
    </Popover>
  )
}

function Picker({
  target,
  chosen,
  named,
  onToggle,
}: {
  target: Table
  chosen: readonly RecordId[]
  named: readonly RecordChoice[]
  onToggle: (id: RecordId) => void
}) {
  const [text, setText] = useState('')
  const [atFirst] = useState(named)
  const input = useRef<HTMLInputElement>(null)
  const found = useFoundRecords(target, text)
  const known = { linked: atFirst, recent: [], found: found.choices, foundText: found.text ?? '' }
  return (
    <RecordPicker
      {...{ target, text, input }}
      onText={setText}
      choices={offered(known, text.trim())}
      isAnswered={found.text === text.trim()}
      error={found.error}
      isMany
      isChosen={(id) => chosen.includes(id)}
      onChoose={({ item }) => {
        onToggle(item[0])
        input.current?.select()
      }}
    />
  )
}
