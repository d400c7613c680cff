import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileServices, startFileServices } from '../realtime/testing/file-services.ts'

const MEMBER = randomUUID()
const STRANGER = randomUUID()
const BUCKET = 'attachments'

let services: FileServices
beforeAll(async () => {
  services = await startFileServices()
  await services.sql`insert into storage.buckets (id, name) values (${BUCKET}, ${BUCKET})`
  await services.sql`insert into storage.buckets (id, name, public) values ('open', 'open', true)`
  // As an app does it: a row of a table first, its policy decides about the file.
  await services.admin.unsafe(`
    create table public.attachment (object_key text primary key, member uuid);
    grant select on public.attachment to authenticated;
    alter table public.attachment enable row level security;
    create policy own on public.attachment for select to authenticated using (member = (select auth.uid()))`)
  const mine = `name in (select object_key from public.attachment)`
  await services.sql.unsafe(`
    create policy up on storage.objects for insert to authenticated with check (
      bucket_id in ('attachments', 'open') and ${mine});
    create policy down on storage.objects for select to authenticated using (
      ${mine} and storage.operation() not in ('storage.object.list', 'storage.object.list_v2'));
    create policy gone on storage.objects for delete to authenticated using (${mine})`)
})
afterAll(() => services.stop())

async function attached(content: string, type = 'text/plain', bucket = BUCKET): Promise<string> {
  const key = `${randomUUID()}/file`
  await services.admin`insert into public.attachment values (${key}, ${MEMBER})`
  const client = await services.client(MEMBER)
  const { error } = await client.storage.from(bucket).upload(key, content, { contentType: type })
  expect(error).toBeNull()
  return key
}

const storage = async (caller: string) => (await services.client(caller)).storage.from(BUCKET)

describe('the path of a file', () => {
  it.each([
    ['a stranger', STRANGER],
    ['nobody', 'nobody'],
  ])('gives %s nothing', async (_, caller) => {
    const key = await attached('private')
    const files = await storage(caller)
    const refusals = [
      (await files.download(key)).error,
      (await files.info(key)).error,
      (await files.createSignedUrl(key, 60)).error,
      (await files.move(key, 'x')).error,
      (await files.copy(key, 'x')).error,
      (await files.upload(key, 'mine', { upsert: true })).error,
      (await files.createSignedUploadUrl(key, { upsert: true })).error,
    ]
    for (const error of refusals) expect(error?.statusCode).toMatch(/^40[34]$/)
    expect((await files.exists(key)).data).toBe(false)
    expect((await files.list(key.split('/')[0])).data).toEqual([])
    expect((await files.remove([key])).data).toEqual([])
    expect((await files.createSignedUrls([key], 60)).data?.[0]?.signedUrl).toBeNull()
    expect((await fetch(files.getPublicUrl(key).data.publicUrl)).status).toBe(400)
    expect(await (await (await storage(MEMBER)).download(key)).data?.text()).toBe('private')
  })

  it('answers alike whether it exists or not', async () => {
    const key = await attached('private')
    const files = await storage(STRANGER)
    const [there, absent] = [await files.download(key), await files.download(`${randomUUID()}/file`)]
    expect({ ...there.error }).toEqual({ ...absent.error })
  })

  it('shows nothing in lists to those who may download, when the policy says so', async () => {
    const key = await attached('private')
    const folder = key.split('/')[0]
    expect((await (await storage(MEMBER)).list(folder)).data).toEqual([])
    expect((await (await storage('service')).list(folder)).data).toHaveLength(1)
  })

  it('must be one that the policy expects, before a byte is stored', async () => {
    const files = await storage(MEMBER)
    const { error } = await files.upload(`${randomUUID()}/other`, 'x')
    expect(error).toMatchObject({ statusCode: '403', message: 'new row violates row-level security policy' })
    expect(await readdir(join(services.ctx.filesDir, 'incoming')).catch(() => [])).toEqual([])
  })

  it('cannot replace a file without the right to update', async () => {
    const key = await attached('first')
    const files = await storage(MEMBER)
    expect((await files.update(key, 'second')).error?.statusCode).toBe('403')
    expect(await (await files.download(key)).data?.text()).toBe('first')
  })
})

describe('hostile paths', () => {
  const hostile = [
    '..%2f..%2fetc%2fpasswd',
    '%2e%2e%2f%2e%2e%2fsecrets.json',
    'a%2f..%2f..%2fb',
    '%2fetc%2fpasswd',
    'a%00b',
    'a%0d%0aset-cookie:x',
    'a%5c..%5cb',
    'a%2f%2fb',
    'caf%C3%A9',
    '%ff',
    `${'x'.repeat(1025)}`,
  ]
  it.each(hostile)('%s is refused for reading and writing', async (path) => {
    const headers = { apikey: services.ctx.keys.secretKey }
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const body = method === 'POST' || method === 'PUT' ? { body: 'x' } : {}
      const answer = await fetch(`${services.url}/storage/v1/object/${BUCKET}/${path}`, {
        method,
        headers,
        ...body,
      })
      const { error } = await answer.json()
      expect([method, error]).toEqual([method, /%0d/.test(path) ? 'not_found' : 'InvalidKey'])
    }
  })

  it('in the body of a move or copy are refused', async () => {
    const files = await storage('service')
    for (const key of ['../x', '/x', 'a//b', '', 'é']) {
      expect((await files.move('a', key)).error).toMatchObject({ statusCode: '400' })
      expect((await files.copy(key, 'a')).error).toMatchObject({ statusCode: '400' })
    }
  })

  it('never name a file on disk', async () => {
    const key = await attached('content')
    const shards = await readdir(join(services.ctx.filesDir, 'objects'), { recursive: true })
    expect(shards.some((name) => name.includes('file') || name.includes(key.slice(0, 8)))).toBe(false)
  })
})

const signed = async (seconds = 60) => {
  const key = await attached('signed')
  const { data } = await (await storage(MEMBER)).createSignedUrl(key, seconds)
  const url = new URL(data?.signedUrl ?? '')
  return { url, key, token: url.searchParams.get('token') ?? '' }
}

describe('signed addresses', () => {
  it('hold the address and the end, and nothing else', async () => {
    const { key, token } = await signed()
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(Object.keys(claims).toSorted()).toEqual(['exp', 'url'])
    expect(claims.url).toBe(`${BUCKET}/${key}`)
  })

  it('end', async () => {
    const { url } = await signed(1)
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect((await (await fetch(url)).json()).error).toBe('InvalidJWT')
  })

  it('are bound to their file', async () => {
    const [one, two] = [await signed(), await signed()]
    one.url.searchParams.set('token', two.token)
    expect((await (await fetch(one.url)).json()).error).toBe('InvalidSignature')
  })

  it('cannot be forged, nor changed, nor left out', async () => {
    const { url, key, token } = await signed()
    const secret = new TextEncoder().encode(services.ctx.keys.jwtSecret)
    const claims = { url: `${BUCKET}/${key}` }
    const [head, body, signature] = token.split('.')
    const longer = Buffer.from(JSON.stringify({ ...claims, exp: 4_000_000_000 })).toString('base64url')
    const none = Buffer.from('{"alg":"none"}').toString('base64url')
    const forged = [
      `${head}.${longer}.${signature}`,
      `${none}.${body}.`,
      await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).setExpirationTime('1h').sign(secret),
      await services.token(MEMBER, { claims }),
      '',
    ]
    for (const attempt of forged) {
      url.searchParams.set('token', attempt)
      const answer = await fetch(url)
      expect([answer.status, (await answer.json()).error]).toEqual([400, 'InvalidJWT'])
    }
  })

  it('are no sessions', async () => {
    const { key, token } = await signed()
    const answer = await fetch(`${services.url}/storage/v1/object/${BUCKET}/${key}`, {
      headers: { apikey: services.ctx.keys.publishableKey, authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(401)
  })

  it('for uploading do not read, those for reading do not upload', async () => {
    const { key, token } = await signed()
    const up = await (await storage('service')).createSignedUploadUrl(`${key}.new`)
    const read = `${services.url}/storage/v1/object/sign/${BUCKET}/${key}.new?token=${up.data?.token}`
    expect((await (await fetch(read)).json()).error).toBe('InvalidJWT')
    const nobody = await storage('nobody')
    expect((await nobody.uploadToSignedUrl(key, token, 'x', { upsert: true })).error).not.toBeNull()
    expect((await nobody.uploadToSignedUrl('other', up.data?.token ?? '', 'x')).error).not.toBeNull()
  })

  it('for uploading do not replace, whatever the upload asks for', async () => {
    const key = await attached('kept')
    const up = await (await storage('service')).createSignedUploadUrl(`${key}.once`)
    const nobody = await storage('nobody')
    const options = { upsert: true }
    const token = up.data?.token ?? ''
    expect((await nobody.uploadToSignedUrl(`${key}.once`, token, '1', options)).error).toBeNull()
    expect((await nobody.uploadToSignedUrl(`${key}.once`, token, '2', options)).error?.message).toContain(
      'exists',
    )
  })
})

describe('active content', () => {
  const active = [
    'text/html',
    'image/svg+xml',
    'application/xhtml+xml',
    'text/xml',
    'text/javascript',
    'text/css',
  ]
  it.each(active)('%s does not act in the app’s origin', async (type) => {
    const key = await attached('<script>alert(1)</script>', type, 'open')
    const { publicUrl } = (await services.client('nobody')).storage.from('open').getPublicUrl(key).data
    const { headers } = await fetch(publicUrl)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(headers.get('content-type')).toMatch(/^(text\/plain|image\/svg\+xml)/)
  })

  it('cannot be smuggled in by an odd type', async () => {
    const client = await services.client('service')
    const files = client.storage.from('open')
    for (const contentType of ['TEXT/HTML', 'text/html;x=image/png', 'x/y', 'multipart/x-mixed-replace']) {
      const key = randomUUID()
      await files.upload(key, new Blob(['<b>'], { type: contentType }))
      const { headers } = await fetch(files.getPublicUrl(key).data.publicUrl)
      expect([contentType, headers.get('content-disposition')]).toEqual([contentType, 'attachment'])
    }
  })
})

describe('buckets', () => {
  it('refuse making buckets without the secret key', async () => {
    for (const caller of [MEMBER, 'nobody']) {
      const client = await services.client(caller)
      expect((await client.storage.createBucket(randomUUID(), { public: true })).error?.statusCode).toBe(
        '403',
      )
      expect((await client.storage.updateBucket(BUCKET, { public: true })).error).not.toBeNull()
      expect((await client.storage.listBuckets()).data).toEqual([])
      expect((await client.storage.deleteBucket(BUCKET)).error).not.toBeNull()
      expect((await client.storage.emptyBucket(BUCKET)).error).not.toBeNull()
    }
  })
})

describe('what the files folder holds', () => {
  it('is exactly what the rows name, after failures too', async () => {
    const files = await storage('service')
    const name = randomUUID()
    await files.upload(name, 'kept')
    await files.upload(name, 'refused')
    await files.upload(`${name}.gone`, 'x')
    await files.upload(`${name}.gone`, 'y', { upsert: true })
    await files.remove([`${name}.gone`])
    const rows = await services.sql`select version from storage.objects`
    const found = (await readdir(join(services.ctx.filesDir, 'objects'), { recursive: true }))
      .map((path) => path.split('/')[1])
      .filter((version) => version !== undefined)
    expect(found.toSorted()).toEqual(rows.map(({ version }) => version as string).toSorted())
    expect(await readdir(join(services.ctx.filesDir, 'incoming'))).toEqual([])
    const [row] = await services.sql`select version from storage.objects where name = ${name}`
    const version = String(row?.['version'])
    const path = join(services.ctx.filesDir, 'objects', version.slice(0, 2), version)
    expect(await readFile(path, 'utf8')).toBe('kept')
  })
})
