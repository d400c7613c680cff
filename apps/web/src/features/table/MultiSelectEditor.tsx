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
  const chosen = isOptionSet(value) ? value : []
  const save = (ids: readonly OptionId[]) => saveChoice(session, row, field, optionSet(ids), { values })
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
          if (id !== null) save([...chosen, id])
        })
      }
      onChoose={(key) => {
        const id = key as OptionId | null
        if (id === null) save([])
        else save(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
      }}
    />
  )
}
