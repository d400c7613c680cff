import { refuse } from '../gateway/api-error.ts'
import { asCaller } from '../gateway/identity.ts'
import { tableSql } from './build-filter.ts'
import { countSql, readSql } from './build-read.ts'
import { columnsOf, type WritePlan, writeSql } from './build-write.ts'
import { type Execution, execute, RESPONSE_SETTINGS, type StatementResult } from './execute.ts'
import { bodySql } from './media.ts'
import { parseReadRequest } from './parse-request.ts'
import { planRead, type ReadPlan } from './read-plan.ts'
import { parseJsonBody, rowsOf } from './request-body.ts'
import { answer, contentRange } from './respond.ts'
import { applyRangeHeader, type RestRequest, searchPathOf } from './rest-request.ts'
import type { TableModel } from './schema-model.ts'
import { SqlText } from './sql-text.ts'

/** Serves `/rest/v1/:table`. */
export async function serveTable(request: RestRequest, name: string): Promise<Response> {
  const table = await request.cache.table(request.schemaName, name)
  if (!table) {
    refuse(404, 'PGRST205', `Could not find the table '${request.schemaName}.${name}' in the schema cache`)
  }
  // The model may have been read anew to find the table.
  const current = { ...request, schema: await request.cache.current() }
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return serveRead(current, table)
    case 'POST':
      return serveWrite(current, table, await planInsert(current, table))
    case 'PATCH':
      return serveUpdate(current, table)
    case 'DELETE':
      return serveWrite(current, table, { kind: 'delete', table })
    default:
      return refuse(405, 'PGRST117', `Unsupported HTTP method: ${request.method}`)
  }
}

function executionOf(request: RestRequest, readOnly: boolean): Execution {
  const { ctx, identity, media, method, path, headers } = request
  // As PostgREST: what is read or inserted is not what a request affects.
  const isLimited = method === 'PATCH' || method === 'DELETE'
  const preferences = isLimited ? request.preferences : { ...request.preferences, maxAffected: undefined }
  const options = { readOnly, searchPath: searchPathOf(request) }
  return { ctx, identity, media, preferences, options, request: { method, path, headers }, prepare: false }
}

async function serveRead(request: RestRequest, table: TableModel): Promise<Response> {
  applyRangeHeader(request)
  const plan = planRead(request.schema, parseReadRequest(request.query), table, table.name)
  const sql = new SqlText()
  const rows = readSql(sql, plan, tableSql(table))
  const text = `with pgrst_source as (${rows})${countCte(sql, request, plan, tableSql(table))}
    select count(*)::int as rows, ${bodySql(request.media, 'pgrst_source')} as body,
      ${totalSql(request)} as total, ${RESPONSE_SETTINGS}
    from (select * from pgrst_source) as _row`
  const execution = executionOf(request, true)
  const result = await execute(execution, text, sql)
  await addPlannedTotal(execution, plan, result, request.schema.maxRows)
  return answer(result, {
    media: request.media,
    status: 200,
    isHead: request.method === 'HEAD',
    offset: plan.offset,
  })
}

function countCte(sql: SqlText, request: RestRequest, plan: ReadPlan, source: string): string {
  if (request.preferences.count !== 'exact') return ''
  return `, pgrst_count as (${countSql(sql, plan, source)})`
}

function totalSql(request: RestRequest): string {
  return request.preferences.count === 'exact' ? '(select count(*) from pgrst_count)' : 'null'
}

/**
 * `planned` takes the planner's estimate; `estimated` only where rows beyond the cap make counting dear. The estimate
 * knows rows that the policies hide, so for everybody whom policies bind `planned` is `estimated`: who sees no row gets 0.
 */
async function addPlannedTotal(
  execution: Execution,
  plan: ReadPlan,
  result: StatementResult,
  maxRows: number,
): Promise<void> {
  const { count } = execution.preferences
  if ((count !== 'planned' && count !== 'estimated') || !plan.table) return
  const sql = new SqlText()
  const counted = countSql(sql, plan, tableSql(plan.table))
  if (count === 'estimated' || execution.identity.role !== 'service_role') {
    const cap = maxRows + 1
    const probe = `select count(*)::int as rows, '' as body, null as total, ${RESPONSE_SETTINGS}
      from (${counted} limit ${cap}) as capped`
    const lenient = { ...execution, media: { ...execution.media, kind: 'array' as const } }
    const exact = await execute(lenient, probe, sql)
    if (exact.rows < cap) {
      result.total = exact.rows
      return
    }
  }
  result.total = Math.max(await plannedRows(execution, counted, sql), result.rows + plan.offset)
}

async function plannedRows(execution: Execution, counted: string, sql: SqlText): Promise<number> {
  const explained = await explain(execution, counted, sql)
  const plans: unknown = JSON.parse(explained)
  return Number((plans as { Plan?: { 'Plan Rows'?: number } }[])[0]?.Plan?.['Plan Rows'] ?? 0)
}

async function explain(execution: Execution, statement: string, sql: SqlText): Promise<string> {
  const { ctx, identity, request, options } = execution
  const rows = await asCaller(
    ctx,
    identity,
    request,
    async (tx) => tx.unsafe(`explain (format json) ${statement}`, sql.values, { prepare: false }),
    options,
  )
  return JSON.stringify(rows[0]?.['QUERY PLAN'] ?? [])
}

async function planInsert(request: RestRequest, table: TableModel): Promise<WritePlan> {
  const body = parseJsonBody(await request.readBody(), '[]')
  const { keys, isUniform } = rowsOf(body)
  const named = namedColumns(request)
  if (!named && !isUniform) refuse(400, 'PGRST102', 'All object keys must match')
  const { resolution, missing } = request.preferences
  const target = request.query.get('on_conflict')
  const conflictNames = target ? splitNames(target) : table.primaryKey
  return {
    kind: 'insert',
    table,
    body,
    columns: columnsOf(table, named ?? keys),
    missing,
    conflict: resolution && {
      columns: columnsOf(table, conflictNames),
      resolution: resolution === 'merge-duplicates' ? 'merge' : 'ignore',
    },
  }
}

function namedColumns(request: RestRequest): string[] | undefined {
  const columns = request.query.get('columns')
  return columns === null || columns === '' ? undefined : splitNames(columns)
}

function splitNames(text: string): string[] {
  const names = text.match(/"(?:[^"]|"")*"|[^,]+/g) ?? []
  return names.map((name) => name.trim().replace(/^"(.*)"$/s, '$1'))
}

async function serveUpdate(request: RestRequest, table: TableModel): Promise<Response> {
  const body = parseJsonBody(await request.readBody(), '{}')
  if (Array.isArray(body.value)) refuse(400, 'PGRST102', 'An update takes one object')
  const { keys } = rowsOf(body)
  const columns = columnsOf(table, namedColumns(request) ?? keys)
  if (columns.length === 0) {
    const empty = { body: '[]', rows: 0, total: null, status: null, headers: null }
    const status = request.preferences.return === 'representation' ? 200 : 204
    return answer(empty, { media: request.media, status, isHead: false, offset: 0 })
  }
  const { missing } = request.preferences
  return serveWrite(request, table, { kind: 'update', table, columns, body, missing })
}

/** Runs the write; the answer holds the rows only if asked for, so that no right to read is needed. */
async function serveWrite(request: RestRequest, table: TableModel, write: WritePlan): Promise<Response> {
  const query = parseReadRequest(request.query)
  const plan = { ...planRead(request.schema, query, table, table.name), limit: undefined, offset: 0 }
  const withRows = request.preferences.return === 'representation'
  const sql = new SqlText()
  const statement = writeSql(sql, write, plan, withRows)
  const rows = withRows
    ? readSql(sql, plan, 'pgrst_source', { skipFilters: true })
    : 'select 1 from pgrst_source'
  const text = `with pgrst_source as (${statement}), pgrst_rows as (${rows})
    select count(*)::int as rows, ${withRows ? bodySql(request.media, 'pgrst_rows') : 'null'} as body,
      null as total, ${RESPONSE_SETTINGS}
    from (select * from pgrst_rows) as _row`
  const result = await execute(executionOf(request, false), text, sql)
  return answerWrite(request, write, result, withRows)
}

function answerWrite(
  request: RestRequest,
  write: WritePlan,
  result: StatementResult,
  withRows: boolean,
): Response {
  if (request.preferences.count !== undefined) result.total = result.rows
  const range = write.kind === 'insert' ? contentRange({ ...result, rows: 0 }, 0) : contentRange(result, 0)
  const status = write.kind === 'insert' ? 201 : withRows ? 200 : 204
  const headers: Record<string, string> = { 'content-range': range }
  return answer(result, { media: request.media, status, isHead: false, headers })
}
