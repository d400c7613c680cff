import type { MiddlewareHandler } from 'hono'

const EXPOSED = [
  'Content-Range',
  'Content-Profile',
  'Content-Encoding',
  'Content-Location',
  'Location',
  'Preference-Applied',
  'Range-Unit',
  'ETag',
  'Retry-After',
  'X-Total-Count',
  'Link',
  'WWW-Authenticate',
  // Of resumable uploads.
  'Tus-Resumable',
  'Upload-Expires',
  'Upload-Length',
  'Upload-Metadata',
  'Upload-Offset',
].join(', ')

/**
 * Lets other origins call the API, as a hosted project does. Callers show a key and a token, never a
 * cookie, so a foreign page gains nothing that it could not send itself.
 */
export const allowOtherOrigins: MiddlewareHandler = async (c, next) => {
  const isPreflight =
    c.req.method === 'OPTIONS' && c.req.header('access-control-request-method') !== undefined
  if (isPreflight) {
    return new Response(null, {
      status: 204,
      headers: {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
        'access-control-allow-headers': c.req.header('access-control-request-headers') ?? '*',
        'access-control-max-age': '3600',
        vary: 'Access-Control-Request-Headers',
      },
    })
  }
  await next()
  c.res.headers.set('access-control-allow-origin', '*')
  c.res.headers.set('access-control-expose-headers', EXPOSED)
}
