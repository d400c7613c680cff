/** What a rollup computes, in words. */
import { fieldTypes, type Rollup, type RollupFunction, type Table } from '@plinth/domain'
import { formulaText } from './formula-text.ts'

export const rollupLabels: Readonly<Record<RollupFunction, string>> = {
  count: 'Count',
  sum: 'Sum',
  average: 'Average',
  min: 'Smallest',
  max: 'Largest',
  any: 'True for one at least',
  all: 'True for all',
  concatenate: 'All values, in a row',
  unique: 'Each value once, in a row',
  first: 'Of the first record',
  last: 'Of the last record',
}

export const rollupDescriptions: Readonly<Partial<Record<RollupFunction, string>>> = {
  concatenate: 'With commas between them, in the order in which the records were linked.',
  unique: 'With commas between them, in the order in which they come first.',
  first: 'Of the record that was linked first.',
  last: 'Of the record that was linked last.',
}

const phrases: Readonly<Record<RollupFunction, (field: string) => string>> = {
  count: () => 'how many records are linked',
  sum: (field) => `the sum of ${field}`,
  average: (field) => `the average of ${field}`,
  min: (field) => `the smallest ${field}`,
  max: (field) => `the largest ${field}`,
  any: (field) => `whether ${field} is true for one at least`,
  all: (field) => `whether ${field} is true for all`,
  concatenate: (field) => `${field}, one value behind the other,`,
  unique: (field) => `${field}, each value once,`,
  first: (field) => `${field} of the first record`,
  last: (field) => `${field} of the last record`,
}

/** “the sum of “Hours” in “Tasks”, where {Done}”. */
export function rollupText(rollup: Rollup, table: Pick<Table, 'fields'>, tables: readonly Table[]): string {
  const link = table.fields.find(({ id }) => id === rollup.link)
  const target = tables.find(({ id }) => id === link?.options.target)
  const read = target?.fields.find(({ id }) => id === rollup.field)
  const where = rollup.filter && target ? `, where ${formulaText(rollup.filter, target)}` : ''
  const name = `“${read?.name ?? fieldTypes.text.label}”`
  const isOnly = link?.options.single === true && (rollup.function === 'first' || rollup.function === 'last')
  return `${isOnly ? `${name} of the record` : phrases[rollup.function](name)} in “${link?.name ?? ''}”${where}`
}
