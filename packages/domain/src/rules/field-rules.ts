/** Rules of fields: which a type may have, whether a value follows them, and how they are said to people. */
import { type AppError, appError, type ErrorCode } from '../errors.ts'
import type { FieldShape, ValueContext } from '../field-types/field-type.ts'
import { fieldTypes } from '../field-types/registry.ts'
import type { CellValue } from '../rows.ts'
import type { Field, FieldTypeName, Table } from '../schema.ts'
import { type Pattern, parsePattern } from './pattern.ts'

export type FieldRuleName = 'required' | 'unique' | 'min' | 'max' | 'minLength' | 'maxLength' | 'pattern'

const text: readonly FieldRuleName[] = ['required', 'unique', 'minLength', 'maxLength', 'pattern']
const ordered: readonly FieldRuleName[] = ['required', 'unique', 'min', 'max']

const rulesByType: Readonly<Partial<Record<FieldTypeName, readonly FieldRuleName[]>>> = {
  text,
  email: text,
  url: text,
  phone: text,
  long_text: ['required', 'minLength', 'maxLength'],
  integer: ordered,
  number: ordered,
  percent: ordered,
  duration: ordered,
  currency: ordered,
  date: ordered,
  datetime: ordered,
  checkbox: [],
  attachment: [],
  created_time: [],
  changed_time: [],
  created_by: [],
  changed_by: [],
  autonumber: [],
}

/** The rules that a field of this type may have; equal to the database's `rules_of_type`. */
export const rulesOfType = (type: FieldTypeName): readonly FieldRuleName[] =>
  rulesByType[type] ?? ['required']

/** Field types whose values have a form of their own for people: a date reads "not before", a number "at least". */
const isMoment = (type: FieldTypeName): boolean => type === 'date' || type === 'datetime'

type RuledField = FieldShape & Pick<Field, 'type' | 'rules'>

/** The rule of a field in words for who meets it; null when the field has no such rule. */
export function ruleSentence(field: RuledField, rule: string, context: ValueContext): string | null {
  const rules = field.rules ?? {}
  // With all its digits, however the field shows them.
  const { decimals: _shown, ...options } = field.options
  const bound = (value: CellValue) => fieldTypes[field.type].formatText(value, { options }, context)
  if (rule === 'required' && rules.required) return 'This field needs a value.'
  if (rule === 'unique' && rules.unique)
    return 'Each value may stand in this field once, and another record has it.'
  if (rule === 'min' && rules.min !== undefined)
    return isMoment(field.type) ? `Not before ${bound(rules.min)}.` : `At least ${bound(rules.min)}.`
  if (rule === 'max' && rules.max !== undefined)
    return isMoment(field.type) ? `Not after ${bound(rules.max)}.` : `At most ${bound(rules.max)}.`
  if (rule === 'minLength' && rules.minLength !== undefined) return `At least ${characters(rules.minLength)}.`
  if (rule === 'maxLength' && rules.maxLength !== undefined) return `At most ${characters(rules.maxLength)}.`
  if (rule === 'pattern' && rules.pattern)
    return rules.pattern.message ?? `The text must have the form ${rules.pattern.text}`
  return null
}

const characters = (count: number): string =>
  count === 1 ? '1 character' : `${count.toLocaleString('en')} characters`

/** Patterns that were read before; there are as many as fields. */
const patterns = new Map<string, Pattern | null>()

function patternOf(source: string): Pattern | null {
  if (!patterns.has(source)) patterns.set(source, parsePattern(source))
  return patterns.get(source) ?? null
}

/** The first rule of the field that a valid value breaks, as far as it can be told without the other records; or null. */
function brokenRule({ type, rules = {} }: RuledField, value: CellValue): [FieldRuleName, ErrorCode] | null {
  if (fieldTypes[type].isEmpty(value)) return rules.required ? ['required', 'value_required'] : null
  if (rules.min !== undefined && isBelow(type, value, rules.min)) return ['min', 'value_out_of_range']
  if (rules.max !== undefined && isBelow(type, rules.max, value)) return ['max', 'value_out_of_range']
  if (typeof value !== 'string') return null
  const length = [...value].length
  if (rules.minLength !== undefined && length < rules.minLength) return ['minLength', 'value_too_short']
  if (rules.maxLength !== undefined && length > rules.maxLength) return ['maxLength', 'value_too_long']
  if (rules.pattern && patternOf(rules.pattern.text)?.matches(value) === false)
    return ['pattern', 'pattern_mismatch']
  return null
}

/** Compares two values of one type that are there. */
function isBelow(type: FieldTypeName, value: CellValue, other: CellValue): boolean {
  const compare = fieldTypes[type].compare
  return compare !== null && compare(value, other, { options: {} }) < 0
}

/** Why a field does not take this value, which its type does take; null when it does. The database asks the same. */
export function ruleProblem(
  field: RuledField & Pick<Field, 'id'>,
  value: CellValue,
  context: ValueContext,
): AppError | null {
  const broken = brokenRule(field, value)
  if (!broken) return null
  const [rule, code] = broken
  const message = ruleSentence(field, rule, context)
  return appError(code, { ...(message === null ? {} : { message }), details: { field: field.id, rule } })
}

/**
 * Which rule of the table a refusal is about, in the words of its maker or in ours; null when it is about none that the
 * caller knows.
 */
export function brokenRuleSentence(
  table: Pick<Table, 'fields' | 'rules'>,
  { field: fieldId, rule }: { readonly field?: string; readonly rule?: string },
  context: ValueContext,
): string | null {
  if (rule === undefined) return null
  if (fieldId === undefined) return table.rules?.find(({ id }) => id === rule)?.message ?? null
  const field = table.fields.find(({ id }) => id === fieldId)
  return field ? ruleSentence(field, rule, context) : null
}
