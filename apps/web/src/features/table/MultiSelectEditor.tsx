import { isOptionSet, type OptionId, optionSet } from '@plinth/domain'
import { useMemo } from 'react'
import { Chip } from '../../ui/Chip.tsx'
import { ChoicePopover, noOptions } from './ChoicePopover.tsx'
import type { Choice } from './choices.ts'
import type { FloatingEditorProps } from './editor.ts'
import { saveChoice } from './save-cell.ts'
import { useTable } from './table-context.ts'
import { useMakeOption } from './use-make-option.ts'

/** The options of a field, found by typing: each is put into the set, or taken out of it, at once. */
export function MultiSelectEditor(props: FloatingEditorProps) {
  const { row, field } = props
  const { session, values } = useTable()
  const value = row.values[field.id] ?? null
  const makeOption = useMakeOption(row, field)
  const { options } = field.options
  const choices = useMemo(
    () =>
      (options ?? []).map(
        ({ id, label, hue }): Choice => ({ id, label, content: <Chip hue={hue}>{label}</Chip> }),
      ),
    [options],
  )
  /** Of what is there by then: an option that is made takes a moment. */
  const save = (change: (chosen: readonly OptionId[]) => readonly OptionId[]) => {
    const seen = session.store.get(row.id)?.values[field.id] ?? null
    saveChoice(session, row, field, optionSet(change(isOptionSet(seen) ? seen : [])), { values, seen })
  }
  return (
    <ChoicePopover
      {...props}
      isMany
      choices={choices}
      value={value}
      prompt="Find an option"
      nothingFound={choices.length > 0 ? 'No such option' : noOptions(makeOption !== null)}
      onMake={
        makeOption &&
        (async (label) => {
          const id = await makeOption(label)
          if (id !== null) save((chosen) => [...chosen, id])
        })
      }
      onChoose={(key) => {
        const id = key as OptionId | null
        save((chosen) => {
          if (id === null) return []
          return chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]
        })
      }}
    />
  )
}
