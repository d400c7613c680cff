import { type CellValue, type Field, fieldTypes, isLinks, limits, type ValueContext } from '@plinth/domain'

/** What copying a cell puts on the clipboard: text that pasting into a field of the type reads back. */
export function cellText(field: Field, value: CellValue, context: ValueContext): string {
  const type = fieldTypes[field.type]
  // Documents are edited on many lines, and copied on one.
  return field.type === 'attachment' || field.type === 'json'
    ? type.formatText(value, field, context)
    : type.editText(value, field, context)
}

/** Are more records linked than the cell tells, so that copying it leaves some out? Those that are kept from the person are none of these. */
export const isToldInPart = (value: CellValue): boolean =>
  isLinks(value) && value.items.length >= limits.linksPerCell && value.count > value.items.length

/** What a paste means for one cell: a copied single cell of a spreadsheet ends with a line break. Texts keep their lines. */
export function pastedText(field: Field, text: string): string {
  const trimmed = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  if (field.type === 'long_text') return trimmed
  const flat = trimmed.replaceAll('\t', ' ')
  return field.type === 'text' ? flat : flat.replaceAll(/\s*\n\s*/g, ' ')
}
