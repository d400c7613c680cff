/**
 * Filters of a view: conditions on fields, joined by "and" and "or" in groups. They travel as JSON to the database, which
 * checks each part again and compiles it; the browser never evaluates them.
 *
 * One meaning on both sides: a condition with nothing to compare with is incomplete and filters nothing; negative operators
 * (`is_not`, `none_of`, `not_contains`) hold for empty cells too; text is compared without regard to case. A tick is there or not:
 * `is` false holds for empty cells. Days are those of the base's time zone; a date-time is compared by its day, or as a
 * moment where the value is one (ISO 8601). Options and people that are gone are nowhere. Of a set of options `is` means exactly these.
 *
 * A filter that is not as it must be is refused as a whole (`invalid_input`, rule `filter`, with the field): at most 5 groups within one
 * another, 50 conditions, 500 options or people in a list.
 */
import type { FieldId } from '../ids.ts'

export const filterOperators = [
  'is',
  'is_not',
  'any_of',
  'all_of',
  'none_of',
  'contains',
  'not_contains',
  'has_key',
  'starts_with',
  'ends_with',
  'lt',
  'le',
  'gt',
  'ge',
  'within',
  'empty',
  'not_empty',
] as const
export type FilterOperator = (typeof filterOperators)[number]

/** A day by its name: found anew in the base's time zone whenever the view is read. */
export interface RelativeDay {
  /** Days from today: −1 is yesterday. */
  readonly day: number
}

/**
 * A stretch of days. `this` is the whole day, week, month or year that today is in; `past` ends with today and `next` begins
 * with it, today being one of their days: the past 7 days are today and the six before.
 */
export interface Period {
  readonly period: 'this' | 'past' | 'next'
  readonly unit: 'day' | 'week' | 'month' | 'year'
  /** How many units, from 1 to 1,000; 1 with `this`. */
  readonly count: number
}

/** `me` in a list of people stands for whoever looks. */
export type FilterValue = string | number | boolean | readonly string[] | RelativeDay | Period

export interface FilterCondition {
  readonly field: FieldId
  readonly operator: FilterOperator
  /** Absent for `empty` and `not_empty`. */
  readonly value?: FilterValue
}

export interface FilterGroup {
  readonly join: 'and' | 'or'
  readonly items: readonly (FilterCondition | FilterGroup)[]
}
