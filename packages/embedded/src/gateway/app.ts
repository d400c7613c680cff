import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createAuthRoutes } from '../auth/routes.ts'
import type { GatewayContext } from '../context.ts'
import { createMailboxRoutes } from '../mail/routes.ts'
import type { RealtimeServer } from '../realtime/server.ts'
import { createRestRoutes } from '../rest/routes.ts'
import type { SchemaCache } from '../rest/schema-cache.ts'
import { createStorageRoutes } from '../storage/routes.ts'
import { apiError, errorResponse } from './api-error.ts'
import type { CaptchaPolicy } from './captcha-policy.ts'
import { compressJson } from './compress-json.ts'
import { allowOtherOrigins } from './cors.ts'
import { isLoopbackName } from './host-check.ts'
import { createStaticRoutes } from './static-files.ts'

/** A REST body larger than this is a mistake: imports are sent in chunks. */
const REST_BODY_BYTES = 32 * 1024 * 1024

export interface AppParts {
  ctx: GatewayContext
  cache: SchemaCache
  realtime: RealtimeServer
  /** Folder of the built app; undefined serves the API only. */
  appDir: string | undefined
  /** Secret of the mailbox page; undefined leaves the page out. */
  mailboxSecret: string | undefined
  captcha: CaptchaPolicy
}

/** Everything that answers HTTP, on one origin. */
export function createApp(parts: AppParts): Hono<{ Bindings: HttpBindings }> {
  const { ctx, cache, realtime, appDir, mailboxSecret, captcha } = parts
  const app = new Hono<{ Bindings: HttpBindings }>()
  app.onError((error) => {
    ctx.log(`request failed: ${error.stack ?? error.message}`)
    return errorResponse(apiError(500, 'XX000', 'Internal error'))
  })
  for (const service of ['/rest/v1/*', '/auth/v1/*', '/storage/v1/*', '/realtime/v1/*']) {
    app.use(service, allowOtherOrigins)
  }
  app.use('/rest/v1/*', compressJson)
  app.use('/rest/v1/*', bodyLimit({ maxSize: REST_BODY_BYTES, onError: refuseLargeBody }))
  app.route('/rest/v1', createRestRoutes(ctx, cache))
  app.route('/auth/v1', createAuthRoutes(ctx))
  app.route('/storage/v1', createStorageRoutes(ctx))
  app.route('/realtime/v1', realtime.routes)
  if (mailboxSecret !== undefined) app.route('/mailbox', createMailboxRoutes(ctx, mailboxSecret))
  app.get('/config.json', (c) =>
    c.json(
      {
        url: urlFor(ctx.siteUrl, c.req.header('host')),
        publishableKey: ctx.keys.publishableKey,
        embedded: true,
      },
      200,
      {
        'cache-control': 'no-store',
      },
    ),
  )
  app.get('/health', (c) => reportHealth(ctx).then((healthy) => c.json({ healthy }, healthy ? 200 : 503)))
  for (const service of ['/rest/*', '/auth/v1/*', '/storage/*', '/realtime/*', '/mailbox/*']) {
    app.all(service, () => errorResponse(apiError(404, '404', 'no Route matched with those values')))
  }
  if (appDir !== undefined) app.route('/', createStaticRoutes(appDir, captcha))
  return app
}

/**
 * Where the app finds its backend: at the name by which this machine was asked (`localhost`, `127.0.0.1`), since the app's own pages reach
 * nothing else over http.
 */
function urlFor(siteUrl: string, host: string | undefined): string {
  const site = new URL(siteUrl)
  return host !== undefined && isLoopbackName(host) && isLoopbackName(site.host)
    ? `${site.protocol}//${host}`
    : siteUrl
}

function refuseLargeBody(): Response {
  return errorResponse(apiError(413, 'PGRST102', `The request is larger than ${REST_BODY_BYTES} bytes`))
}

async function reportHealth(ctx: GatewayContext): Promise<boolean> {
  return ctx.pools.caller`select 1`.then(
    () => true,
    () => false,
  )
}
