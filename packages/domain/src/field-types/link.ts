import { limits } from '../limits.ts'
import { ok } from '../result.ts'
import type { CellValue, LinkItem, LinkValue } from '../rows.ts'
import { type ExportContext, type FieldShape, type FieldType, type LabelField, refuse } from './field-type.ts'
import { joinLabels } from './link-text.ts'

const unnamed = 'Unnamed record'

export function isLinks(value: CellValue | undefined): value is LinkValue {
  return typeof value === 'object' && value !== null && 'items' in value
}

/** Linked records that the reader may not read, where that can be told: not of cells with more records than are told. */
export function restrictedLinks({ count, items, isPartial }: LinkValue): number {
  return isPartial || count > limits.linksPerCell ? 0 : count - items.length
}

const isEmpty = (value: CellValue): boolean => !isLinks(value) || value.count === 0

/** What each told record of a cell is called: its table's first field, as `write` writes it. */
function labels(
  value: CellValue,
  field: FieldShape,
  context: ExportContext | undefined,
  write: (value: CellValue, label: LabelField) => string,
): string[] {
  if (!isLinks(value)) return []
  const { target } = field.options
  const label = target && context?.labelFieldOf?.(target)
  const labelOf = ([, first]: LinkItem) =>
    (label && !label.type.isEmpty(first) && write(first, label)) || unnamed
  return value.items.map(labelOf)
}

function exportText(value: CellValue, field: FieldShape, context: ExportContext | undefined): string {
  return joinLabels(
    labels(value, field, context, (first, { type, shape }) => type.toExport(first, shape, context)),
  )
}

/**
 * Records of a table, by the names that they have there. Only records that the reader may read have a name here; how many others
 * there are is told by whoever draws the cell. Which record a text means the database knows alone, so that no text is taken.
 */
export const link: FieldType = {
  name: 'link',
  label: 'Link',
  description: 'Records of another table, or of this one.',
  icon: 'waypoints',
  align: 'start',
  parseText: (text) =>
    text.trim() === '' ? ok(null) : refuse('value_invalid', 'Choose records from the list.'),
  formatText(value, field, context) {
    const write = (first: CellValue, { type, shape }: LabelField) => type.formatText(first, shape, context)
    return labels(value, field, context, write).join(', ')
  },
  editText: () => '',
  toExport: exportText,
  validate: (value) => (isEmpty(value) ? ok(null) : refuse('value_invalid', 'Links are changed one by one.')),
  isEmpty,
  compare: null,
}
