import { useMemo, useState } from 'react'
import { ChoicePopover } from './ChoicePopover.tsx'
import { type Choice, peopleToChoose } from './choices.ts'
import type { FloatingEditorProps } from './editor.ts'
import { PersonName } from './PersonName.tsx'
import { saveChoice } from './save-cell.ts'
import { useTable } from './table-context.ts'

/** The people of the base, found by name or address. */
export function PersonEditor(props: FloatingEditorProps) {
  const { row, field, onClose } = props
  const { session, values } = useTable()
  const value = row.values[field.id] ?? null
  const [seen] = useState(value)
  const { people } = values
  const choices = useMemo(
    () =>
      peopleToChoose(people ?? []).map(
        (person): Choice => ({ ...person, content: <PersonName id={person.id} /> }),
      ),
    [people],
  )
  return (
    <ChoicePopover
      {...props}
      choices={choices}
      value={value}
      prompt="Find a person"
      nothingFound={people ? 'Nobody in this base has this name' : 'Loading people…'}
      onChoose={(id, after) => {
        saveChoice(session, row, field, id, { values, seen })
        onClose(after)
      }}
    />
  )
}
