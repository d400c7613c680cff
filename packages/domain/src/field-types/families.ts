/**
 * What types have in common that the database keeps and compares alike: the column, the operators of filters, the figures, whether there
 * is an order and whether there are groups. Equal to the database's `family_of`. A type spreads its family and says what is different.
 */
import type { FilterOperator } from '../view/filter.ts'
import type { SummaryKind } from '../view/view-config.ts'

const familyNames = [
  'text',
  'integer',
  'number',
  'checkbox',
  'date',
  'datetime',
  'choice',
  'multi_select',
  'person',
  'attachment',
  'link',
  'json',
] as const
export type FieldFamily = (typeof familyNames)[number]

export interface FamilyTraits {
  /** How the database keeps a value. */
  readonly family: FieldFamily
  /** Operators of filters, in the order in which they are offered. The database holds the same list. */
  readonly operators: readonly FilterOperator[]
  /** Figures below a column, in the order in which they are offered. The database holds the same list. */
  readonly figures: readonly SummaryKind[]
  /** Can records be sorted by it? The database's sort key is the column, of choices the place of the option. */
  readonly isSortable: boolean
  /** Can records be grouped by it? The key of a group is the value, of a moment its day in the base's time zone. */
  readonly isGroupable: boolean
}

const presence = ['empty', 'not_empty'] as const
const ordered = ['is', 'is_not', 'lt', 'le', 'gt', 'ge'] as const
const count = ['count', 'empty', 'filled'] as const
const values = [...count, 'unique'] as const

const numbers = {
  operators: [...ordered, ...presence],
  figures: [...values, 'sum', 'average', 'median', 'min', 'max'],
  isSortable: true,
  isGroupable: true,
} as const satisfies Omit<FamilyTraits, 'family'>

const times = {
  operators: [...ordered, 'within', ...presence],
  figures: [...values, 'earliest', 'latest'],
  isSortable: true,
  isGroupable: true,
} as const satisfies Omit<FamilyTraits, 'family'>

const choices = {
  operators: ['is', 'is_not', 'any_of', 'none_of', ...presence],
  figures: values,
  isSortable: true,
  isGroupable: true,
} as const satisfies Omit<FamilyTraits, 'family'>

export const families: { readonly [F in FieldFamily]: FamilyTraits & { readonly family: F } } = {
  text: {
    family: 'text',
    operators: ['contains', 'not_contains', 'is', 'is_not', 'starts_with', 'ends_with', ...presence],
    figures: values,
    isSortable: true,
    isGroupable: true,
  },
  integer: { family: 'integer', ...numbers },
  number: { family: 'number', ...numbers },
  checkbox: {
    family: 'checkbox',
    operators: ['is'],
    figures: ['count', 'checked'],
    isSortable: true,
    isGroupable: true,
  },
  date: { family: 'date', ...times },
  datetime: { family: 'datetime', ...times },
  choice: { family: 'choice', ...choices },
  multi_select: {
    family: 'multi_select',
    operators: ['any_of', 'all_of', 'none_of', 'is', ...presence],
    figures: values,
    isSortable: true,
    isGroupable: true,
  },
  // By their names; who has left the base stands behind.
  person: { family: 'person', ...choices },
  // By how many they are.
  attachment: {
    family: 'attachment',
    operators: presence,
    figures: count,
    isSortable: true,
    isGroupable: true,
  },
  // To one record by its name, each a group of its own; to several by how many they are.
  link: {
    family: 'link',
    operators: ['any_of', 'none_of', 'contains', 'not_contains', ...presence],
    figures: count,
    isSortable: true,
    isGroupable: true,
  },
  // Documents have no order, and groups of one each would say nothing.
  json: {
    family: 'json',
    operators: ['contains', 'not_contains', 'has_key', ...presence],
    figures: count,
    isSortable: false,
    isGroupable: false,
  },
}
