import { type CellValue, type Field, fieldTypes, type ValueContext } from '@plinth/domain'

/** What copying a cell puts on the clipboard: text that pasting into a field of the type reads back. */
export function cellText(field: Field, value: CellValue, context: ValueContext): string {
  const type = fieldTypes[field.type]
  // Documents are edited on many lines, and copied on one.
  return field.type === 'attachment' || field.type === 'json'
    ? type.formatText(value, field, context)
    : type.editText(value, field, context)
}

/** What a paste means for one cell: a copied single cell of a spreadsheet ends with a line break. Texts keep their lines. */
export function pastedText(field: Field, text: string): string {
  const trimmed = text.replace(/\r\n?/g, '\n').replace(/\n$/, '')
  if (field.type === 'long_text') return trimmed
  const flat = trimmed.replaceAll('\t', ' ')
  return field.type === 'text' ? flat : flat.replaceAll(/\s*\n\s*/g, ' ')
}
