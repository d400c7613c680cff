import type { Sql } from 'postgres'
import {
  type FunctionModel,
  keyOf,
  type ParameterModel,
  type Relation,
  type SchemaModel,
  type TableModel,
} from './schema-model.ts'
import {
  type ColumnRow,
  type ForeignKeyRow,
  type FunctionRow,
  readBodies,
  readColumns,
  readConfig,
  readForeignKeys,
  readFunctions,
} from './schema-queries.ts'
import { functionsWithUnfilteredWrites } from './unfiltered-writes.ts'

/** As a hosted project starts out. */
const DEFAULT_SCHEMAS = 'public, graphql_public'
const DEFAULT_MAX_ROWS = 1000
const DEFAULT_EXTRA_SEARCH_PATH = 'public, extensions'

/** Reads all of the exposed schemas. */
export async function loadSchema(sql: Sql): Promise<SchemaModel> {
  const config = await readConfig(sql)
  const schemas = splitList(config.get('db_schemas') ?? config.get('db_schema') ?? DEFAULT_SCHEMAS)
  const [columns, foreignKeys, functions, bodies] = await Promise.all([
    readColumns(sql, schemas),
    readForeignKeys(sql, schemas),
    readFunctions(sql, schemas),
    readBodies(sql),
  ])
  const maxRows = Number(config.get('db_max_rows') ?? DEFAULT_MAX_ROWS)
  return {
    schemas,
    maxRows: Number.isInteger(maxRows) && maxRows > 0 ? maxRows : DEFAULT_MAX_ROWS,
    extraSearchPath: splitList(config.get('db_extra_search_path') ?? DEFAULT_EXTRA_SEARCH_PATH),
    tables: tableModels(columns),
    functions: functionModels(functions, functionsWithUnfilteredWrites(bodies)),
    relations: relationModels(foreignKeys),
  }
}

function splitList(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
    .filter((name) => name !== '')
}

function tableModels(rows: ColumnRow[]): Map<string, TableModel> {
  const tables = new Map<string, TableModel>()
  for (const row of rows) {
    const key = keyOf(row.schema, row.table)
    const table: TableModel = tables.get(key) ?? {
      schema: row.schema,
      name: row.table,
      columns: new Map(),
      primaryKey: [],
      isView: row.isView,
    }
    table.columns.set(row.column, { name: row.column, type: row.type, defaultSql: row.defaultSql })
    if (row.isKey) table.primaryKey.push(row.column)
    tables.set(key, table)
  }
  return tables
}

function functionModels(rows: FunctionRow[], unfiltered: Map<string, string>): Map<string, FunctionModel[]> {
  const functions = new Map<string, FunctionModel[]>()
  for (const row of rows) {
    const key = keyOf(row.schema, row.name)
    const timeout = row.config?.find((setting) => setting.startsWith('statement_timeout='))
    const model: FunctionModel = {
      schema: row.schema,
      name: row.name,
      parameters: parametersOf(row),
      returns: returnsOf(row),
      isVolatile: row.isVolatile,
      statementTimeout: timeout?.slice(timeout.indexOf('=') + 1),
      unfilteredWrite: unfiltered.get(`${row.schema}.${row.name}`),
    }
    functions.set(key, [...(functions.get(key) ?? []), model])
  }
  return functions
}

function parametersOf(row: FunctionRow): ParameterModel[] {
  const all = row.argTypes.map((type, index) => ({
    name: row.argNames[index] ?? '',
    type,
    mode: row.argModes[index] ?? 'i',
  }))
  const inputs = all.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v')
  return inputs.map(({ name, type, mode }, index) => ({
    name,
    type,
    hasDefault: index >= inputs.length - row.defaults,
    isVariadic: mode === 'v',
  }))
}

function returnsOf(row: FunctionRow): FunctionModel['returns'] {
  const hasOutputs = row.argModes.filter((mode) => mode === 'o' || mode === 'b' || mode === 't').length > 1
  // A TABLE of one column is a row of one column, although Postgres calls its type by that column's.
  const isTable = row.argModes.includes('t')
  const isComposite =
    row.returnKind === 'c' || (row.returnType === 'record' && (hasOutputs || isTable)) || isTable
  const isVoid = row.returnType === 'void'
  return {
    isSet: row.isSet,
    kind: isVoid ? 'void' : isComposite || row.returnType === 'record' ? 'composite' : 'scalar',
    isJson: row.returnType === 'json' || row.returnType === 'jsonb',
    table:
      row.returnSchema !== null && row.returnTable !== null
        ? { schema: row.returnSchema, name: row.returnTable }
        : undefined,
  }
}

function relationModels(rows: ForeignKeyRow[]): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>()
  const add = (relation: Relation) => {
    const key = keyOf(relation.from.schema, relation.from.name)
    relations.set(key, [...(relations.get(key) ?? []), relation])
  }
  for (const row of rows) {
    const here = { schema: row.schema, name: row.table }
    const there = { schema: row.otherSchema, name: row.otherTable }
    const columns = pairs(row.columns, row.otherColumns)
    const { constraint } = row
    add({ constraint, from: here, to: there, cardinality: 'one', columns })
    add({
      constraint,
      from: there,
      to: here,
      cardinality: row.isUnique ? 'one' : 'many',
      columns: columns.map(([mine, other]) => [other, mine]),
    })
  }
  for (const relation of throughRelations(rows)) add(relation)
  return relations
}

/** A table whose primary key holds two foreign keys joins what they point at. */
function throughRelations(rows: ForeignKeyRow[]): Relation[] {
  const found: Relation[] = []
  for (const first of rows.filter((row) => row.inKey)) {
    const others = rows.filter(
      (row) => row !== first && row.inKey && row.schema === first.schema && row.table === first.table,
    )
    for (const second of others) {
      found.push({
        constraint: first.constraint,
        from: { schema: first.otherSchema, name: first.otherTable },
        to: { schema: second.otherSchema, name: second.otherTable },
        cardinality: 'many',
        columns: pairs(first.otherColumns, first.columns),
        through: {
          schema: first.schema,
          name: first.table,
          constraint: second.constraint,
          columns: pairs(second.columns, second.otherColumns),
        },
      })
    }
  }
  return found
}

function pairs(left: string[], right: string[]): [string, string][] {
  return left.map((name, index) => [name, right[index] ?? ''])
}
