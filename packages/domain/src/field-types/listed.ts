/**
 * Values of linked records in a row. They are kept as a text that no language and no zone is in (`concatenate`, `unique`); people read
 * them as values of their type are read everywhere.
 */
import { currencyDigits } from '../formats/money.ts'
import type { CellValue } from '../rows.ts'
import type { BaseSchema, Field, FieldTypeName, Listed, Table } from '../schema.ts'
import type { FieldType, ValueContext } from './field-type.ts'

const number = (digits: string): CellValue =>
  digits === '' || Number.isNaN(Number(digits)) ? null : Number(digits)

/** What the text of one value says; null: nothing that is read otherwise than it is written. Texts of these types have no commas. */
function valueOf(text: string, { type, options }: Listed): CellValue {
  switch (type) {
    case 'date':
    case 'datetime':
    case 'created_time':
    case 'changed_time':
      return text
    case 'integer':
    case 'rating':
    case 'number':
      return number(text)
    case 'percent':
      return number(`${text.replace('%', '')}e-2`)
    case 'currency':
      return number(`${text}e${currencyDigits(options.currency ?? '')}`)
    default:
      return null
  }
}

const written: ReadonlySet<FieldTypeName> = new Set([
  'date',
  'datetime',
  'created_time',
  'changed_time',
  'integer',
  'rating',
  'number',
  'percent',
  'currency',
])

/** The values of a row as they are read, in the language of the base. */
export function formatListed(text: string, listed: Listed, type: FieldType, context: ValueContext): string {
  if (!written.has(listed.type)) return text
  const read = text.split(', ').map((one) => {
    const value = valueOf(one, listed)
    return value === null ? one : type.formatText(value, listed, context)
  })
  // Numbers may have commas of their own.
  return read.join(read.some((one) => one.includes(',')) ? '; ' : ', ')
}

/** The schema of a base, in which fields of values in a row know what these are. */
export const withListed = (schema: BaseSchema): BaseSchema => ({
  ...schema,
  tables: schema.tables.map((table) => ({
    ...table,
    fields: table.fields.map((field) => {
      const listed = listedOf(field, table, schema.tables)
      return listed ? { ...field, listed } : field
    }),
  })),
})

function listedOf({ rollup, type }: Field, { fields }: Table, tables: readonly Table[]): Listed | null {
  if (type !== 'long_text' || (rollup?.function !== 'concatenate' && rollup?.function !== 'unique'))
    return null
  const target = fields.find(({ id }) => id === rollup.link)?.options.target
  const read = tables.find(({ id }) => id === target)?.fields.find(({ id }) => id === rollup.field)
  return read && written.has(read.type) ? { type: read.type, options: read.options } : null
}
