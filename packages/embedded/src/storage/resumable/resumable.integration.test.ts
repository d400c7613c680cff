import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileServices, startFileServices } from '../../realtime/testing/file-services.ts'

const MEMBER = randomUUID()
const STRANGER = randomUUID()
const BUCKET = 'papers'
const ROUTE = '/storage/v1/upload/resumable'
const LIMIT = 1_000_000

let services: FileServices
beforeAll(async () => {
  services = await startFileServices()
  await services.sql`insert into storage.buckets (id, name, file_size_limit, allowed_mime_types)
    values (${BUCKET}, ${BUCKET}, ${LIMIT}, array['text/*', 'application/octet-stream'])`
  await services.admin.unsafe(`
    create table public.announced (key text primary key, member uuid, bytes int, may_replace boolean default false);
    grant select on public.announced to authenticated;
    create policy up on storage.objects for insert to authenticated with check (
      exists (select 1 from public.announced as a where a.key = name and a.member = auth.uid()
              and a.bytes >= (metadata ->> 'contentLength')::int));
    create policy down on storage.objects for select to authenticated using (
      exists (select 1 from public.announced as a where a.key = name and a.member = auth.uid()));
    create policy over on storage.objects for update to authenticated using (
      exists (select 1 from public.announced as a where a.key = name and a.may_replace))`)
})
afterAll(() => services.stop())

async function announce(bytes = LIMIT): Promise<string> {
  const key = `a/${randomUUID()}`
  await services.admin`insert into public.announced values (${key}, ${MEMBER}, ${bytes})`
  return key
}

type Headers = Record<string, string>
async function headersOf(caller: string): Promise<Headers> {
  const { publishableKey, secretKey } = services.ctx.keys
  if (caller === 'service') return { apikey: secretKey }
  if (caller === 'nobody') return { apikey: publishableKey }
  return { apikey: publishableKey, authorization: `Bearer ${await services.token(caller)}` }
}

async function call(caller: string, method: string, path: string, more: Headers = {}, body?: Uint8Array) {
  const headers = { 'tus-resumable': '1.0.0', ...(await headersOf(caller)), ...more }
  return fetch(services.url + path, { method, headers, ...(body ? { body } : {}) } as RequestInit)
}

const encode = (fields: Headers) =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

function create(
  caller: string,
  key: string,
  length: number,
  more: { fields?: Headers; headers?: Headers } = {},
) {
  const fields = { bucketName: BUCKET, objectName: key, contentType: 'text/plain', ...more.fields }
  const headers = { 'upload-length': String(length), 'upload-metadata': encode(fields), ...more.headers }
  return call(caller, 'POST', ROUTE, headers)
}

async function begun(key: string, length: number, more = {}): Promise<string> {
  const answer = await create(MEMBER, key, length, more)
  expect(answer.status).toBe(201)
  return answer.headers.get('location')!
}

function patch(caller: string, path: string, offset: number, body: Uint8Array, more: Headers = {}) {
  const type = 'application/offset+octet-stream'
  return call(caller, 'PATCH', path, { 'upload-offset': String(offset), 'content-type': type, ...more }, body)
}

async function offsetOf(path: string): Promise<number> {
  const answer = await call(MEMBER, 'HEAD', path)
  expect(answer.status).toBe(200)
  return Number(answer.headers.get('upload-offset'))
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const rowsOf = (key: string) => services.sql`select metadata from storage.objects where name = ${key}`
const unfinished = () => readdir(join(services.ctx.filesDir, 'resumable'))

describe('a resumable upload', () => {
  it('comes in parts and ends as one object', async () => {
    const key = await announce()
    const content = randomBytes(300_000)
    const fields = { cacheControl: '3600', metadata: '{"page": 1}' }
    const path = await begun(key, content.length, { fields })
    expect(await offsetOf(path)).toBe(0)
    const first = await patch(MEMBER, path, 0, content.subarray(0, 100_000))
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '100000'])
    expect(first.headers.get('upload-expires')).toMatch(/GMT$/)
    expect(await offsetOf(path)).toBe(100_000)
    expect(await rowsOf(key)).toHaveLength(0)
    expect((await patch(MEMBER, path, 100_000, content.subarray(100_000))).status).toBe(204)
    const client = await services.client(MEMBER)
    const { data } = await client.storage.from(BUCKET).download(key)
    const read = Buffer.from(await data!.arrayBuffer())
    expect(hash(read)).toBe(hash(content))
    const { data: info } = await client.storage.from(BUCKET).info(key)
    expect(info).toMatchObject({
      size: 300_000,
      contentType: 'text/plain',
      cacheControl: 'max-age=3600',
      metadata: { page: 1 },
    })
  })

  it('is told whole to who lost the last answer, and cannot be ended then', async () => {
    const path = await begun(await announce(), 3)
    expect((await patch(MEMBER, path, 0, Buffer.from('abc'))).status).toBe(204)
    expect(await offsetOf(path)).toBe(3)
    expect((await call(MEMBER, 'DELETE', path)).status).toBe(409)
  })

  it('of no bytes is there at once', async () => {
    const key = await announce()
    await begun(key, 0)
    expect(await rowsOf(key)).toHaveLength(1)
  })

  it('keeps what came before the line broke', async () => {
    const key = await announce()
    const content = randomBytes(500_000)
    const path = await begun(key, content.length)
    const headers = {
      ...(await headersOf(MEMBER)),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': String(content.length),
    }
    const broken = request(services.url + path, { method: 'PATCH', headers }).on('error', () => undefined)
    broken.write(content.subarray(0, 200_000))
    await delay(100)
    broken.destroy()
    const offset = await offsetOf(path)
    expect(offset).toBeGreaterThan(0)
    expect(offset).toBeLessThanOrEqual(200_000)
    expect((await patch(MEMBER, path, offset, content.subarray(offset))).status).toBe(204)
    expect(await rowsOf(key)).toMatchObject([{ metadata: { size: 500_000 } }])
  })

  it('goes on while the request before it still hangs', async () => {
    const path = await begun(await announce(), 1000)
    const headers = {
      ...(await headersOf(MEMBER)),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': '1000',
    }
    const hanging = request(services.url + path, { method: 'PATCH', headers }).on('error', () => undefined)
    hanging.write(Buffer.alloc(10))
    await delay(100)
    expect(await offsetOf(path)).toBe(10)
    hanging.destroy()
    expect((await patch(MEMBER, path, 10, Buffer.alloc(990))).status).toBe(204)
  })

  it('that is given up leaves nothing', async () => {
    const before = await unfinished()
    const path = await begun(await announce(), 10)
    await patch(MEMBER, path, 0, Buffer.from('abc'))
    expect(await unfinished()).toHaveLength(before.length + 1)
    expect((await call(MEMBER, 'DELETE', path)).status).toBe(204)
    expect(await unfinished()).toEqual(before)
    expect((await call(MEMBER, 'HEAD', path)).status).toBe(404)
  })

  it('begun again for the same object takes the place of the one before', async () => {
    const key = await announce()
    const first = await begun(key, 10)
    const second = await begun(key, 10)
    expect((await call(MEMBER, 'HEAD', first)).status).toBe(404)
    expect(await offsetOf(second)).toBe(0)
  })

  it('whose row could not be written is stored when its uploader asks again', async () => {
    const key = await announce()
    const path = await begun(key, 3)
    await services.admin.unsafe(`
      create function public.fails() returns trigger language plpgsql as
        $$ begin if new.metadata ? 'eTag' then raise 'out of order'; end if; return new; end $$;
      create trigger fails before insert on storage.objects for each row execute function public.fails()`)
    expect((await patch(MEMBER, path, 0, Buffer.from('abc'))).status).toBe(500)
    expect((await call(MEMBER, 'HEAD', path)).status).toBe(500)
    await services.admin.unsafe('drop trigger fails on storage.objects; drop function public.fails()')
    expect(await offsetOf(path)).toBe(3)
    expect(await rowsOf(key)).toHaveLength(1)
  })

  it('replaces an object only where that is asked for and allowed', async () => {
    const key = await announce()
    await patch(MEMBER, await begun(key, 3), 0, Buffer.from('old'))
    expect((await create(MEMBER, key, 3)).status).toBe(409)
    const headers = { 'x-upsert': 'true' }
    expect((await create(MEMBER, key, 3, { headers })).status).toBe(403)
    await services.admin`update public.announced set may_replace = true where key = ${key}`
    const path = await begun(key, 3, { headers })
    expect((await patch(MEMBER, path, 0, Buffer.from('new'), headers)).status).toBe(204)
    const client = await services.client(MEMBER)
    expect(await (await client.storage.from(BUCKET).download(key)).data!.text()).toBe('new')
  })
})

describe('of a resumable upload', () => {
  it.each([
    ['a stranger', STRANGER],
    ['nobody', 'nobody'],
    ['the secret key', 'service'],
  ])('%s finds nothing', async (_, caller) => {
    const path = await begun(await announce(), 10)
    await patch(MEMBER, path, 0, Buffer.from('abc'))
    expect((await call(caller, 'HEAD', path)).status).toBe(404)
    expect((await patch(caller, path, 3, Buffer.from('x'))).status).toBe(404)
    expect((await call(caller, 'DELETE', path)).status).toBe(404)
    expect(await offsetOf(path)).toBe(3)
  })

  it('nobody begins one without the right to', async () => {
    const before = await unfinished()
    const key = await announce(100)
    for (const caller of [STRANGER, 'nobody']) expect((await create(caller, key, 10)).status).toBe(403)
    expect((await create(MEMBER, 'a/other', 10)).status).toBe(403)
    // The policy knows how much is to come.
    expect((await create(MEMBER, key, 101)).status).toBe(403)
    expect(await unfinished()).toEqual(before)
  })

  it('nobody goes on after the right is gone, and nothing of it is left', async () => {
    const key = await announce()
    const path = await begun(key, 6)
    await patch(MEMBER, path, 0, Buffer.from('abc'))
    await services.admin`delete from public.announced where key = ${key}`
    expect((await patch(MEMBER, path, 3, Buffer.from('def'))).status).toBe(403)
    expect(await rowsOf(key)).toHaveLength(0)
  })

  it('no more comes than the bucket takes, or than was said', async () => {
    const key = await announce(LIMIT + 1)
    expect((await create(MEMBER, key, LIMIT + 1)).status).toBe(413)
    const path = await begun(key, 3)
    expect((await patch(MEMBER, path, 0, Buffer.from('abcd'))).status).toBe(413)
    expect((await patch(MEMBER, path, 1, Buffer.from('b'))).status).toBe(409)
    expect(await offsetOf(path)).toBe(0)
  })

  it.each([
    [400, { objectName: 'a/../b' }],
    [400, { objectName: '' }],
    [400, { bucketName: '' }],
    [404, { bucketName: 'elsewhere' }],
    [415, { contentType: 'image/png' }],
    [415, { contentType: 'text/plain\nx-evil: 1' }],
    [400, { metadata: '[1]' }],
  ])('a request that is no good is refused with %i: %j', async (status, fields: Headers) => {
    expect((await create(MEMBER, await announce(), 10, { fields })).status).toBe(status)
  })

  it('other requests than those of the protocol are refused', async () => {
    const path = await begun(await announce(), 10)
    expect((await create(MEMBER, await announce(), 10, { headers: { 'upload-length': '-1' } })).status).toBe(
      400,
    )
    expect((await call(MEMBER, 'HEAD', path, { 'tus-resumable': '0.2' })).status).toBe(400)
    for (const method of ['GET', 'PUT', 'POST']) {
      expect((await call(MEMBER, method, path)).status).toBe(404)
    }
    expect((await call(MEMBER, 'HEAD', `${ROUTE}/x`)).status).toBe(404)
    const deferred = encode({ bucketName: BUCKET, objectName: await announce() })
    const answer = await call(MEMBER, 'POST', ROUTE, {
      'upload-defer-length': '1',
      'upload-metadata': deferred,
    })
    expect(answer.status).toBe(501)
    expect((await fetch(services.url + path, { method: 'HEAD' })).status).toBe(401)
  })
})
