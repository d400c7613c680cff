/** A table with a field of every type, some with names and labels that need escapes. */
import type { FieldId, OptionId, SelectOption } from '@plinth/domain'
import type { ExpressionField } from '../types/expression-field.ts'

const id = (number: number): FieldId =>
  `0190a000-0000-7000-8000-${String(number).padStart(12, '0')}` as FieldId

const field = (number: number, name: string, type: ExpressionField['type']): ExpressionField => ({
  id: id(number),
  name,
  type,
})

function choice(number: number, name: string, labels: readonly string[]): ExpressionField {
  const options = labels.map((label, index): SelectOption => {
    return { id: `o${number}x${index}` as OptionId, label, hue: 'blue' }
  })
  return { ...field(number, name, 'single_select'), options: { options } }
}

/** One of each type that a table can have; the ids are UUIDs. */
export const sampleFields: readonly ExpressionField[] = [
  field(1, 'Name', 'text'),
  field(2, 'Notes {long\\wide}', 'long_text'),
  field(3, 'E-mail', 'email'),
  field(4, 'Größe', 'url'),
  field(5, 'Count', 'integer'),
  field(6, 'Budget', 'number'),
  field(7, 'Done', 'checkbox'),
  field(8, 'Due', 'date'),
  field(9, 'Seen at', 'datetime'),
  choice(10, 'Region', ['EU', 'UK', 'Asia & "others"']),
  choice(11, 'Stage', ['Open', 'EU', 'Done\\', '–']),
  field(12, 'Files', 'attachment'),
  field(13, 'Assignee', 'person'),
  { ...choice(14, 'State', ['Draft', 'Open']), type: 'status' },
  field(15, 'Phone', 'phone'),
  field(16, 'Share', 'percent'),
  field(17, 'Stars', 'rating'),
  field(18, 'Length', 'duration'),
  { ...field(19, 'Price', 'currency'), options: { currency: 'EUR' } },
  { ...field(20, 'Fare', 'currency'), options: { currency: 'JPY' } },
  field(21, 'Made', 'created_time'),
  field(22, 'Maker', 'created_by'),
  field(24, 'Ticket', 'autonumber'),
  { ...choice(23, 'Labels', ['EU', 'Late', 'a, "b"']), type: 'multi_select' },
  field(25, 'Document', 'json'),
]
