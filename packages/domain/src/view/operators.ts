/** Which operators suit a type, in the order in which they are offered. The database holds the same list. */
import type { FieldTypeName } from '../schema.ts'
import type { FilterOperator } from './filter.ts'

const presence: readonly FilterOperator[] = ['empty', 'not_empty']
const texts: readonly FilterOperator[] = [
  'contains',
  'not_contains',
  'is',
  'is_not',
  'starts_with',
  'ends_with',
  ...presence,
]
const numbers: readonly FilterOperator[] = ['is', 'is_not', 'lt', 'le', 'gt', 'ge', ...presence]
const dates: readonly FilterOperator[] = ['is', 'is_not', 'lt', 'le', 'gt', 'ge', 'within', ...presence]
const choices: readonly FilterOperator[] = ['is', 'is_not', 'any_of', 'none_of', ...presence]

const operators: Readonly<Record<FieldTypeName, readonly FilterOperator[]>> = {
  text: texts,
  long_text: texts,
  email: texts,
  url: texts,
  integer: numbers,
  number: numbers,
  checkbox: ['is'],
  date: dates,
  datetime: dates,
  single_select: choices,
  status: choices,
  person: choices,
  attachment: presence,
  phone: texts,
  percent: numbers,
  rating: numbers,
  duration: numbers,
  currency: numbers,
  link: ['any_of', 'none_of', 'contains', 'not_contains', ...presence],
  created_time: dates,
  changed_time: dates,
  created_by: choices,
  changed_by: choices,
  autonumber: numbers,
  json: ['contains', 'not_contains', 'has_key', ...presence],
  multi_select: ['any_of', 'all_of', 'none_of', 'is', ...presence],
}

export const operatorsOf = (type: FieldTypeName): readonly FilterOperator[] => operators[type]
