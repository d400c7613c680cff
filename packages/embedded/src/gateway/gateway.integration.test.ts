import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startTestBackend, type TestBackend } from '../testing.ts'

let appDir: string
let backend: TestBackend
beforeAll(async () => {
  appDir = await mkdtemp(join(tmpdir(), 'plinth-app-'))
  await mkdir(join(appDir, 'assets'))
  await writeFile(join(appDir, 'index.html'), '<!doctype html><title>app</title>')
  await writeFile(join(appDir, 'assets', 'main-abc.js'), 'export const x = 1')
  await writeFile(join(appDir, '..', 'plinth-outside.txt'), 'outside')
  backend = await startTestBackend({ migrations: false, appDir })
})
afterAll(async () => {
  await backend.stop()
  await rm(appDir, { recursive: true })
  await rm(join(appDir, '..', 'plinth-outside.txt'), { force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(backend.url + path, { headers })

const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy') ?? ''

/** Without the clean-up of paths and headers that `fetch` does. */
function rawStatus(path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((done, failed) => {
    const call = request(backend.url, { path, headers }, (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
    call.on('error', failed).end()
  })
}

describe('the origin', () => {
  it('serves the app for its routes, with a policy that runs no inline script', async () => {
    for (const path of ['/', '/base/42', '/sign-in?next=x']) {
      const page = await get(path)
      expect(page.status).toBe(200)
      expect(await page.text()).toContain('<title>app</title>')
      const policy = page.headers.get('content-security-policy') ?? ''
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain('frame-src blob:;')
      expect(page.headers.get('x-content-type-options')).toBe('nosniff')
      expect(page.headers.get('cache-control')).toBe('no-cache')
    }
  })

  it('lets other pages show the page of a link, and no other one of the app', async () => {
    for (const path of ['/s', '/s?embed']) {
      const page = await get(path)
      expect(page.headers.get('content-security-policy')).toContain('frame-ancestors *')
      expect(page.headers.get('x-frame-options')).toBeNull()
    }
    for (const path of ['/', '/s/', '/s/x', '/sign-in', '/S', '/assets/main-abc.js']) {
      const page = await get(path)
      expect([path, page.headers.get('content-security-policy')?.split('; ').at(-1)]).toEqual([
        path,
        "frame-ancestors 'none'",
      ])
      expect(page.headers.get('x-frame-options')).toBe('DENY')
    }
  })

  it('lets the pages of links, and no others, load the captcha that the project has', async () => {
    const without = await policyOf('/s')
    expect(without).toContain("script-src 'self';")
    await backend.sql.unsafe(`create schema plinth_private; create table plinth_private.captcha (provider text);
      insert into plinth_private.captcha values ('hcaptcha')`)
    await expect
      .poll(() => policyOf('/s'))
      .toContain("script-src 'self' https://hcaptcha.com https://*.hcaptcha.com;")
    expect(await policyOf('/s')).toContain('frame-src blob: https://hcaptcha.com https://*.hcaptcha.com;')
    for (const path of ['/', '/s/', '/b/x', '/assets/main-abc.js'])
      expect([path, await policyOf(path)]).toEqual([path, expect.not.stringContaining('hcaptcha')])
    // What the app does not show, the page does not load; nor what is no source.
    await backend.sql`update plinth_private.captcha set provider = 'https://evil.example; script-src *'`
    await expect.poll(() => policyOf('/s')).toBe(without)
    await backend.sql`drop schema plinth_private cascade`
  })

  it('lets hashed assets be kept for good, and does not give the page for a missing file', async () => {
    const asset = await get('/assets/main-abc.js')
    expect(asset.headers.get('cache-control')).toContain('immutable')
    expect(asset.headers.get('content-type')).toContain('text/javascript')
    expect((await get('/assets/main-gone.js')).status).toBe(404)
  })

  it.each([
    '/../plinth-outside.txt',
    '/..%2fplinth-outside.txt',
    '/%2e%2e/plinth-outside.txt',
    '/assets/%00.js',
  ])('serves nothing outside of the app’s folder: %s', async (path) => {
    expect(await rawStatus(path, {})).toBeGreaterThanOrEqual(400)
  })

  it('tells the app where it is, without any secret', async () => {
    const text = await (await get('/config.json')).text()
    expect(JSON.parse(text)).toEqual({
      url: backend.url,
      publishableKey: backend.publishableKey,
      embedded: true,
    })
    expect(text).not.toContain(backend.secretKey)
  })

  it('is at the name by which this machine was asked', async () => {
    const { port } = new URL(backend.url)
    const told = await (await fetch(`http://localhost:${port}/config.json`)).json()
    expect(told).toMatchObject({ url: `http://localhost:${port}` })
  })

  it('refuses requests under a foreign name', async () => {
    const port = new URL(backend.url).port
    expect(await rawStatus('/config.json', { host: `evil.example:${port}` })).toBe(421)
    expect(await rawStatus('/rest/v1/rpc/x', { host: `evil.example:${port}` })).toBe(421)
    expect(await rawStatus('/config.json', { host: `localhost:${port}` })).toBe(200)
  })

  it('refuses websockets under a foreign name or on other paths', async () => {
    const outcome = (path: string, headers: Record<string, string>) =>
      new Promise<string>((done) => {
        const socket = new WebSocket(`${backend.url.replace('http', 'ws')}${path}`, { headers })
        socket.on('open', () => {
          socket.close()
          done('open')
        })
        socket.on('error', () => done('refused'))
      })
    const path = `/realtime/v1/websocket?vsn=2.0.0&apikey=${backend.publishableKey}`
    expect(await outcome(path, {})).toBe('open')
    expect(await outcome(path, { host: 'evil.example' })).toBe('refused')
    expect(await outcome(path.replace('websocket', 'other'), {})).toBe('refused')
    expect(await outcome('/realtime/v1/websocket?vsn=2.0.0&apikey=wrong', {})).toBe('refused')
  })

  it('outlives websockets that break while they are refused', async () => {
    const thrown: unknown[] = []
    const note = (error: unknown) => void thrown.push(error)
    process.on('uncaughtExceptionMonitor', note)
    const { port } = new URL(backend.url)
    const head = `Host: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket`
    for (let attempt = 0; attempt < 20; attempt++) {
      await new Promise<void>((done) => {
        const socket = connect(Number(port), '127.0.0.1', () => {
          // Request and reset arrive together: the answer meets a socket that is gone.
          socket.write(`GET /other HTTP/1.1\r\n${head}\r\n\r\n`)
          socket.resetAndDestroy()
        })
        socket.on('error', () => undefined).on('close', () => done())
      })
    }
    expect((await get('/health')).status).toBe(200)
    process.off('uncaughtExceptionMonitor', note)
    expect(thrown).toEqual([])
  })

  it('lets other origins call the API but not read the app’s own pages', async () => {
    const preflight = await fetch(`${backend.url}/rest/v1/rpc/x`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,content-profile',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,content-profile')
    const refused = await get('/rest/v1/x', { origin: 'https://app.example' })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*'])
    expect((await get('/config.json')).headers.get('access-control-allow-origin')).toBeNull()
    expect((await get('/mailbox')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('shows the mailbox only with its secret', async () => {
    expect((await get('/mailbox')).status).toBe(403)
    const opened = await fetch(backend.mailboxUrl, { redirect: 'manual' })
    expect(opened.status).toBe(303)
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? ''
    expect((await get('/mailbox', { cookie })).status).toBe(200)
  })

  it('refuses bodies beyond the limit', async () => {
    const answer = await fetch(`${backend.url}/rest/v1/rpc/x`, {
      method: 'POST',
      headers: { apikey: backend.publishableKey },
      body: Buffer.alloc(33 * 1024 * 1024),
    })
    expect(answer.status).toBe(413)
  })

  it('answers unknown API paths with JSON, not with the app', async () => {
    const answer = await get('/storage/v9/x')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json; charset=utf-8',
    ])
  })

  it('reports its health', async () => {
    expect(await (await get('/health')).json()).toEqual({ healthy: true })
  })
})
