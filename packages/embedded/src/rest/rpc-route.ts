import { refuse } from '../gateway/api-error.ts'
import { type CallArguments, callSql } from './build-call.ts'
import { countSql, readSql } from './build-read.ts'
import { type Execution, execute, RESPONSE_SETTINGS } from './execute.ts'
import { bodySql } from './media.ts'
import { parseReadRequest } from './parse-request.ts'
import { planRead } from './read-plan.ts'
import { isObject, parseJsonBody } from './request-body.ts'
import { type ResolvedCall, resolveFunction } from './resolve-function.ts'
import { answer } from './respond.ts'
import { applyRangeHeader, type RestRequest, searchPathOf } from './rest-request.ts'
import { keyOf } from './schema-model.ts'
import { SqlText } from './sql-text.ts'

/** Serves `/rest/v1/rpc/:fn`: POST with a JSON body, GET and HEAD with arguments in the query. */
export async function serveRpc(request: RestRequest, name: string): Promise<Response> {
  const { method, cache, schemaName } = request
  if (method !== 'POST' && method !== 'GET' && method !== 'HEAD') {
    refuse(405, 'PGRST101', `Cannot use the ${method} method on RPC`)
  }
  const { args, given } = method === 'POST' ? await bodyArguments(request) : queryArguments(request)
  const call = await resolveFunction(cache, schemaName, name, given)
  const { unfilteredWrite } = call.fn
  if (unfilteredWrite !== undefined) {
    const verb = unfilteredWrite.startsWith('delete') ? 'DELETE' : 'UPDATE'
    refuse(400, '21000', `${verb} requires a WHERE clause`)
  }
  const current = { ...request, schema: await cache.current() }
  return call.fn.returns.kind === 'composite'
    ? serveRows(current, call, args)
    : serveScalar(current, call, args)
}

interface Arguments {
  args: CallArguments
  given: string[]
}

async function bodyArguments(request: RestRequest): Promise<Arguments> {
  const body = parseJsonBody(await request.readBody(), '{}')
  const given = isObject(body.value) ? Object.keys(body.value) : []
  return { args: { kind: 'json', text: body.text }, given }
}

const OPERATOR =
  /^(not\.)?(eq|neq|gte?|lte?|i?like|i?match|in|is|isdistinct|cs|cd|ov|sl|sr|nxr|nxl|adj|(pl|ph|w)?fts)(\(\w+\))?\./
const READ_PARAMETERS = /^(.+\.)?(select|order|limit|offset|columns|on_conflict|apikey|and|or)$/

/** In the query of a GET, what has no operator is an argument; it is taken out of the query. */
function queryArguments(request: RestRequest): Arguments {
  const values = new Map<string, string[]>()
  for (const [name, value] of request.query) {
    if (READ_PARAMETERS.test(name) || OPERATOR.test(value)) continue
    values.set(name, [...(values.get(name) ?? []), value])
  }
  for (const name of values.keys()) request.query.delete(name)
  return { args: { kind: 'texts', values }, given: [...values.keys()] }
}

function executionOf(request: RestRequest, call: ResolvedCall): Execution {
  const { ctx, identity, media, preferences, method, path, headers } = request
  // As PostgREST: what is not volatile, or was asked for by GET, runs without the right to write.
  const readOnly = method !== 'POST' || !call.fn.isVolatile
  return {
    ctx,
    identity,
    media,
    preferences,
    request: { method, path, headers },
    options: { readOnly, statementTimeout: call.fn.statementTimeout, searchPath: searchPathOf(request) },
    prepare: request.query.size === 0 && method === 'POST',
  }
}

async function serveScalar(request: RestRequest, call: ResolvedCall, args: CallArguments): Promise<Response> {
  const { returns } = call.fn
  if (returns.isSet && returns.kind === 'scalar') return serveList(request, call, args)
  const sql = new SqlText()
  const source = callSql(sql, call, args)
  const value = returns.isJson ? 'pgrst_scalar::text' : 'to_json(pgrst_scalar)::text'
  // The text of a void value is empty; reading it makes sure that the function runs.
  const none = `nullif(pgrst_scalar::text, '')`
  const body = returns.kind === 'void' ? none : `coalesce(${value}, 'null')`
  const text = `select 1 as rows, ${body} as body, null as total, ${RESPONSE_SETTINGS}
    from (${source}) as pgrst_source`
  const result = await execute(executionOf(request, call), text, sql)
  const status = returns.kind === 'void' ? 204 : 200
  return answer(result, { media: request.media, status, isHead: request.method === 'HEAD', offset: 0 })
}

/** A set of values that are no rows: a list with a range, capped as rows are. */
async function serveList(request: RestRequest, call: ResolvedCall, args: CallArguments): Promise<Response> {
  applyRangeHeader(request)
  const { limit, offset = 0 } = parseReadRequest(request.query).ranges.get('') ?? {}
  const { maxRows } = request.schema
  const sql = new SqlText()
  const source = callSql(sql, call, args)
  const isCounted = request.preferences.count !== undefined
  const text = `with pgrst_source as (${source}),
      pgrst_values as (select * from pgrst_source limit ${Math.min(limit ?? maxRows, maxRows)} offset ${offset})
    select count(*)::int as rows, coalesce(json_agg(pgrst_scalar), '[]')::text as body,
      ${isCounted ? '(select count(*) from pgrst_source)' : 'null'} as total, ${RESPONSE_SETTINGS}
    from pgrst_values`
  const result = await execute(executionOf(request, call), text, sql)
  return answer(result, { media: request.media, status: 200, isHead: request.method === 'HEAD', offset })
}

async function serveRows(request: RestRequest, call: ResolvedCall, args: CallArguments): Promise<Response> {
  applyRangeHeader(request)
  const { returns } = call.fn
  const { schema } = request
  const table = returns.table && schema.tables.get(keyOf(returns.table.schema, returns.table.name))
  const plan = planRead(schema, parseReadRequest(request.query), table, call.fn.name)
  const sql = new SqlText()
  const source = callSql(sql, call, args)
  const rows = readSql(sql, plan, 'pgrst_source')
  const exact = request.preferences.count !== undefined
  const counted = exact ? `, pgrst_count as (${countSql(sql, plan, 'pgrst_source')})` : ''
  const media = returns.isSet ? request.media : { ...request.media, kind: 'object' as const }
  const text = `with pgrst_source as (${source}), pgrst_rows as (${rows})${counted}
    select count(*)::int as rows, ${bodySql(media, 'pgrst_rows')} as body,
      ${exact ? '(select count(*) from pgrst_count)' : 'null'} as total, ${RESPONSE_SETTINGS}
    from (select * from pgrst_rows) as _row`
  const result = await execute(executionOf(request, call), text, sql)
  return answer(result, {
    media: request.media,
    status: 200,
    isHead: request.method === 'HEAD',
    offset: plan.offset,
  })
}
