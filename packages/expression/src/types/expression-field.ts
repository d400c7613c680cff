/** Fields as expressions see them: a type, and the value of a cell. */
import {
  type CellValue,
  currencyDigits,
  type FieldId,
  type FieldTypeName,
  hasOptions,
  isLinks,
  isOfMoments,
  isOptionSet,
  type SelectOption,
  usualCurrency,
} from '@plinth/domain'
import type { Value } from '../values/value.ts'
import type { Type } from './type.ts'

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
  /** The tree that it is computed by. */
  readonly formula?: object
  readonly rollup?: { readonly link: FieldId; readonly field?: FieldId; readonly filter?: object }
}

/**
 * May an expression look at it? Not where its values stand beside the table, as what follows from one would tell them to those who do
 * not see them, nor where they are others for everybody; and not while they become others. Links are records, and documents have no type: no expression computes with them.
 */
export const isUsable = ({
  type,
  hidden,
  aside,
  changing,
  onRead,
}: Omit<ExpressionField, 'id' | 'name'>): boolean =>
  type !== 'link' && type !== 'json' && !hidden && !aside && !onRead && changing === undefined

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
  link: { kind: 'empty' },
  json: { kind: 'empty' },
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
  field: Pick<ExpressionField, 'type' | 'options'>,
  cell: CellValue | undefined,
): Value {
  if (cell === undefined || cell === null || cell === '') return null
  if (isOfMoments(field.type) && typeof cell === 'string') return Date.parse(cell)
  if (field.type === 'currency')
    return Number(cell) / 10 ** currencyDigits(field.options?.currency ?? usualCurrency)
  if (typeof cell !== 'object') return cell
  if (isLinks(cell) || cell.length === 0) return null
  if (isOptionSet(cell)) return cell
  return cell.map((attachment) => attachment.id)
}
