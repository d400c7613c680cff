/** Rollups: what a field is computed by from the records that are linked to its record. Equal to the database's `rollup_type`. */
import { familyOf } from './field-types/traits.ts'
import type { FieldId } from './ids.ts'
import type { FieldTypeName, RuleTree } from './schema.ts'

export const rollupFunctions = [
  'count',
  'sum',
  'average',
  'min',
  'max',
  'any',
  'all',
  'concatenate',
  'unique',
  'first',
  'last',
] as const
export type RollupFunction = (typeof rollupFunctions)[number]

export interface Rollup {
  /** A field of links of the same table. */
  readonly link: FieldId
  readonly function: RollupFunction
  /** Of the linked table; `count` reads none. */
  readonly field?: FieldId
  /** A condition on linked records: those alone count for which it is true. */
  readonly filter?: RuleTree
}

const summed: ReadonlySet<FieldTypeName> = new Set(['integer', 'number', 'percent', 'currency', 'duration'])

const kept = (type: FieldTypeName): FieldTypeName => (type === 'created_time' ? 'datetime' : type)

/** The type of a rollup's field, of a function over a field of this type; null: the function knows no such values. */
export function rollupType(name: RollupFunction, type: FieldTypeName | null): FieldTypeName | null {
  if (name === 'count') return 'integer'
  if (type === null) return null
  switch (name) {
    case 'sum':
      return type === 'rating' ? 'integer' : summed.has(type) ? type : null
    case 'average':
      if (type === 'integer' || type === 'rating') return 'number'
      return summed.has(type) ? type : null
    case 'min':
    case 'max':
      return isOrdered(type) ? kept(type) : null
    case 'any':
    case 'all':
      return type === 'checkbox' ? type : null
    case 'concatenate':
    case 'unique':
      return listed.has(type) ? 'long_text' : null
    case 'first':
    case 'last':
      if (!listed.has(type)) return null
      return familyOf(type) === 'choice' ? 'text' : kept(type)
  }
}

/** Types whose values can be told one behind the other: all but people, files, links and moments of change. */
const listed: ReadonlySet<FieldTypeName> = new Set([
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
])

const isOrdered = (type: FieldTypeName): boolean =>
  listed.has(type) && ['integer', 'number', 'date', 'datetime'].includes(familyOf(type))

/** Functions over a field of this type. */
export const rollupFunctionsOf = (type: FieldTypeName): readonly RollupFunction[] =>
  rollupFunctions.filter((name) => name !== 'count' && rollupType(name, type) !== null)
