import { readFile, stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import type { CaptchaPolicy, CaptchaSources } from './captcha-policy.ts'

const compress = promisify(gzip)

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}
const COMPRESSED = new Set(['.css', '.html', '.js', '.json', '.map', '.svg', '.txt', '.wasm'])

/**
 * The app's own pages may load nothing from elsewhere but pictures and data: a project on another origin
 * (the connect page) is reached by https or wss. Framed is nothing but files that are shown from memory.
 * The pages of links may load the project's captcha beside.
 */
function contentPolicy(captcha: CaptchaSources | null): string {
  const more = (kind: keyof CaptchaSources) => (captcha?.[kind] ?? []).map((source) => ` ${source}`).join('')
  return [
    "default-src 'self'",
    `script-src 'self'${more('script')}`,
    `style-src 'self' 'unsafe-inline'${more('style')}`,
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob: https:",
    `frame-src blob:${more('frame')}`,
    "font-src 'self' data:",
    "connect-src 'self' https: wss:",
    "worker-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

/** The page of a link. */
const isLinkPage = (path: string): boolean => path === 's'

const SECURITY = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
}

/** The page of a link may stand in any other page; the app itself in none, since there people press what they do not see. */
function securityOf(path: string, captcha: CaptchaSources | null): Record<string, string> {
  const ancestors = isLinkPage(path) ? '*' : "'none'"
  return {
    ...SECURITY,
    'content-security-policy': `${contentPolicy(captcha)}; frame-ancestors ${ancestors}`,
    ...(ancestors === '*' ? {} : { 'x-frame-options': 'DENY' }),
  }
}

interface LoadedFile {
  type: string
  body: Uint8Array<ArrayBuffer>
  compressed: Uint8Array<ArrayBuffer> | undefined
  modified: number
}

/** Serves the built app in `folder`; a path that is no file is the app's own route and gets its page. */
export function createStaticRoutes(folder: string, captcha: CaptchaPolicy): Hono {
  const loaded = new Map<string, LoadedFile>()
  const routes = new Hono()
  routes.get('*', async (c) => {
    const path = decodePath(new URL(c.req.url).pathname)
    if (path === undefined) return c.text('Bad request', 400)
    const isAsset = extname(path) !== ''
    const file = await load(loaded, folder, isAsset ? path : 'index.html')
    const security = securityOf(path, isLinkPage(path) ? await captcha() : null)
    if (file) return send(c, file, path, security)
    if (isAsset) return c.text('Not found', 404, security)
    return c.text('The app is not built yet. Run: npm run build', 503, security)
  })
  return routes
}

/** Path below the folder; undefined if it would leave it. */
function decodePath(pathname: string): string | undefined {
  try {
    const path = normalize(decodeURIComponent(pathname)).replace(/^[/\\]+/, '')
    return path.startsWith('..') || path.includes('\0') ? undefined : path
  } catch {
    return undefined
  }
}

async function load(
  loaded: Map<string, LoadedFile>,
  folder: string,
  path: string,
): Promise<LoadedFile | undefined> {
  const full = join(folder, path)
  const found = await stat(full).catch(() => undefined)
  if (!found?.isFile()) return undefined
  const known = loaded.get(path)
  if (known?.modified === found.mtimeMs) return known
  const body = new Uint8Array(await readFile(full))
  const extension = extname(path)
  const file: LoadedFile = {
    type: TYPES[extension] ?? 'application/octet-stream',
    body,
    compressed: COMPRESSED.has(extension) ? new Uint8Array(await compress(body)) : undefined,
    modified: found.mtimeMs,
  }
  loaded.set(path, file)
  return file
}

function send(c: Context, file: LoadedFile, path: string, security: Record<string, string>): Response {
  const headers = new Headers(security)
  const isHashed = path.startsWith(`assets${sep}`)
  headers.set('content-type', file.type)
  // Names below assets/ hold a hash of the content.
  headers.set('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
  headers.set('vary', 'Accept-Encoding')
  if (file.compressed && /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) {
    headers.set('content-encoding', 'gzip')
    return new Response(file.compressed, { headers })
  }
  return new Response(file.body, { headers })
}
