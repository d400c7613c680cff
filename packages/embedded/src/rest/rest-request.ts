import type { Context } from 'hono'
import type { GatewayContext, Identity } from '../context.ts'
import { refuse } from '../gateway/api-error.ts'
import { chooseMedia, type Media } from './media.ts'
import { type Preferences, parsePreferences } from './preferences.ts'
import { quoteName } from './quoting.ts'
import type { SchemaCache } from './schema-cache.ts'
import type { SchemaModel } from './schema-model.ts'

/** A request to the REST service with its headers understood. */
export interface RestRequest {
  ctx: GatewayContext
  cache: SchemaCache
  identity: Identity
  schema: SchemaModel
  /** The exposed schema that is meant. */
  schemaName: string
  method: string
  /** Below /rest/v1, such as `/rpc/sum`. */
  path: string
  query: URLSearchParams
  headers: Headers
  media: Media
  preferences: Preferences
  readBody: () => Promise<string>
}

/** Reads the headers; refuses schemas that are not exposed (PGRST106). */
export async function readRestRequest(
  c: Context,
  parts: Pick<RestRequest, 'ctx' | 'cache' | 'identity'>,
): Promise<RestRequest> {
  const { method, headers } = c.req.raw
  const url = new URL(c.req.url)
  const schema = await parts.cache.current()
  const isRead = method === 'GET' || method === 'HEAD'
  const profile = headers.get(isRead ? 'accept-profile' : 'content-profile')
  const schemaName = profile ?? schema.schemas[0] ?? 'public'
  if (!schema.schemas.includes(schemaName)) {
    refuse(406, 'PGRST106', `Invalid schema: ${schemaName}`)
  }
  return {
    ...parts,
    schema,
    schemaName,
    method,
    path: decoded(url.pathname).replace(/^\/rest\/v1/, ''),
    query: url.searchParams,
    headers,
    media: chooseMedia(headers.get('accept')),
    preferences: parsePreferences(headers.get('prefer')),
    readBody: () => c.req.text(),
  }
}

/** A path that is not well encoded names nothing: it stays as it is. */
function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return pathname
  }
}

/** Offset and limit of a `Range: 0-24` header, merged into the query's own. */
export function applyRangeHeader(request: RestRequest): void {
  const range = /^(?:items=)?(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '')
  if (!range || request.query.has('limit') || request.query.has('offset')) return
  const first = Number(range[1])
  const last = range[2] === '' ? undefined : Number(range[2])
  if (last !== undefined && last < first) {
    refuse(416, 'PGRST103', 'Requested range not satisfiable', {
      details: 'The lower boundary must be lower than or equal to the upper boundary in the Range header.',
    })
  }
  request.query.set('offset', String(first))
  if (last !== undefined) request.query.set('limit', String(last - first + 1))
}

/** The requested schema first, then the ones that are always searched. */
export function searchPathOf({ schemaName, schema }: RestRequest): string {
  return [schemaName, ...schema.extraSearchPath].map(quoteName).join(', ')
}
