import type { RecordId } from '../ids.ts'
import { limits } from '../limits.ts'
import { ok } from '../result.ts'
import type { CellValue, LinkChange, LinkItem, LinkValue, WrittenValue } from '../rows.ts'
import { families } from './families.ts'
import {
  type ExportContext,
  type FieldShape,
  type FieldType,
  type LabelField,
  refuse,
  type ValueContext,
} from './field-type.ts'
import { joinLabels } from './link-text.ts'

const unnamed = 'Unnamed record'

/** What stands in paths of groups, and for keys of charts, for a linked record that may not be read: no record has this id. */
export const restrictedRecord = 'ffffffff-ffff-ffff-ffff-ffffffffffff' as RecordId

export function isLinks(value: CellValue | undefined): value is LinkValue {
  return typeof value === 'object' && value !== null && 'items' in value
}

/** What is sent for a cell of links, among values for cells of all types. */
export const isLinkChange = (value: WrittenValue): value is LinkChange =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('items' in value)

/** Linked records that the reader may not read, where that can be told: not of cells with more records than are told. */
export function restrictedLinks({ count, items, isPartial }: LinkValue): number {
  return isPartial || count > limits.linksPerCell ? 0 : count - items.length
}

const isEmpty = (value: CellValue): boolean => !isLinks(value) || value.count === 0

type Write = (value: CellValue, label: LabelField) => string

/** What a record that a field links is called, by the value of its table's first field. */
function labelOf(
  value: CellValue,
  { options }: FieldShape,
  context: ExportContext | undefined,
  write: Write,
) {
  const label = options.target && context?.labelFieldOf?.(options.target)
  return (label && !label.type.isEmpty(value) && write(value, label)) || unnamed
}

/** What a linked record is called, as its own table writes it. */
export const linkLabel = ([, value]: LinkItem, field: FieldShape, context: ValueContext): string =>
  labelOf(value, field, context, (first, { type, shape }) => type.formatText(first, shape, context))

const itemsOf = (value: CellValue): readonly LinkItem[] => (isLinks(value) ? value.items : [])

/** Names that no comma parts where they are one: of a cell for one record as it is, else in quotes where it needs some. */
function textOf(
  value: CellValue,
  field: FieldShape,
  context: ExportContext | undefined,
  write: Write,
): string {
  const labels = itemsOf(value).map(([, first]) => labelOf(first, field, context, write))
  return field.options.single ? labels.join(', ') : joinLabels(labels)
}

/**
 * Records of a table, by the names that they have there. Only records that the reader may read have a name here; how many others
 * there are is told by whoever draws the cell. Which record a text means the database knows alone, so that no text is taken.
 */
export const link: FieldType = {
  ...families.link,
  isComputed: false,
  defaults: [],
  becomes: ['text', 'long_text', 'single_select', 'multi_select'],
  name: 'link',
  label: 'Link',
  description: 'Records of another table, or of this one.',
  icon: 'waypoints',
  align: 'start',
  parseText: (text) =>
    text.trim() === '' ? ok(null) : refuse('value_invalid', 'Choose records from the list.'),
  formatText: (value, field, context) =>
    itemsOf(value)
      .map((item) => linkLabel(item, field, context))
      .join(', '),
  /** As a paste finds the records again. */
  editText: (value, field, context) =>
    textOf(value, field, context, (known, { type, shape }) => type.editText(known, shape, context)),
  toExport: (value, field, context) =>
    textOf(value, field, context, (known, { type, shape }) => type.toExport(known, shape, context)),
  validate(value, { options }) {
    if (isEmpty(value)) return ok(null)
    if (!isLinks(value)) return refuse('value_invalid', 'Choose records from the list.')
    return options.single && value.items.length > 1
      ? refuse('value_invalid', 'This field links one record at most.')
      : ok(value)
  },
  isEmpty,
  compare: null,
}
