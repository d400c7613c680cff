/** Figures of columns in words, in the language of the base. */
import {
  currencyDigits,
  currencyOf,
  type Field,
  type FieldId,
  type FieldTypeName,
  familyOf,
  fieldTypes,
  figuresOf,
  formatMoney,
  isKept,
  limits,
  type SummaryKind,
  type ValueContext,
} from '@plinth/domain'

export const figureNames: Readonly<Record<SummaryKind, string>> = {
  count: 'Count',
  empty: 'Empty',
  filled: 'Filled',
  unique: 'Unique',
  sum: 'Sum',
  average: 'Average',
  median: 'Median',
  min: 'Min',
  max: 'Max',
  earliest: 'Earliest',
  latest: 'Latest',
  checked: 'Checked',
}

/** Those of columns that are shown, in their order, where they suit the field as it is now. */
export function figuresShown(
  summaries: Readonly<Record<FieldId, SummaryKind>>,
  columns: readonly { readonly field: Field }[],
): Readonly<Record<FieldId, SummaryKind>> {
  const shown = columns.flatMap(({ field }) => {
    const kind = summaries[field.id]
    return kind && isKept(field) && figuresOf(field.type).includes(kind) ? [[field.id, kind] as const] : []
  })
  return Object.fromEntries(shown.slice(0, limits.figuresPerView))
}

type NumberWriter = (value: number, field: Pick<Field, 'type' | 'options'>, context: ValueContext) => string

/** Types whose numbers are written in a way of their own, what is between two of them too. */
const ownNumbers: Partial<Record<FieldTypeName, NumberWriter>> = {
  percent: (value, { options: { decimals = 2 } }, context) =>
    fieldTypes.percent.formatText(value, { options: { decimals } }, context).replace(/[.,]0+(?=\D*$)/, ''),
  // An average of cents has parts of them, which nobody pays.
  currency: (value, field, context) => fieldTypes.currency.formatText(Math.round(value), field, context),
  duration: (value, field, context) => fieldTypes.duration.formatText(Math.round(value), field, context),
}

/** A whole number of more digits than a number holds. */
function digitsText(
  digits: string,
  field: Pick<Field, 'type' | 'options'>,
  { locale }: ValueContext,
): string {
  if (field.type !== 'currency') return BigInt(digits).toLocaleString(locale)
  const code = currencyOf(field)
  const places = currencyDigits(code)
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`
  return formatMoney(text, code, locale)
}

/** `of`: how many records it is a figure of. */
export function figureValue(
  kind: SummaryKind,
  value: string | number | null,
  of: number,
  field: Pick<Field, 'type' | 'options'>,
  context: ValueContext,
): string {
  if (value === null) return '–'
  const number = (part: number, decimals?: number) =>
    fieldTypes.number.formatText(part, { options: decimals === undefined ? {} : { decimals } }, context)
  const ownNumber = ownNumbers[field.type]
  switch (kind) {
    case 'checked':
      return of === 0 ? '–' : `${number(Math.round((Number(value) / of) * 100))} %`
    case 'earliest':
    case 'latest':
      return fieldTypes[field.type].formatText(value, field, context)
    case 'average':
    case 'median':
      if (ownNumber) return ownNumber(Number(value), field, context)
      return number(Number(value), field.options.decimals ?? 2).replace(/[.,]00$/, '')
    case 'sum':
    case 'min':
    case 'max':
      // More than a number holds travels as digits.
      if (typeof value === 'string') return digitsText(value, field, context)
      if (ownNumber) return ownNumber(value, field, context)
      return number(value, familyOf(field.type) === 'integer' ? 0 : field.options.decimals)
    default:
      return number(Number(value), 0)
  }
}
