/** Filters in plain words, and where a new condition begins. */
import {
  type Field,
  type FieldTypeName,
  type FilterCondition,
  type FilterOperator,
  isOfMoments,
  operatorsOf,
} from '@plinth/domain'

const plain: Record<FilterOperator, string> = {
  is: 'is',
  is_not: 'is not',
  any_of: 'is any of',
  all_of: 'has all of',
  none_of: 'is none of',
  contains: 'contains',
  not_contains: 'does not contain',
  has_key: 'has the name',
  starts_with: 'starts with',
  ends_with: 'ends with',
  lt: 'is less than',
  le: 'is at most',
  gt: 'is more than',
  ge: 'is at least',
  within: 'is within',
  empty: 'is empty',
  not_empty: 'is not empty',
}

const ofTimes: Partial<Record<FilterOperator, string>> = {
  lt: 'is before',
  le: 'is on or before',
  gt: 'is after',
  ge: 'is on or after',
}

const ofFiles: Partial<Record<FilterOperator, string>> = {
  empty: 'has no files',
  not_empty: 'has files',
}

const ofLinks: Partial<Record<FilterOperator, string>> = {
  any_of: 'has any of',
  none_of: 'has none of',
  empty: 'links nothing',
  not_empty: 'links something',
}

const ofSets: Partial<Record<FilterOperator, string>> = {
  any_of: 'has any of',
  none_of: 'has none of',
  is: 'is exactly',
}

const ownWords: Partial<Record<FieldTypeName, typeof ofSets>> = {
  attachment: ofFiles,
  link: ofLinks,
  multi_select: ofSets,
}

export function operatorWords(type: FieldTypeName, operator: FilterOperator): string {
  if (type === 'date' || isOfMoments(type)) return ofTimes[operator] ?? plain[operator]
  return ownWords[type]?.[operator] ?? plain[operator]
}

/** A condition on a field, with nothing to compare with yet. A checkbox is on or off at once. */
export function newCondition(field: Pick<Field, 'id' | 'type'>): FilterCondition {
  const [operator = 'empty'] = operatorsOf(field.type)
  return { field: field.id, operator, ...(field.type === 'checkbox' ? { value: true } : {}) }
}

/** Is what an operator compares with a list of options, people or records? Of sets it always is. */
export const comparesList = (type: FieldTypeName | undefined, operator: FilterOperator): boolean =>
  type === 'multi_select' || operator === 'any_of' || operator === 'none_of'

/** The condition with another operator; what it compares with stays where it suits that. */
export function withOperator(
  condition: FilterCondition,
  operator: FilterOperator,
  type?: FieldTypeName,
): FilterCondition {
  const { field, value } = condition
  const isPresence = operator === 'empty' || operator === 'not_empty'
  const isList = comparesList(type, operator)
  if (value === undefined || isPresence) return { field, operator }
  // A text is no list of records, nor the other way round.
  if (type === 'link' && isList !== Array.isArray(value)) return { field, operator }
  if (isList) return { field, operator, ...(typeof value === 'string' ? { value: [value] } : { value }) }
  if (Array.isArray(value))
    return { field, operator, ...(value[0] === undefined ? {} : { value: value[0] as string }) }
  const isPeriod = typeof value === 'object' && 'period' in value
  return isPeriod === (operator === 'within') ? { field, operator, value } : { field, operator }
}
