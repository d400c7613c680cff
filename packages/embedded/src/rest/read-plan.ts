import { refuse } from '../gateway/api-error.ts'
import { splitPath } from './parse-filter.ts'
import type {
  ColumnPath,
  EmbedItem,
  Filter,
  OrderTerm,
  PathFilter,
  ReadRequest,
  SelectItem,
} from './read-request.ts'
import { findRelation } from './relations.ts'
import { keyOf, type Relation, type SchemaModel, type TableModel } from './schema-model.ts'

/** A read whose names are resolved; ready to become SQL. */
export interface ReadPlan {
  /** The model of the rows' table; undefined for rows of a function without one. */
  table: TableModel | undefined
  /** Name by which the rows are referred to in SQL; unique in the plan. */
  alias: string
  columns: ColumnItem[]
  embeds: EmbedPlan[]
  filters: PlannedFilter[]
  order: PlannedOrder[]
  limit: number | undefined
  offset: number
}

export type ColumnItem =
  | { kind: 'star' }
  | { kind: 'column'; column: ColumnPath; cast: string | undefined; name: string }

export interface EmbedPlan {
  relation: Relation
  isInner: boolean
  isSpread: boolean
  /** Key in the outer object. */
  name: string
  /** Alias of the lateral subquery. */
  lateral: string
  plan: ReadPlan
}

export type PlannedFilter = Exclude<Filter, { kind: 'group' }> | PlannedGroup | EmbedTest
export interface PlannedGroup {
  kind: 'group'
  join: 'and' | 'or'
  negated: boolean
  parts: PlannedFilter[]
}
/** `embed=is.null`: whether anything was found for an embed. */
export interface EmbedTest {
  kind: 'embedTest'
  embed: EmbedPlan
  isNull: boolean
}

export interface PlannedOrder {
  term: OrderTerm
  /** For an order by a to-one embed's column. */
  embed: EmbedPlan | undefined
}

interface Planner {
  schema: SchemaModel
  request: ReadRequest
  aliases: number
}

/** Resolves a request over `table` (or over rows called `rowsName` of no table we know). */
export function planRead(
  schema: SchemaModel,
  request: ReadRequest,
  table: TableModel | undefined,
  rowsName: string,
): ReadPlan {
  const planner: Planner = { schema, request: resolvePaths(request), aliases: 0 }
  return planRows(planner, request.select, table, rowsName, [])
}

/**
 * Every path of a filter, an order or a range must lead to an embed of the select. An embed is found by its
 * alias or its target; the paths returned name each step as `stepOf` does.
 */
function resolvePaths(request: ReadRequest): ReadRequest {
  const resolve = (path: string[]) => resolvePath(request.select, path)
  return {
    ...request,
    filters: request.filters.map((each) => ({ ...each, path: resolve(each.path) })),
    order: request.order.map((each) => ({ ...each, path: resolve(each.path) })),
    ranges: new Map([...request.ranges].map(([path, range]) => [resolve(splitPath(path)).join('.'), range])),
  }
}

function resolvePath(select: SelectItem[], path: string[]): string[] {
  let items = select
  return path.map((step) => {
    const embed = items.find((item): item is EmbedItem => item.kind === 'embed' && isNamed(item, step))
    if (!embed) {
      refuse(400, 'PGRST108', `'${step}' is not an embedded resource in this request`, {
        hint: `Verify that '${step}' is included in the 'select' query parameter.`,
      })
    }
    items = embed.select
    return stepOf(embed)
  })
}

function stepOf(embed: EmbedItem): string {
  return embed.alias ?? embed.target
}

function isNamed(embed: EmbedItem, name: string): boolean {
  return embed.alias === name || embed.target === name
}

function planRows(
  planner: Planner,
  items: SelectItem[],
  table: TableModel | undefined,
  alias: string,
  path: string[],
): ReadPlan {
  const embeds = items
    .filter((item) => item.kind === 'embed')
    .map((item) => planEmbed(planner, item, table, path))
  const range = planner.request.ranges.get(path.join('.')) ?? {}
  const { maxRows } = planner.schema
  return {
    table,
    alias,
    columns: items.filter((item) => item.kind !== 'embed').map(planColumn),
    embeds,
    filters: filtersAt(planner, path).map((filter) => planFilter(filter, embeds)),
    order: planner.request.order
      .filter((order) => samePath(order.path, path))
      .flatMap(({ terms }) => terms.map((term) => planOrder(term, embeds))),
    limit: Math.min(range.limit ?? maxRows, maxRows),
    offset: range.offset ?? 0,
  }
}

function planColumn(item: Exclude<SelectItem, EmbedItem>): ColumnItem {
  if (item.kind === 'star') return item
  const { column, cast } = item
  const lastKey = column.path.findLast((step) => typeof step.key === 'string')?.key
  return { kind: 'column', column, cast, name: item.alias ?? String(lastKey ?? column.name) }
}

function planEmbed(
  planner: Planner,
  item: EmbedItem,
  table: TableModel | undefined,
  path: string[],
): EmbedPlan {
  const relation = findRelation(planner.schema, table, item)
  planner.aliases += 1
  const number = planner.aliases
  const target = planner.schema.tables.get(keyOf(relation.to.schema, relation.to.name))
  const name = stepOf(item)
  if (item.isSpread && relation.cardinality === 'many') {
    refuse(400, 'PGRST119', `A spread operation on '${item.target}' is not possible`, {
      details: `'${relation.from.name}' and '${relation.to.name}' do not form a many-to-one or one-to-one relationship`,
    })
  }
  const inner = planRows(planner, item.select, target, `${relation.to.name}_${number}`, [...path, name])
  return {
    relation,
    isInner: item.isInner,
    isSpread: item.isSpread,
    name,
    lateral: `embed_${number}`,
    plan: inner,
  }
}

function filtersAt(planner: Planner, path: string[]): Filter[] {
  return planner.request.filters
    .filter((each: PathFilter) => samePath(each.path, path))
    .map((each) => each.filter)
}

function samePath(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((step, index) => step === right[index])
}

function planFilter(filter: Filter, embeds: EmbedPlan[]): PlannedFilter {
  if (filter.kind === 'group') {
    return { ...filter, parts: filter.parts.map((part) => planFilter(part, embeds)) }
  }
  const { test, column } = filter
  const embed = embeds.find((each) => each.name === column.name && column.path.length === 0)
  if (embed && test.op === 'is' && (test.value === 'null' || test.value === 'not_null')) {
    return { kind: 'embedTest', embed, isNull: (test.value === 'null') !== filter.negated }
  }
  return filter
}

function planOrder(term: OrderTerm, embeds: EmbedPlan[]): PlannedOrder {
  if (term.relation === undefined) return { term, embed: undefined }
  const embed = embeds.find((each) => each.name === term.relation || each.relation.to.name === term.relation)
  if (!embed) {
    refuse(400, 'PGRST108', `'${term.relation}' is not an embedded resource in this request`, {
      hint: `Verify that '${term.relation}' is included in the 'select' query parameter.`,
    })
  }
  if (embed.relation.cardinality === 'many') {
    refuse(400, 'PGRST118', `A related order on '${term.relation}' is not possible`)
  }
  return { term, embed }
}
