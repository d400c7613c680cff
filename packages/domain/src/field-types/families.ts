/**
 * What a type is kept and compared as: types of a family share their column, operators, figures and order; what a value may be and how
 * people write it is each type's own. Equal to the database's `family_of`.
 */
import type { FieldTypeName } from '../schema.ts'

const families = {
  text: 'text',
  long_text: 'text',
  email: 'text',
  url: 'text',
  phone: 'text',
  integer: 'integer',
  rating: 'integer',
  duration: 'integer',
  currency: 'integer',
  number: 'number',
  percent: 'number',
  checkbox: 'checkbox',
  date: 'date',
  datetime: 'datetime',
  single_select: 'choice',
  status: 'choice',
  created_time: 'datetime',
  changed_time: 'datetime',
  person: 'person',
  created_by: 'person',
  changed_by: 'person',
  attachment: 'attachment',
  link: 'link',
  multi_select: 'multi_select',
  autonumber: 'integer',
  json: 'json',
} as const satisfies Readonly<Record<FieldTypeName, string>>

export type FieldFamily = (typeof families)[FieldTypeName]

export const familyOf = (type: FieldTypeName): FieldFamily => families[type]

/** Are its values numbers? */
export const isNumeric = (type: FieldTypeName): boolean => {
  const family = familyOf(type)
  return family === 'integer' || family === 'number'
}
