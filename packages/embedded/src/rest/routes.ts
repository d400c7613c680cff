import type { Context } from 'hono'
import { Hono } from 'hono'
import type { GatewayContext } from '../context.ts'
import { errorResponse, refuse } from '../gateway/api-error.ts'
import { identify } from '../gateway/identity.ts'
import { sqlError } from '../gateway/sql-error.ts'
import { type RestRequest, readRestRequest } from './rest-request.ts'
import { serveRpc } from './rpc-route.ts'
import type { SchemaCache } from './schema-cache.ts'
import { serveTable } from './table-routes.ts'

/** Routes of `/rest/v1`: tables, views and functions of the exposed schemas, under the caller's rights. */
export function createRestRoutes(ctx: GatewayContext, cache: SchemaCache): Hono {
  const routes = new Hono()
  const serve = (handle: (request: RestRequest, name: string) => Promise<Response>) => (c: Context) =>
    serveAs(c, ctx, cache, handle)
  routes.all('/rpc/:name', serve(serveRpc))
  // No description of the schema is given: names are data.
  routes.all(
    '/',
    serve(() => refuse(404, 'PGRST125', 'Invalid path specified in request URL')),
  )
  routes.all('/:name', serve(serveTable))
  routes.all(
    '/*',
    serve(() => refuse(404, 'PGRST125', 'Invalid path specified in request URL')),
  )
  return routes
}

async function serveAs(
  c: Context,
  ctx: GatewayContext,
  cache: SchemaCache,
  handle: (request: RestRequest, name: string) => Promise<Response>,
): Promise<Response> {
  const identity = await identify(ctx, c.req.raw)
  if (!identity.ok) return errorResponse(identity.error)
  try {
    const request = await readRestRequest(c, { ctx, cache, identity: identity.value })
    return await handle(request, c.req.param('name') ?? '')
  } catch (error) {
    return errorResponse(sqlError(error, identity.value.role !== 'anon'))
  }
}
