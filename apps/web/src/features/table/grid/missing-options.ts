/** Options that a paste names and its fields do not have: which of them can be made, and the fields once they are. */
import {
  type AppError,
  type Backend,
  type Field,
  type FieldId,
  limits,
  type SelectOption,
  splitLabels,
} from '@plinth/domain'
import { newOption } from '../../../lib/new-option.ts'
import { pastedText } from '../grid-clipboard.ts'
import type { RefusedCell } from './pasted-values.ts'

export interface MissingOption {
  readonly field: Field
  readonly label: string
}

/** The options for want of which values were refused, each once; of a field that cannot have so many more, none. */
export function missingOptions(refused: readonly RefusedCell[]): readonly MissingOption[] {
  const byField = new Map<FieldId, Map<string, MissingOption>>()
  for (const { field, text, error } of refused) {
    if (error.code !== 'option_unknown') continue
    const labels = labelsIn(field, text).filter((label) => !isThere(field, label))
    if (labels.some((label) => label.length > limits.optionLength)) continue
    const missing = byField.get(field.id) ?? new Map<string, MissingOption>()
    for (const label of labels) if (!missing.has(loose(label))) missing.set(loose(label), { field, label })
    byField.set(field.id, missing)
  }
  return [...byField.values()].flatMap((missing) => {
    const all = [...missing.values()]
    const had = all[0]?.field.options.options?.length ?? 0
    return had + all.length > limits.optionsPerField ? [] : all
  })
}

/** Makes them one by one, up to the first that is refused. Answers the fields that have more options now. */
export async function makeOptions(
  bases: Pick<Backend['bases'], 'addOption'>,
  missing: readonly MissingOption[],
): Promise<{ readonly fields: ReadonlyMap<FieldId, Field>; readonly error: AppError | null }> {
  const fields = new Map<FieldId, Field>()
  for (const { field, label } of missing) {
    const options = optionsOf(fields.get(field.id) ?? field)
    const answer = await bases.addOption(field.id, newOption(options, label))
    if (!answer.ok) return { fields, error: answer.error }
    // Of the answer the options alone: what this person may do with the field is not told with it.
    fields.set(field.id, { ...field, options: answer.value.options })
  }
  return { fields, error: null }
}

/** The states of a workflow are not made by the way: each needs its place in it. */
function labelsIn(field: Field, text: string): readonly string[] {
  const line = pastedText(field, text)
  if (field.type === 'multi_select') return splitLabels(line)
  return field.type === 'single_select' ? [line.trim()] : []
}

/** Options that differ in case alone are confused, and none is made beside another. */
const isThere = (field: Field, label: string): boolean =>
  optionsOf(field).some((option) => loose(option.label) === loose(label))

const optionsOf = ({ options }: Field): readonly SelectOption[] => options.options ?? []
const loose = (label: string): string => label.trim().toLocaleLowerCase('en')
