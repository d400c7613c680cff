import { columnSql, filterSql, type RowsScope, tableSql, whereSql } from './build-filter.ts'
import { quoteName } from './quoting.ts'
import type { ColumnItem, EmbedPlan, PlannedOrder, ReadPlan } from './read-plan.ts'
import type { Relation } from './schema-model.ts'
import type { SqlText } from './sql-text.ts'

export interface ReadOptions {
  /** Leave out filters: they were applied where the rows come from. */
  skipFilters?: boolean
  /** Leave out the limit and the order. */
  skipRange?: boolean
}

/** A SELECT of the plan's rows out of `source` (SQL for the FROM list). */
export function readSql(sql: SqlText, plan: ReadPlan, source: string, options: ReadOptions = {}): string {
  const scope: RowsScope = { rows: quoteName(plan.alias), table: plan.table }
  const joins = plan.embeds.map((embed) => embedJoin(sql, embed, scope)).join('')
  const conditions = options.skipFilters ? [] : plan.filters.map((filter) => filterSql(sql, scope, filter))
  const range = options.skipRange ? '' : orderSql(plan, scope) + limitSql(plan)
  return `select ${outputSql(plan, scope)} from ${source} as ${scope.rows}${joins}${whereSql(conditions)}${range}`
}

/** Counts what the read would find without its range. */
export function countSql(sql: SqlText, plan: ReadPlan, source: string): string {
  const scope: RowsScope = { rows: quoteName(plan.alias), table: plan.table }
  const needed = plan.embeds.filter((embed) => embed.isInner || isTested(plan, embed))
  const joins = needed.map((embed) => embedJoin(sql, embed, scope)).join('')
  const conditions = plan.filters.map((filter) => filterSql(sql, scope, filter))
  return `select 1 from ${source} as ${scope.rows}${joins}${whereSql(conditions)}`
}

function isTested(plan: ReadPlan, embed: EmbedPlan): boolean {
  const tests = (filters: ReadPlan['filters']): boolean =>
    filters.some((filter) =>
      filter.kind === 'group' ? tests(filter.parts) : filter.kind === 'embedTest' && filter.embed === embed,
    )
  return tests(plan.filters)
}

function outputSql(plan: ReadPlan, scope: RowsScope): string {
  const columns = plan.columns.map((item) => columnOutput(item, scope))
  const embeds = plan.embeds.flatMap(embedOutput)
  const all = [...columns, ...embeds]
  // A row without columns still counts as a row.
  return all.length === 0 ? '1' : all.join(', ')
}

function columnOutput(item: ColumnItem, scope: RowsScope): string {
  if (item.kind === 'star') return `${scope.rows}.*`
  const value = columnSql(scope, item.column)
  // The cast's text was read as words, digits and brackets only.
  const cast = item.cast === undefined ? value : `cast(${value} as ${item.cast})`
  return `${cast} as ${quoteName(item.name)}`
}

function isEmpty(plan: ReadPlan): boolean {
  return plan.columns.length === 0 && plan.embeds.length === 0
}

function embedOutput(embed: EmbedPlan): string[] {
  if (isEmpty(embed.plan)) return []
  const lateral = quoteName(embed.lateral)
  if (embed.isSpread) {
    const { columns, embeds } = embed.plan
    return [
      ...columns.map((item) =>
        item.kind === 'star'
          ? `${lateral}.*`
          : `${lateral}.${quoteName(item.name)} as ${quoteName(item.name)}`,
      ),
      ...embeds
        .filter((inner) => !inner.isSpread && !isEmpty(inner.plan))
        .map((inner) => `${lateral}.${quoteName(inner.name)} as ${quoteName(inner.name)}`),
    ]
  }
  const name = quoteName(embed.name)
  if (embed.relation.cardinality === 'one') return [`row_to_json(${lateral}.*) as ${name}`]
  return [`coalesce(${lateral}.${lateral}, '[]') as ${name}`]
}

function embedJoin(sql: SqlText, embed: EmbedPlan, outer: RowsScope): string {
  const { relation, plan } = embed
  const lateral = quoteName(embed.lateral)
  const scope: RowsScope = { rows: quoteName(plan.alias), table: plan.table }
  const joins = plan.embeds.map((inner) => embedJoin(sql, inner, scope)).join('')
  const conditions = [
    ...relationConditions(relation, outer.rows, scope.rows),
    ...plan.filters.map((filter) => filterSql(sql, scope, filter)),
  ]
  const between = relation.through ? `, ${tableSql(relation.through)} as "between"` : ''
  const range = relation.cardinality === 'many' ? orderSql(plan, scope) + limitSql(plan) : ''
  const rows = `select ${outputSql(plan, scope)} from ${tableSql(relation.to)} as ${scope.rows}${joins}${between}${whereSql(conditions)}${range}`
  const join = embed.isInner ? ' inner join lateral' : ' left join lateral'
  if (relation.cardinality === 'one') return `${join} (${rows}) as ${lateral} on true`
  const list = `select json_agg(${lateral}.*) as ${lateral} from (${rows}) as ${lateral}`
  const on = embed.isInner ? `${lateral}.${lateral} is not null` : 'true'
  return `${join} (${list}) as ${lateral} on ${on}`
}

/** Equality of two columns of two sets of rows. */
function equal(left: string, mine: string, right: string, other: string): string {
  return `${left}.${quoteName(mine)} = ${right}.${quoteName(other)}`
}

function relationConditions(relation: Relation, outer: string, inner: string): string[] {
  if (!relation.through) return relation.columns.map(([mine, other]) => equal(outer, mine, inner, other))
  return [
    ...relation.columns.map(([mine, other]) => equal(outer, mine, '"between"', other)),
    ...relation.through.columns.map(([mine, other]) => equal('"between"', mine, inner, other)),
  ]
}

function orderSql(plan: ReadPlan, scope: RowsScope): string {
  if (plan.order.length === 0) return ''
  return ` order by ${plan.order.map((order) => orderTerm(order, scope)).join(', ')}`
}

function orderTerm({ term, embed }: PlannedOrder, scope: RowsScope): string {
  const direction = term.direction === undefined ? '' : ` ${term.direction}`
  const nulls = term.nulls === undefined ? '' : ` nulls ${term.nulls}`
  if (!embed) return columnSql(scope, term.column) + direction + nulls
  const inner: RowsScope = { rows: '"ordering"', table: embed.plan.table }
  const conditions = relationConditions(embed.relation, scope.rows, inner.rows)
  const value = `(select ${columnSql(inner, term.column)} from ${tableSql(embed.relation.to)} as ${inner.rows}${whereSql(conditions)})`
  return value + direction + nulls
}

function limitSql(plan: ReadPlan): string {
  const limit = plan.limit === undefined ? '' : ` limit ${plan.limit}`
  return plan.offset > 0 ? `${limit} offset ${plan.offset}` : limit
}
