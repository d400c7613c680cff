import { useMemo, useState } from 'react'
import { Chip } from '../../ui/Chip.tsx'
import { ChoicePopover, noOptions } from './ChoicePopover.tsx'
import type { Choice } from './choices.ts'
import type { FloatingEditorProps } from './editor.ts'
import { saveChoice } from './save-cell.ts'
import { useTable } from './table-context.ts'
import { useMakeOption } from './use-make-option.ts'

/** The options of a field, found by typing. */
export function SelectEditor(props: FloatingEditorProps) {
  const { row, field, onClose } = props
  const { session, values } = useTable()
  const value = row.values[field.id] ?? null
  const [seen] = useState(value)
  const { options } = field.options
  const makeOption = useMakeOption(row, field)
  const choices = useMemo(
    () =>
      (options ?? []).map(
        ({ id, label, hue }): Choice => ({ id, label, content: <Chip hue={hue}>{label}</Chip> }),
      ),
    [options],
  )
  return (
    <ChoicePopover
      {...props}
      choices={choices}
      value={value}
      prompt="Find an option"
      nothingFound={choices.length > 0 ? 'No such option' : noOptions(makeOption !== null)}
      onMake={
        makeOption &&
        (async (label, after) => {
          const id = await makeOption(label)
          if (id !== null) saveChoice(session, row, field, id, { values, seen })
          onClose(after)
        })
      }
      onChoose={(id, after) => {
        saveChoice(session, row, field, id, { values, seen })
        onClose(after)
      }}
    />
  )
}
