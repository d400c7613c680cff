/** What is said of a bar to those who do not see where it lies. Pure. */
import { type CellValue, type Field, fieldTypes, type ValueContext } from '@plinth/domain'
import { listOf } from '../../../lib/list-of.ts'
import type { Span } from './spans.ts'

type Values = Readonly<Record<string, CellValue>>

export interface BarFields {
  readonly start: Field
  readonly end: Field | null
}

const textOf = (values: Values, field: Field, context: ValueContext): string =>
  fieldTypes[field.type].formatText(values[field.id] ?? null, field, context)

/** "1 Mar 2027 – 4 Mar 2027"; one day where it begins and ends on it; empty without dates. */
export function datesText(values: Values, { start, end }: BarFields, context: ValueContext): string {
  const [from, to] = [textOf(values, start, context), end ? textOf(values, end, context) : '']
  return from && to && from !== to ? `${from} – ${to}` : from || to
}

export interface BarState {
  readonly name: string
  readonly span: Span | null
  /** Its choice in the field by which bars are coloured. */
  readonly choice: string | null
  /** Records that have not ended when it begins, though it comes after them. */
  readonly tooEarlyFor: readonly string[]
  readonly isRefused: boolean
}

export function barWords(state: BarState, values: Values, fields: BarFields, context: ValueContext): string {
  const { name, span, choice, tooEarlyFor, isRefused } = state
  const [from, to] = [
    textOf(values, fields.start, context),
    fields.end ? textOf(values, fields.end, context) : '',
  ]
  const when = from && to && from !== to ? `from ${from} to ${to}` : from || to
  return [
    name,
    span ? when : 'no dates',
    choice,
    span?.isBackwards ? 'it ends before it begins' : null,
    tooEarlyFor.length > 0 ? `begins before the end of ${listOf(tooEarlyFor.map(quoted))}` : null,
    isRefused ? 'a change of it is not stored' : null,
  ]
    .filter(Boolean)
    .join(', ')
}

const quoted = (name: string): string => `“${name}”`
