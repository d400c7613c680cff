import type { FieldTypeName } from './schema.ts'

const fromText = [
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
] as const satisfies readonly FieldTypeName[]
/** What is kept as a number in a unit of its own is told apart from text by hand. */
const ofOwnKind: readonly FieldTypeName[] = [
  'multi_select',
  'json',
  'percent',
  'rating',
  'duration',
  'currency',
  'phone',
]
const fromAddress = fromText.filter((type) => !ofOwnKind.includes(type))
const fromNumber = ['text', 'long_text', 'integer', 'number', 'single_select'] as const
const fromPlainNumber = [
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
] as const
const fromDate = ['text', 'long_text', 'date', 'datetime', 'single_select'] as const

const targets: Partial<Record<FieldTypeName, readonly FieldTypeName[]>> = {
  text: fromText,
  long_text: fromText,
  email: fromAddress.filter((type) => type !== 'status'),
  url: fromAddress.filter((type) => type !== 'status' && type !== 'person'),
  single_select: fromText,
  json: ['text', 'long_text'],
  multi_select: ['text', 'long_text', 'single_select'],
  phone: ['text', 'long_text', 'single_select'],
  integer: fromPlainNumber,
  number: fromPlainNumber,
  percent: fromNumber,
  rating: fromNumber,
  duration: fromNumber,
  currency: fromNumber,
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
