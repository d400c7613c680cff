/** Rollups: what a field is computed by from the records that are linked to its record. Equal to the database's `rollup_type`. */
import { familyOf, hasOptions } from './field-types/traits.ts'
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
      return extremeType(type)
    case 'any':
    case 'all':
      return type === 'checkbox' ? type : null
    case 'concatenate':
      return type === 'attachment' ? type : 'long_text'
    case 'unique':
      if (type === 'attachment') return null
      return hasOptions(type) ? 'multi_select' : 'long_text'
    case 'first':
    case 'last':
      return singleType(type)
  }
}

function extremeType(type: FieldTypeName): FieldTypeName | null {
  if (type === 'autonumber') return 'integer'
  const family = familyOf(type)
  if (family === 'datetime') return 'datetime'
  return ['integer', 'number', 'date'].includes(family) ? type : null
}

/** The value of one record, as it is: choices with the options of their field, people, files; numbers given once with their prefix. */
function singleType(type: FieldTypeName): FieldTypeName {
  const family = familyOf(type)
  if (family === 'choice') return 'single_select'
  if (family === 'datetime' || family === 'person') return family
  if (type === 'link') return 'long_text'
  return type === 'autonumber' ? 'text' : type
}

/** Has a rollup of this type the options of the field that it reads? */
export const takesOptions = (type: FieldTypeName): boolean =>
  type === 'currency' || type === 'rating' || hasOptions(type)

/** The type of a rollup that tells choices by what they are called, as all did once; null: it tells none. */
export const plainRollupType = (type: FieldTypeName): FieldTypeName | null =>
  type === 'single_select' ? 'text' : type === 'multi_select' ? 'long_text' : null

/**
 * Can what a function makes of a field of this type not be kept? Moments of change follow every write, names of people and of linked
 * records, and files, are told by the rights of each reader. Equal to the database's `is_rolled_late`.
 */
export function isRolledLate(name: RollupFunction, type: FieldTypeName): boolean {
  if (['changed_time', 'changed_by', 'attachment', 'link'].includes(type)) return true
  return familyOf(type) === 'person' && (name === 'concatenate' || name === 'unique')
}

/** What a lookup is: the value of the one record that can be linked; else all values, of choices each once. */
export function lookupFunction(isSingle: boolean, type: FieldTypeName): RollupFunction {
  if (isSingle) return 'first'
  return hasOptions(type) ? 'unique' : 'concatenate'
}

/** Functions over a field of this type. */
export const rollupFunctionsOf = (type: FieldTypeName): readonly RollupFunction[] =>
  rollupFunctions.filter((name) => name !== 'count' && rollupType(name, type) !== null)
