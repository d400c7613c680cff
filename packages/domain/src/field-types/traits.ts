/** What is asked of a type by its name; each answer stands in the file of the type. */
import type { Field, FieldTypeName } from '../schema.ts'
import type { FilterOperator } from '../view/filter.ts'
import type { SummaryKind } from '../view/view-config.ts'
import type { FieldFamily } from './families.ts'
import { fieldTypes } from './registry.ts'

export const familyOf = (type: FieldTypeName): FieldFamily => fieldTypes[type].family

/** Are its values numbers? */
export const isNumeric = (type: FieldTypeName): boolean => {
  const family = familyOf(type)
  return family === 'integer' || family === 'number'
}

/** Are its values options of a list that the field has? */
export const hasOptions = (type: FieldTypeName): boolean => {
  const family = familyOf(type)
  return family === 'choice' || family === 'multi_select'
}

/** Are its values people? */
export const isOfPeople = (type: FieldTypeName): boolean => familyOf(type) === 'person'

/** Are its values moments? */
export const isOfMoments = (type: FieldTypeName): boolean => familyOf(type) === 'datetime'

/** Does the database give each record its value? Nobody writes it. */
export const isComputed = (type: FieldTypeName): boolean => fieldTypes[type].isComputed

/** Does nobody write the field? It is a formula or a rollup, or of a type that fills itself in. */
export const isComputedField = (field: {
  readonly type: FieldTypeName
  readonly formula?: object
  readonly rollup?: object
}): boolean => field.formula !== undefined || field.rollup !== undefined || isComputed(field.type)

export const isSortable = (type: FieldTypeName): boolean => fieldTypes[type].isSortable

export const isGroupable = (type: FieldTypeName): boolean => fieldTypes[type].isGroupable

/** Do records stand in an order, and together, by how many things the field holds, and not by which they are? */
export const isCounted = ({ type, options }: Pick<Field, 'type' | 'options'>): boolean =>
  type === 'attachment' || (type === 'link' && options.single !== true)

export const operatorsOf = (type: FieldTypeName): readonly FilterOperator[] => fieldTypes[type].operators

export const figuresOf = (type: FieldTypeName): readonly SummaryKind[] => fieldTypes[type].figures

const nameless: ReadonlySet<FieldTypeName> = new Set([
  'attachment',
  'link',
  'json',
  'multi_select',
  'changed_time',
])

/** Do values of this type name the records that have them: is each one text? */
export const namesRecords = (type: FieldTypeName): boolean => !nameless.has(type) && !isOfPeople(type)

/** The types that a field of this type can become. */
export const typeTargets = (type: FieldTypeName): readonly FieldTypeName[] =>
  fieldTypes[type].becomes.filter((target) => target !== type)

/**
 * The types that a field can become. One that is computed can also keep what it shows, and becomes no link: records could be named anew
 * while the links are made.
 */
export const targetsOf = (field: {
  readonly type: FieldTypeName
  readonly formula?: object
  readonly rollup?: object
}): readonly FieldTypeName[] =>
  field.formula || field.rollup
    ? [field.type, ...typeTargets(field.type).filter((target) => target !== 'link')]
    : typeTargets(field.type)
