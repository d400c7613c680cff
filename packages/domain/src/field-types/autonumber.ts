/**
 * Numbers that the database gives to records in the order in which they come: each once, never to another record, and written by nobody.
 * A record that was refused or deleted leaves a gap. Shown with a prefix and leading zeros: INV-0042.
 */
import type { CellValue } from '../rows.ts'
import { filledIn } from './computed.ts'
import { families } from './families.ts'
import { type FieldShape, type FieldType, isEmptyValue } from './field-type.ts'

const labelOf = (value: CellValue, { options }: FieldShape): string =>
  typeof value === 'number'
    ? `${options.prefix ?? ''}${String(value).padStart(options.digits ?? 1, '0')}`
    : ''

/** The number that a text means, with the prefix of the field or without; null: none. */
export function readAutonumber(text: string, { options }: FieldShape): number | null {
  const trimmed = text.trim()
  const prefix = (options.prefix ?? '').trim()
  const isPrefixed = prefix !== '' && trimmed.toUpperCase().startsWith(prefix.toUpperCase())
  const digits = (isPrefixed ? trimmed.slice(prefix.length) : trimmed).trim()
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

export const autonumber: FieldType = {
  ...families.integer,
  // A sum of numbers that only tell records apart would say nothing.
  figures: [...families.text.figures, 'min', 'max'],
  name: 'autonumber',
  label: 'Autonumber',
  description: 'A number for each record, given once. Fills itself in.',
  icon: 'list-ordered',
  align: 'start',
  ...filledIn,
  becomes: ['text', 'long_text', 'integer', 'number'],
  formatText: labelOf,
  editText: labelOf,
  toExport: labelOf,
  isEmpty: isEmptyValue,
  compare: (a, b) => Number(a) - Number(b),
}
