import { type Field, type MoveRefusal, type OptionId, type RecordMoves } from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { refusalSentence } from '../../lib/transition-words.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { Chip } from '../../ui/Chip.tsx'
import { ChoicePopover } from './ChoicePopover.tsx'
import type { Choice } from './choices.ts'
import type { FloatingEditorProps } from './editor.ts'
import { saveChoice } from './save-cell.ts'
import { useTable } from './table-context.ts'

/** The states that a record may go into; the others stand below with the reason. */
export function StatusEditor(props: FloatingEditorProps) {
  const { row, field, onClose } = props
  const { session, table, values, mayShape } = useTable()
  const value = row.values[field.id] ?? null
  const [seen] = useState(value)
  const moves = useMoves(row, field)
  const choices = useMemo(() => {
    const names = new Map(table.fields.map(({ id, name }) => [id as string, name]))
    const refusals = refusalsOf(moves)
    return (field.options.options ?? [])
      .map(({ id, label, hue }): Choice => {
        const refusal = id === value ? undefined : refusals.get(id)
        const content = <Chip hue={hue}>{label}</Chip>
        return { id, label, content, ...(refusal ? { refusal: refusalSentence(refusal, names) } : {}) }
      })
      .toSorted((a, b) => Number(a.refusal !== undefined) - Number(b.refusal !== undefined))
  }, [field, table, moves, value])
  return (
    <ChoicePopover
      {...props}
      choices={moves === 'asking' ? [] : choices}
      value={value}
      prompt="Find a state"
      nothingFound={
        moves === 'asking'
          ? 'Looking which steps are possible…'
          : choices.length > 0
            ? 'No such state'
            : mayShape
              ? 'No states yet. “Edit field” adds them.'
              : 'No states yet. A creator of this base adds them.'
      }
      mayClear={moves !== 'asking' && moves?.bound === false}
      onChoose={(id, after) => {
        saveChoice(session, row, field, id, { values, seen })
        onClose(after)
      }}
    />
  )
}

/** What the database allows now; null where it did not answer: then everything is offered, and refused where it must be. */
function useMoves(row: RowView, field: Field): RecordMoves | 'asking' | null {
  const { backend, table } = useTable()
  const isStored = row.state === 'saved'
  const answer = useQuery({
    queryKey: ['moves', table.id, field.id, row.id, row.ver],
    queryFn: () => unwrap(backend.workflows.movesOf(table.id, field.id, row.id)),
    enabled: isStored,
    // What is allowed depends on the record and on rights: it is asked each time.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  if (!isStored || answer.isError) return null
  return answer.data ?? 'asking'
}

function refusalsOf(moves: RecordMoves | 'asking' | null): ReadonlyMap<OptionId, MoveRefusal> {
  if (moves === null || moves === 'asking') return new Map()
  return new Map(moves.moves.flatMap(({ to, refusal }) => (refusal ? [[to, refusal] as const] : [])))
}
