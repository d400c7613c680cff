/** What a value can be. `empty` is the type of the literal alone and fits everywhere. */
import type { FieldId } from '@plinth/domain'

export type ScalarKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'duration' | 'person'

export type ScalarType = { readonly kind: ScalarKind } | { readonly kind: 'option'; readonly field: FieldId }
export type Type =
  | ScalarType
  | { readonly kind: 'list'; readonly of: ScalarType }
  | { readonly kind: 'attachments' }
  | { readonly kind: 'empty' }

export const emptyType: Type = { kind: 'empty' }
export const listOf = (of: ScalarType): Type => ({ kind: 'list', of })

export function sameType(a: Type, b: Type): boolean {
  if (a.kind === 'option') return b.kind === 'option' && a.field === b.field
  if (a.kind === 'list') return b.kind === 'list' && sameType(a.of, b.of)
  return a.kind === b.kind
}

export const isScalar = (type: Type): type is ScalarType =>
  type.kind !== 'list' && type.kind !== 'attachments' && type.kind !== 'empty'

const ordered: ReadonlySet<string> = new Set(['number', 'duration', 'text', 'date', 'datetime'])
/** Types that `<`, `between`, `min` and `max` take. */
export const isOrdered = (type: Type): boolean => ordered.has(type.kind)

const names = {
  text: 'text',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date',
  datetime: 'a date with time',
  duration: 'a duration',
  person: 'a person',
  attachments: 'attachments',
  empty: 'empty',
} as const

const plurals = {
  text: 'texts',
  number: 'numbers',
  boolean: 'true or false',
  date: 'dates',
  datetime: 'dates with time',
  duration: 'durations',
  person: 'people',
} as const

/** A type in a sentence: “a number”, “an option of {Region}”, “a list of texts”. */
export function describeType(type: Type, fieldName: (field: FieldId) => string): string {
  if (type.kind === 'option') return `an option of {${fieldName(type.field)}}`
  if (type.kind !== 'list') return names[type.kind]
  if (type.of.kind === 'option') return `a list of options of {${fieldName(type.of.field)}}`
  return `a list of ${plurals[type.of.kind]}`
}
