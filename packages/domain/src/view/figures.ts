/** Which figures suit a type, in the order in which they are offered. The database holds the same list. */
import type { FieldTypeName } from '../schema.ts'
import type { SummaryKind } from './view-config.ts'

const presence: readonly SummaryKind[] = ['count', 'empty', 'filled']
const values: readonly SummaryKind[] = [...presence, 'unique']
const numbers: readonly SummaryKind[] = [...values, 'sum', 'average', 'median', 'min', 'max']
const times: readonly SummaryKind[] = [...values, 'earliest', 'latest']

const figures: Readonly<Record<FieldTypeName, readonly SummaryKind[]>> = {
  text: values,
  long_text: values,
  email: values,
  url: values,
  integer: numbers,
  number: numbers,
  checkbox: ['count', 'checked'],
  date: times,
  datetime: times,
  single_select: values,
  status: values,
  person: values,
  attachment: presence,
  phone: values,
  percent: numbers,
  rating: numbers,
  duration: numbers,
  currency: numbers,
  link: presence,
  created_time: times,
  changed_time: times,
  created_by: values,
  changed_by: values,
  multi_select: values,
  json: presence,
  autonumber: [...values, 'min', 'max'],
}

export const figuresOf = (type: FieldTypeName): readonly SummaryKind[] => figures[type]
