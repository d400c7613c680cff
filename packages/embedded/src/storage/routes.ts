import { Hono } from 'hono'
import type { GatewayContext } from '../context.ts'
import { createBucketRoutes } from './buckets.ts'
import { createDownloadRoutes } from './download-routes.ts'
import { createObjectRoutes } from './object-routes.ts'
import { createResumableRoutes } from './resumable/resumable-routes.ts'
import { failures, StorageFailure } from './storage-failure.ts'
import { StorageService } from './storage-service.ts'
import { createUploadRoutes } from './upload-routes.ts'

/**
 * The storage service, to be mounted under `/storage/v1`. Files lie in `ctx.filesDir`; who may do what
 * is decided by the policies of `storage.objects` and `storage.buckets`, asked as the caller.
 */
export function createStorageRoutes(ctx: GatewayContext): Hono {
  const service = new StorageService(ctx)
  service.sweep().catch((error: unknown) => ctx.log(`storage: not swept: ${textOf(error)}`))
  const app = new Hono()
  app.route('/bucket', createBucketRoutes(service))
  // More special paths first: `/object/sign/…` is no bucket called "sign".
  app.route('/object', createObjectRoutes(service))
  app.route('/object', createUploadRoutes(service))
  app.route('/object', createDownloadRoutes(service))
  app.route('/upload/resumable', createResumableRoutes(service))
  app.get('/status', (c) => c.body(null, 200))
  app.all('*', () => {
    throw failures.routeNotFound()
  })
  app.onError((error, c) => {
    const isHead = c.req.method === 'HEAD'
    if (error instanceof StorageFailure) return error.toResponse(isHead)
    // A client that went away in the middle is no fault of ours.
    if (!c.req.raw.signal.aborted) ctx.log(`storage: ${textOf(error)}`)
    return new StorageFailure(500, 'Internal', 'Internal Server Error').toResponse(isHead)
  })
  return app
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
