/** A read, as the query string says it, before the schema is consulted. */
export interface ReadRequest {
  select: SelectItem[]
  filters: PathFilter[]
  order: PathOrder[]
  /** Limits and offsets by path of embeds, '' for the top. */
  ranges: Map<string, { limit?: number; offset?: number }>
}

export type SelectItem =
  | { kind: 'star' }
  | { kind: 'column'; column: ColumnPath; cast: string | undefined; alias: string | undefined }
  | EmbedItem

export interface EmbedItem {
  kind: 'embed'
  /** A relation's, a foreign key's or a column's name. */
  target: string
  hint: string | undefined
  alias: string | undefined
  isInner: boolean
  /** `...relation(…)`: its columns join those of the outer row. */
  isSpread: boolean
  select: SelectItem[]
}

/** A column, perhaps with a path into its JSON. */
export interface ColumnPath {
  name: string
  path: JsonStep[]
}

export interface JsonStep {
  /** `text` is the last arrow `->>`. */
  as: 'json' | 'text'
  key: string | number
}

/** A filter and the embed it belongs to ([] for the top). */
export interface PathFilter {
  path: string[]
  filter: Filter
}

export type Filter =
  | { kind: 'group'; join: 'and' | 'or'; negated: boolean; parts: Filter[] }
  | { kind: 'test'; column: ColumnPath; negated: boolean; test: Test }

export type Test =
  | { op: 'compare'; sql: string; value: string; quantifier: 'any' | 'all' | undefined }
  | { op: 'pattern'; sql: string; value: string; quantifier: 'any' | 'all' | undefined }
  | { op: 'is'; value: 'null' | 'not_null' | 'true' | 'false' | 'unknown' }
  | { op: 'in'; values: string[] }
  | { op: 'search'; fn: string; config: string | undefined; value: string }

export interface PathOrder {
  path: string[]
  terms: OrderTerm[]
}

export interface OrderTerm {
  /** Orders by a to-one embed's column. */
  relation: string | undefined
  column: ColumnPath
  direction: 'asc' | 'desc' | undefined
  nulls: 'first' | 'last' | undefined
}
