/** What the gateway knows of the exposed schemas: enough to plan a request without asking the database. */
export interface SchemaModel {
  /** Exposed schemas; the first is the default. */
  schemas: string[]
  maxRows: number
  /** Schemas searched behind the requested one. */
  extraSearchPath: string[]
  /** By `keyOf(schema, name)`. */
  tables: Map<string, TableModel>
  /** Overloads by `keyOf(schema, name)`. */
  functions: Map<string, FunctionModel[]>
  /** By `keyOf(schema, name)` of the table they start from; each foreign key appears from both ends. */
  relations: Map<string, Relation[]>
}

export interface TableModel {
  schema: string
  name: string
  columns: Map<string, ColumnModel>
  primaryKey: string[]
  isView: boolean
}

export interface ColumnModel {
  name: string
  /** As `format_type` prints it without modifiers. */
  type: string
  /** The default's expression; null without one. */
  defaultSql: string | null
}

export interface FunctionModel {
  schema: string
  name: string
  parameters: ParameterModel[]
  returns: ReturnModel
  isVolatile: boolean
  /** The function's own `set statement_timeout`. */
  statementTimeout: string | undefined
  /** Statement of the body that `safeupdate` would refuse; see `unfiltered-writes.ts`. */
  unfilteredWrite: string | undefined
}

export interface ParameterModel {
  name: string
  type: string
  hasDefault: boolean
  isVariadic: boolean
}

export interface ReturnModel {
  isSet: boolean
  kind: 'void' | 'scalar' | 'composite'
  /** json or jsonb: the value already is the document. */
  isJson: boolean
  /** The table whose rows are returned; relations can be embedded then. */
  table: { schema: string; name: string } | undefined
}

/** One way from a table to another. */
export interface Relation {
  constraint: string
  from: { schema: string; name: string }
  to: { schema: string; name: string }
  /** `many` when the other side holds the key. */
  cardinality: 'one' | 'many'
  /** Pairs of columns, from side first. */
  columns: [string, string][]
  /** For a many-to-many relation: the table between, with the pairs of its second half. */
  through?: { schema: string; name: string; constraint: string; columns: [string, string][] }
}

export function keyOf(schema: string, name: string): string {
  return JSON.stringify([schema, name])
}
