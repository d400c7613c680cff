import { refuse } from '../gateway/api-error.ts'
import { filterSql, tableSql, whereSql } from './build-filter.ts'
import { quoteName } from './quoting.ts'
import type { ReadPlan } from './read-plan.ts'
import type { JsonBody } from './request-body.ts'
import type { ColumnModel, TableModel } from './schema-model.ts'
import type { SqlText } from './sql-text.ts'

/** A write, planned: every name is a column of the table. */
export type WritePlan =
  | {
      kind: 'insert'
      table: TableModel
      columns: ColumnModel[]
      body: JsonBody
      missing: 'default' | 'null'
      conflict: { columns: ColumnModel[]; resolution: 'merge' | 'ignore' } | undefined
    }
  | { kind: 'update'; table: TableModel; columns: ColumnModel[]; body: JsonBody; missing: 'default' | 'null' }
  | { kind: 'delete'; table: TableModel }

/** The columns of `names`, in that order; refuses unknown ones (PGRST204). */
export function columnsOf(table: TableModel, names: string[]): ColumnModel[] {
  return names.map((name) => {
    const column = table.columns.get(name)
    if (!column) {
      refuse(400, 'PGRST204', `Could not find the '${name}' column of '${table.name}' in the schema cache`)
    }
    return column
  })
}

/** The statement, ending in `returning`; `read` gives the filters and tells what is to be returned. */
export function writeSql(sql: SqlText, plan: WritePlan, read: ReadPlan, withRows: boolean): string {
  const returning = ` returning ${withRows ? returnedColumns(plan.table, read) : '1'}`
  switch (plan.kind) {
    case 'insert':
      return insertSql(sql, plan) + returning
    case 'update':
      return updateSql(sql, plan, read) + returning
    case 'delete':
      return `delete from ${tableSql(plan.table)}${filteredBy(sql, plan.table, read, 'DELETE')}${returning}`
  }
}

/** Only what the answer needs: the caller may lack the right to read other columns. */
function returnedColumns(table: TableModel, read: ReadPlan): string {
  const rows = quoteName(table.name)
  if (read.columns.some((item) => item.kind === 'star')) return `${rows}.*`
  const names = new Set<string>()
  for (const item of read.columns) if (item.kind === 'column') names.add(item.column.name)
  for (const embed of read.embeds) for (const [mine] of embed.relation.columns) names.add(mine)
  for (const { term, embed } of read.order) if (!embed) names.add(term.column.name)
  return names.size === 0 ? '1' : [...names].map((name) => `${rows}.${quoteName(name)}`).join(', ')
}

/** A hosted project refuses a write without WHERE in API sessions, in these words. */
function filteredBy(sql: SqlText, table: TableModel, read: ReadPlan, verb: string): string {
  if (read.filters.length === 0) refuse(400, '21000', `${verb} requires a WHERE clause`)
  const scope = { rows: quoteName(table.name), table }
  return whereSql(read.filters.map((filter) => filterSql(sql, scope, filter)))
}

/** Rows of the body as a FROM item with typed columns. */
function bodyRows(sql: SqlText, columns: ColumnModel[], body: JsonBody, missing: 'default' | 'null'): string {
  const types = columns.map((column) => `${quoteName(column.name)} ${column.type}`).join(', ')
  const json = sql.bind(body.text)
  const isList = Array.isArray(body.value)
  const defaults = columns.filter((column) => column.defaultSql !== null)
  if (missing === 'null' || defaults.length === 0) {
    return `${isList ? 'json_to_recordset' : 'json_to_record'}(${json}::json) as _(${types})`
  }
  const elements = isList ? `jsonb_array_elements(${json}::jsonb)` : `(select ${json}::jsonb)`
  // The expressions come from the catalog; the server wrote them.
  const pairs = defaults.map(
    (column) => `jsonb_build_object(${sql.bind(column.name)}::text, ${column.defaultSql})`,
  )
  return `(select ${pairs.join(' || ')} || element as row from ${elements} as elements(element)) as filled,
    lateral jsonb_to_record(filled.row) as _(${types})`
}

function insertSql(sql: SqlText, plan: Extract<WritePlan, { kind: 'insert' }>): string {
  const { table, columns, body } = plan
  const target = `insert into ${tableSql(table)}`
  const conflict = conflictSql(plan)
  if (columns.length === 0) {
    const count = Array.isArray(body.value) ? body.value.length : 1
    // Postgres inserts one row of defaults at a time; no rows is an insert of nothing.
    if (count === 1) return `${target} default values${conflict}`
    if (count > 1) refuse(400, 'PGRST102', 'Rows without columns can be inserted one at a time only')
    return `${target} select from (select 1 where false) as nothing`
  }
  const names = columns.map((column) => quoteName(column.name)).join(', ')
  const values = columns.map((column) => `_.${quoteName(column.name)}`).join(', ')
  return `${target} (${names}) select ${values} from ${bodyRows(sql, columns, body, plan.missing)}${conflict}`
}

function conflictSql({ conflict, columns }: Extract<WritePlan, { kind: 'insert' }>): string {
  if (!conflict) return ''
  const target =
    conflict.columns.length > 0 ? ` (${conflict.columns.map((c) => quoteName(c.name)).join(', ')})` : ''
  if (conflict.resolution === 'ignore' || columns.length === 0) return ` on conflict${target} do nothing`
  const sets = columns.map((column) => `${quoteName(column.name)} = excluded.${quoteName(column.name)}`)
  return ` on conflict${target} do update set ${sets.join(', ')}`
}

function updateSql(sql: SqlText, plan: Extract<WritePlan, { kind: 'update' }>, read: ReadPlan): string {
  const { table, columns, body } = plan
  const rows = bodyRows(sql, columns, body, plan.missing)
  const sets = columns.map((column) => `${quoteName(column.name)} = _.${quoteName(column.name)}`)
  const source = rows.startsWith('(select') ? `(select _.* from ${rows}) as _` : rows
  return `update ${tableSql(table)} set ${sets.join(', ')} from ${source}${filteredBy(sql, table, read, 'UPDATE')}`
}
