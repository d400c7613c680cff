/** The rules of a field while they are edited, as text. */
import {
  type Field,
  type FieldRuleName,
  type FieldRules,
  fieldTypes,
  parsePattern,
  rulesOfType,
  type ValueContext,
} from '@plinth/domain'

type Written = Exclude<FieldRuleName, 'required' | 'unique'>

export interface RulesDraft {
  readonly required: boolean
  readonly unique: boolean
  /** What is written in the fields; empty: no rule. */
  readonly texts: Readonly<Record<Written, string>>
  readonly patternMessage: string
}

export interface RulesProblem {
  readonly rule: FieldRuleName
  readonly text: string
}

/** A field as its rules are about it. */
export type RuledShape = Pick<Field, 'type' | 'options'>

export function rulesDraftOf(field: RuledShape, rules: FieldRules, context: ValueContext): RulesDraft {
  const bound = (value: number | string | undefined) =>
    value === undefined ? '' : fieldTypes[field.type].editText(value, field, context)
  return {
    required: rules.required ?? false,
    unique: rules.unique ?? false,
    texts: {
      min: bound(rules.min),
      max: bound(rules.max),
      minLength: String(rules.minLength ?? ''),
      maxLength: String(rules.maxLength ?? ''),
      pattern: rules.pattern?.text ?? '',
    },
    patternMessage: rules.pattern?.message ?? '',
  }
}

/** The rules that a draft says for a field of this type, or what stands in the way. */
export function readRules(
  field: RuledShape,
  draft: RulesDraft,
  context: ValueContext,
): { readonly rules: FieldRules } | { readonly problem: RulesProblem } {
  const rules: Record<string, unknown> = {}
  for (const rule of rulesOfType(field.type)) {
    if (rule === 'required' || rule === 'unique') {
      if (draft[rule]) rules[rule] = true
      continue
    }
    if (draft.texts[rule].trim() === '') continue
    const read = readRule(field, rule, draft, context)
    if ('text' in read) return { problem: { rule, text: read.text } }
    rules[rule] = read.value
  }
  const turned = turnedRule(field, rules)
  return turned ? { problem: { rule: turned, text: 'This is below the lower end.' } } : { rules }
}

function readRule(
  field: RuledShape,
  rule: Written,
  draft: RulesDraft,
  context: ValueContext,
): { readonly value: unknown } | { readonly text: string } {
  const text = draft.texts[rule]
  if (rule === 'pattern') {
    if (!parsePattern(text)) {
      return { text: 'This is no pattern. Leave out ^ and $, and put \\ before signs that mean themselves.' }
    }
    const message = draft.patternMessage.trim()
    return { value: message === '' ? { text } : { text, message } }
  }
  if (rule === 'min' || rule === 'max') {
    const parsed = fieldTypes[field.type].parseText(text, field, context)
    return parsed.ok ? { value: parsed.value } : { text: parsed.error.hint ?? parsed.error.message }
  }
  const count = Number(text.trim())
  return Number.isInteger(count) && count >= 1 && count <= 100_000
    ? { value: count }
    : { text: 'A whole number from 1 is needed.' }
}

/** The upper rule when it lies below the lower one. */
function turnedRule(field: RuledShape, rules: FieldRules): FieldRuleName | null {
  if ((rules.minLength ?? 0) > (rules.maxLength ?? Number.POSITIVE_INFINITY)) return 'maxLength'
  const { min, max } = rules
  const compare = fieldTypes[field.type].compare
  return min !== undefined && max !== undefined && compare && compare(min, max, field) > 0 ? 'max' : null
}

/** Do both say the same, however they were kept? */
export const sameRules = (one: FieldRules, other: FieldRules): boolean => written(one) === written(other)

const written = (rules: FieldRules): string =>
  JSON.stringify(
    Object.entries(rules)
      .filter(([name]) => name !== 'newOnly')
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
