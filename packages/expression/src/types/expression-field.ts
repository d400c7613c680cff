/** Fields as expressions see them: a type, and the value of a cell. */
import {
  type CellValue,
  currencyDigits,
  type FieldId,
  type FieldOptions,
  type FieldTypeName,
  fieldTypes,
  hasOptions,
  isLinks,
  isOfMoments,
  isOptionSet,
  type LinkValue,
  type SelectOption,
  usualCurrency,
} from '@plinth/domain'
import type { Value } from '../values/value.ts'
import { listOf, type Type } from './type.ts'

/** What of a field matters here; a `Field` of the schema is one. */
export interface ExpressionField {
  readonly id: FieldId
  readonly name: string
  readonly type: FieldTypeName
  readonly options?: {
    readonly options?: readonly Pick<SelectOption, 'id' | 'label'>[]
    readonly currency?: string
  }
  /** Some role has it hidden. */
  readonly hidden?: true
  /** No role has it hidden any more, but its values are not back in the table. */
  readonly aside?: true
  /** Its type is being changed. */
  readonly changing?: object
  /** It is computed when it is read. */
  readonly onRead?: true
  /** Of a link, the first field of the table that it links to, as far as its values can be said as texts (`isNaming`). */
  readonly names?: NamingField
  /** What is computed when it is read may look at it: also where it stands aside, is others for everybody, or links records. */
  readonly isOpened?: true
  /** The tree that it is computed by. */
  readonly formula?: object
  readonly rollup?: { readonly link: FieldId; readonly field?: FieldId; readonly filter?: object }
}

/** A field by whose values records are called. */
export interface NamingField {
  readonly type: FieldTypeName
  readonly options?: ExpressionField['options']
}

const naming: ReadonlySet<FieldTypeName> = new Set<FieldTypeName>([
  'text',
  'long_text',
  'email',
  'url',
  'phone',
  'integer',
  'rating',
  'duration',
  'currency',
  'number',
  'percent',
  'checkbox',
  'date',
  'datetime',
  'created_time',
  'single_select',
  'status',
  'autonumber',
])

/** Are records called by such values? Equal to the database's `is_naming`. */
export const isNaming = (type: FieldTypeName): boolean => naming.has(type)

/** What a record is called by a value, as a text; empty: it has no name. */
export function nameText({ type, options = {} }: NamingField, value: CellValue): string {
  if (type === 'checkbox') return value === true ? 'Yes' : value === false ? 'No' : ''
  return fieldTypes[type].toExport(value, { options: options as FieldOptions }, {})
}

/**
 * May an expression look at it? Not where its values stand beside the table, as what follows from one would tell them to those who do
 * not see them, nor where they are others for everybody; and not while they become others. Linked records are those that their
 * reader reads, so only what is computed when it is read looks at them.
 */
export function isUsable(field: Omit<ExpressionField, 'id' | 'name'>): boolean {
  const { type, hidden, aside, changing, onRead, names, isOpened = false } = field
  if (changing !== undefined) return false
  if (type === 'link') return isOpened && names !== undefined
  return isOpened || !(hidden || aside || onRead)
}

const types = {
  text: { kind: 'text' },
  long_text: { kind: 'text' },
  email: { kind: 'text' },
  url: { kind: 'text' },
  phone: { kind: 'text' },
  integer: { kind: 'number' },
  number: { kind: 'number' },
  percent: { kind: 'number' },
  rating: { kind: 'number' },
  duration: { kind: 'duration' },
  currency: { kind: 'number' },
  autonumber: { kind: 'number' },
  checkbox: { kind: 'boolean' },
  date: { kind: 'date' },
  datetime: { kind: 'datetime' },
  created_time: { kind: 'datetime' },
  changed_time: { kind: 'datetime' },
  person: { kind: 'person' },
  created_by: { kind: 'person' },
  changed_by: { kind: 'person' },
  attachment: { kind: 'attachments' },
  link: listOf({ kind: 'text' }),
  json: { kind: 'text' },
} as const

/** Fields whose values are options of a list. */
export const isChoiceField = ({ type }: Pick<ExpressionField, 'type'>): boolean => hasOptions(type)

export function typeOfField(field: ExpressionField): Type {
  const option = { kind: 'option', field: field.id } as const
  if (field.type === 'multi_select') return { kind: 'list', of: option }
  return field.type === 'single_select' || field.type === 'status' ? option : types[field.type]
}

/** A cell as it travels, as a value to compute with: date-times in milliseconds, attachments as their ids, sums in whole units. */
export function valueOfCell(
  field: Pick<ExpressionField, 'type' | 'options' | 'names'>,
  cell: CellValue | undefined,
): Value {
  if (cell === undefined || cell === null || cell === '') return null
  if (isOfMoments(field.type) && typeof cell === 'string') return Date.parse(cell)
  if (field.type === 'currency')
    return Number(cell) / 10 ** currencyDigits(field.options?.currency ?? usualCurrency)
  if (typeof cell !== 'object') return cell
  if (isLinks(cell)) return namesOf(cell, field.names)
  if (cell.length === 0) return null
  if (isOptionSet(cell)) return cell
  return cell.map((attachment) => attachment.id)
}

/** What the records of a cell are called, those that have a name. */
function namesOf({ items }: LinkValue, by: NamingField | undefined): Value {
  const texts = by ? items.map(([, value]) => nameText(by, value)).filter((text) => text !== '') : []
  return texts.length > 0 ? texts : null
}
