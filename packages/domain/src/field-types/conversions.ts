/** Which types a field can become, as lists that types of one sort share (`docs/type-changes.md`); the database says the same. */
import type { FieldTypeName } from '../schema.ts'

/** A text that any type may be read from. */
export const fromText = [
  'text',
  'long_text',
  'integer',
  'number',
  'percent',
  'rating',
  'duration',
  'currency',
  'checkbox',
  'date',
  'datetime',
  'single_select',
  'multi_select',
  'status',
  'email',
  'url',
  'phone',
  'person',
  'json',
  // Records that are called so.
  'link',
] as const satisfies readonly FieldTypeName[]

/** An address: what is kept as a number in a unit of its own is told apart from text by hand. */
export const fromAddress = [
  'text',
  'long_text',
  'integer',
  'number',
  'checkbox',
  'date',
  'datetime',
  'single_select',
  'email',
  'url',
] as const satisfies readonly FieldTypeName[]

export const fromPlainNumber = [
  'text',
  'long_text',
  'integer',
  'number',
  'percent',
  'rating',
  'duration',
  'currency',
  'checkbox',
  'single_select',
] as const satisfies readonly FieldTypeName[]

export const fromNumber = [
  'text',
  'long_text',
  'integer',
  'number',
  'single_select',
] as const satisfies readonly FieldTypeName[]

export const fromMoment = [
  'text',
  'long_text',
  'date',
  'datetime',
  'single_select',
] as const satisfies readonly FieldTypeName[]

/** What the database knows of each record goes on as what people write, where they write such values. */
export const fromNotedTime = [
  'text',
  'long_text',
  'date',
  'datetime',
] as const satisfies readonly FieldTypeName[]

export const fromNotedPerson = [
  'text',
  'long_text',
  'email',
  'person',
] as const satisfies readonly FieldTypeName[]
