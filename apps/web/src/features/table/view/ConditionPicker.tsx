/** Records of a linked table, several of which are chosen. */
import type { RecordId, Table } from '@plinth/domain'
import { useRef, useState } from 'react'
import { RecordPicker } from '../../../lib/records/RecordPicker.tsx'
import { offered } from '../links/link-choices.ts'
import { useFoundRecords, type useNamedRecords } from '../links/use-found-records.ts'

export function ConditionPicker({
  target,
  chosen,
  named,
  onToggle,
}: {
  target: Table
  chosen: readonly RecordId[]
  named: ReturnType<typeof useNamedRecords>['choices']
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
