import { qualify, quoteName, quoteText } from './quoting.ts'
import type { PlannedFilter } from './read-plan.ts'
import type { ColumnPath, Test } from './read-request.ts'
import type { TableModel } from './schema-model.ts'
import type { SqlText } from './sql-text.ts'

/** The rows a condition speaks of. */
export interface RowsScope {
  /** Quoted name that qualifies columns. */
  rows: string
  table: TableModel | undefined
}

/** `column` as SQL, with the path into its JSON. */
export function columnSql({ rows, table }: RowsScope, column: ColumnPath): string {
  const base = `${rows}.${quoteName(column.name)}`
  if (column.path.length === 0) return base
  const type = table?.columns.get(column.name)?.type
  const json = type === undefined || type === 'json' || type === 'jsonb' ? base : `to_jsonb(${base})`
  const steps = column.path.map(({ as, key }) => {
    const arrow = as === 'text' ? '->>' : '->'
    return `${arrow}${typeof key === 'number' ? key : quoteText(key)}`
  })
  return json + steps.join('')
}

/** `where …`, or nothing. */
export function whereSql(conditions: string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

/** One filter as a condition. */
export function filterSql(sql: SqlText, scope: RowsScope, filter: PlannedFilter): string {
  if (filter.kind === 'group') {
    const parts = filter.parts.map((part) => filterSql(sql, scope, part))
    const joined = `(${parts.join(filter.join === 'and' ? ' and ' : ' or ')})`
    return filter.negated ? `not ${joined}` : joined
  }
  if (filter.kind === 'embedTest') {
    const lateral = quoteName(filter.embed.lateral)
    const found =
      filter.embed.relation.cardinality === 'many' ? `${lateral}.${lateral}` : `to_jsonb(${lateral})`
    return `${found} is ${filter.isNull ? '' : 'not '}null`
  }
  const condition = testSql(sql, columnSql(scope, filter.column), filter.test)
  return filter.negated ? `not (${condition})` : condition
}

function testSql(sql: SqlText, column: string, test: Test): string {
  switch (test.op) {
    case 'compare':
    case 'pattern': {
      const value = sql.bind(test.value)
      return `${column} ${test.sql} ${test.quantifier ? `${test.quantifier} (${value})` : value}`
    }
    case 'is':
      return `${column} is ${test.value === 'not_null' ? 'not null' : test.value}`
    case 'in':
      return `${column} = any (${sql.bind(arrayLiteral(test.values))})`
    case 'search': {
      const config = test.config === undefined ? '' : `${sql.bind(test.config)}::regconfig, `
      return `${column} @@ pg_catalog.${test.fn}(${config}${sql.bind(test.value)})`
    }
  }
}

/** A Postgres array literal of texts; the server gives it the column's type. */
function arrayLiteral(values: string[]): string {
  return `{${values.map((value) => `"${value.replaceAll(/(["\\])/g, '\\$1')}"`).join(',')}}`
}

/** The name of a table as SQL. */
export function tableSql(table: { schema: string; name: string }): string {
  return qualify(table.schema, table.name)
}
