import type { FieldTypeName } from './schema.ts'

const fromText = [
  'text',
  'long_text',
  'integer',
  'number',
  'checkbox',
  'date',
  'datetime',
  'single_select',
  'status',
  'email',
  'url',
  'person',
] as const satisfies readonly FieldTypeName[]
const fromNumber = ['text', 'long_text', 'integer', 'number', 'checkbox', 'single_select'] as const
const fromDate = ['text', 'long_text', 'date', 'datetime', 'single_select'] as const

const targets: Partial<Record<FieldTypeName, readonly FieldTypeName[]>> = {
  text: fromText,
  long_text: fromText,
  email: fromText.filter((type) => type !== 'status'),
  url: fromText.filter((type) => type !== 'status' && type !== 'person'),
  single_select: fromText,
  integer: fromNumber,
  number: fromNumber,
  checkbox: fromNumber,
  date: fromDate,
  datetime: fromDate,
  status: ['text', 'long_text', 'single_select'],
  person: ['text', 'long_text', 'single_select', 'email'],
}

/** The types that a field of this type can become (`docs/type-changes.md`); the database says the same. */
export function typeTargets(type: FieldTypeName): readonly FieldTypeName[] {
  return (targets[type] ?? []).filter((target) => target !== type)
}
