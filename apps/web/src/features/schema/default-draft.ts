import {
  err,
  type Field,
  type FieldDefault,
  fieldTypes,
  isOptionSet,
  ok,
  type Result,
  ruleProblem,
  type ValueContext,
} from '@plinth/domain'

/** A default being chosen: none, what is known when a record is made, or a value as text. */
export interface DefaultDraft {
  readonly kind: 'none' | 'value' | 'today' | 'now' | 'me'
  /** Of a single select the id of the option, of a checkbox `true` or `false`. */
  readonly text: string
}

export const noDefault: DefaultDraft = { kind: 'none', text: '' }

export function defaultDraftOf(field: Field, context: ValueContext): DefaultDraft {
  const from = field.default
  if (!from) return noDefault
  if (from.kind !== 'value') return { kind: from.kind, text: '' }
  const isPlain = field.type === 'single_select' || field.type === 'checkbox'
  return {
    kind: 'value',
    text: isPlain ? String(from.value) : fieldTypes[field.type].editText(from.value, field, context),
  }
}

/** A field as its default is about it. */
type DefaultShape = Required<Pick<Field, 'id' | 'type' | 'options' | 'rules'>>

/** The default of a draft, or why its text is no value of the type, or none that the rules let be: no record could be made. */
export function defaultOfDraft(
  draft: DefaultDraft,
  field: DefaultShape,
  context: ValueContext,
): Result<FieldDefault | null> {
  const read = readDefault(draft, field, context)
  if (!read.ok || read.value?.kind !== 'value') return read
  const problem = ruleProblem(field, read.value.value, context)
  return problem ? err(problem) : read
}

function readDefault(
  draft: DefaultDraft,
  { type, options }: DefaultShape,
  context: ValueContext,
): Result<FieldDefault | null> {
  if (draft.kind !== 'value' && draft.kind !== 'none') return ok({ kind: draft.kind })
  if (draft.kind === 'none' || draft.text.trim() === '') return ok(null)
  if (!fieldTypes[type].defaults.includes(draft.kind)) return ok(null)
  if (type === 'single_select') {
    return ok(
      options.options?.some((option) => option.id === draft.text)
        ? { kind: 'value', value: draft.text }
        : null,
    )
  }
  const parsed = fieldTypes[type].parseText(draft.text, { options }, context)
  if (!parsed.ok) return parsed
  const { value } = parsed
  if (isOptionSet(value)) return ok({ kind: 'value', value })
  return ok(value === null || typeof value === 'object' ? null : { kind: 'value', value })
}
