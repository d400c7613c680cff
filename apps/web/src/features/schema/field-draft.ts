import {
  currencyOf,
  type DurationUnit,
  type Field,
  type FieldOptions,
  type FieldTypeName,
  familyOf,
  hasOptions,
  mostOfRating,
  moved,
  type OptionId,
  type SelectOption,
  usualCurrency,
} from '@plinth/domain'
import { emptyLink, type LinkDraft, linkDraftOf, linkOptions } from './link-draft.ts'

/** A field being made or changed. */
export interface FieldDraft {
  readonly name: string
  readonly type: FieldTypeName
  readonly options: readonly SelectOption[]
  /** Null: as many digits as the value has. */
  readonly decimals: number | null
  /** currency: its code. */
  readonly currency: string
  /** rating: how many points there are. */
  readonly max: number
  /** duration: the smallest unit that is shown. */
  readonly unit: DurationUnit
  /** status: where records begin; null: in the first state. */
  readonly initial: OptionId | null
  readonly link: LinkDraft
  /** autonumber: what stands before the number, and how wide it is at least. */
  readonly prefix: string
  readonly digits: number
}

export const emptyDraft: FieldDraft = {
  name: '',
  type: 'text',
  options: [],
  decimals: null,
  currency: usualCurrency,
  max: 5,
  unit: 'minute',
  initial: null,
  link: emptyLink,
  prefix: '',
  digits: 1,
}

export function draftOf(field: Field): FieldDraft {
  return {
    name: field.name,
    type: field.type,
    options: field.options.options ?? [],
    decimals: field.options.decimals ?? null,
    currency: currencyOf(field),
    max: mostOfRating(field),
    unit: field.options.unit ?? 'minute',
    initial: field.options.initial ?? null,
    link: linkDraftOf(field),
    prefix: field.options.prefix ?? '',
    digits: field.options.digits ?? 1,
  }
}

/** The options that the backend stores for a draft: only those that its type has. `before`: of the field that is changed. */
export function optionsOfDraft(draft: FieldDraft, before: FieldOptions = {}): FieldOptions {
  if (draft.type === 'link') return linkOptions(draft.link, before)
  if (hasOptions(draft.type)) {
    const options = draft.options.map((option) => ({ ...option, label: option.label.trim() }))
    return draft.type === 'status' ? { options, initial: initialOf(draft) } : { options }
  }
  if (draft.type === 'currency') return { currency: draft.currency }
  if (draft.type === 'autonumber')
    return {
      ...(draft.prefix ? { prefix: draft.prefix } : {}),
      ...(draft.digits > 1 ? { digits: draft.digits } : {}),
    }
  if (draft.type === 'rating') return { max: draft.max }
  if (draft.type === 'duration') return { unit: draft.unit }
  return hasDecimals(draft.type) && draft.decimals !== null ? { decimals: draft.decimals } : {}
}

/** The field that a draft makes, as far as values are concerned. */
export const shapeOf = (draft: FieldDraft): Pick<Field, 'type' | 'options'> => ({
  type: draft.type,
  options: optionsOfDraft(draft),
})

export type DraftProblem =
  | { readonly place: 'name'; readonly text: string }
  | { readonly place: 'option'; readonly option: OptionId; readonly text: string }

/** What keeps a draft from being stored, in the order in which it stands in the form. */
export function draftProblem(draft: FieldDraft, otherNames: readonly string[]): DraftProblem | null {
  const name = draft.name.trim()
  if (name === '') return { place: 'name', text: 'A name is needed.' }
  if (otherNames.some((other) => sameName(other, name))) {
    return { place: 'name', text: 'Another field of this table has this name.' }
  }
  if (!hasOptions(draft.type)) return null
  const seen = new Set<string>()
  for (const option of draft.options) {
    const label = option.label.trim()
    if (label === '')
      return { place: 'option', option: option.id, text: `${optionWord(draft.type)} needs a name.` }
    if (seen.has(label)) return { place: 'option', option: option.id, text: `“${label}” stands here twice.` }
    seen.add(label)
  }
  return null
}

/** Does a field of this type say how many digits stand after the point? */
export const hasDecimals = (type: FieldTypeName): boolean => familyOf(type) === 'number'

const optionWord = (type: FieldTypeName) => (type === 'status' ? 'A state' : 'An option')

/** Where new records begin: the state chosen while it is there, else the first. */
export function initialOf({ options, initial }: Pick<FieldDraft, 'options' | 'initial'>): OptionId | null {
  return options.some(({ id }) => id === initial) ? initial : (options[0]?.id ?? null)
}

const sameName = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.toLocaleLowerCase()

/** Moves the option at `from` so that it stands at `to`. */
export function moveOption(options: readonly SelectOption[], from: number, to: number): SelectOption[] {
  return to < 0 || to >= options.length ? [...options] : moved(options, from, to)
}
