import { randomBytes, randomUUID } from 'node:crypto'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileServices, startFileServices } from '../realtime/testing/file-services.ts'

const OWNER = randomUUID()
const BUCKET = 'papers'

let services: FileServices
let owner: SupabaseClient
let service: SupabaseClient
beforeAll(async () => {
  services = await startFileServices()
  owner = await services.client(OWNER)
  service = await services.client('service')
  await services.sql`insert into storage.buckets (id, name) values (${BUCKET}, ${BUCKET})`
  await services.sql`insert into storage.buckets (id, name, public) values ('open', 'open', true)`
  const own = `owner_id = (select auth.uid())::text`
  await services.sql.unsafe(`
    create policy own_insert on storage.objects for insert to authenticated with check (${own});
    create policy own_select on storage.objects for select to authenticated using (${own});
    create policy own_update on storage.objects for update to authenticated using (${own});
    create policy own_delete on storage.objects for delete to authenticated using (${own})`)
})
afterAll(() => services.stop())

const papers = () => owner.storage.from(BUCKET)

/** Uploads a small text under a new key in a folder of its own. */
async function uploaded(text: string, type = 'text/plain'): Promise<string> {
  const key = `${randomUUID()}/note.txt`
  const { error } = await papers().upload(key, text, { contentType: type })
  expect(error).toBeNull()
  return key
}

function request(path: string, headers: Record<string, string> = {}, method = 'GET') {
  return services.token(OWNER).then((token) =>
    fetch(`${services.url}/storage/v1${path}`, {
      method,
      headers: { apikey: services.ctx.keys.publishableKey, authorization: `Bearer ${token}`, ...headers },
    }),
  )
}

describe('an upload', () => {
  it('by form and as a plain body comes back byte for byte', async () => {
    const bytes = new Uint8Array(randomBytes(300_000))
    const bodies = [new Blob([bytes], { type: 'image/png' }), bytes, new Blob([bytes]).stream()]
    for (const body of bodies) {
      const key = `${randomUUID()}.png`
      const { data, error } = await papers().upload(key, body, { contentType: 'image/png' })
      expect(error).toBeNull()
      expect(data).toMatchObject({ path: key, fullPath: `${BUCKET}/${key}` })
      const { data: blob } = await papers().download(key)
      expect(blob?.type).toBe('image/png')
      const returned = Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer())
      expect(returned.equals(Buffer.from(bytes))).toBe(true)
    }
  })

  it('keeps its metadata and life in caches', async () => {
    const key = `${randomUUID()}.txt`
    await papers().upload(key, new Blob(['x']), { cacheControl: '120', metadata: { page: 3 } })
    const { data } = await papers().info(key)
    expect(data).toMatchObject({ size: 1, cacheControl: 'max-age=120', metadata: { page: 3 } })
    await papers().upload(`${key}.raw`, 'x', { cacheControl: '60', metadata: { page: 4 } })
    const raw = await papers().info(`${key}.raw`)
    expect(raw.data).toMatchObject({ cacheControl: 'max-age=60', metadata: { page: 4 } })
  })

  it('under a taken key is refused, unless it is to replace', async () => {
    const key = await uploaded('first')
    const { error } = await papers().upload(key, 'second')
    expect(error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    expect((await papers().upload(key, 'third', { upsert: true })).error).toBeNull()
    expect(await (await papers().download(key)).data?.text()).toBe('third')
    expect((await papers().update(key, 'fourth')).error).toBeNull()
    expect(await (await papers().download(key)).data?.text()).toBe('fourth')
  })

  it('of an empty file works', async () => {
    const key = await uploaded('')
    expect((await papers().download(key)).data?.size).toBe(0)
  })

  it('of two at once under one key leaves one whole file', async () => {
    const key = `${randomUUID()}.bin`
    const texts = Array.from({ length: 8 }, (_, n) => String(n).repeat(100_000))
    await Promise.all(texts.map((text) => papers().upload(key, text, { upsert: true })))
    expect(texts).toContain(await (await papers().download(key)).data?.text())
  })

  it('by a signed address needs no right of its own', async () => {
    const key = `${randomUUID()}.txt`
    const { data } = await papers().createSignedUploadUrl(key)
    const nobody = await services.client('nobody')
    const sent = await nobody.storage.from(BUCKET).uploadToSignedUrl(key, data?.token ?? '', 'signed')
    expect(sent.error).toBeNull()
    expect(await (await papers().download(key)).data?.text()).toBe('signed')
  })
})

describe('limits', () => {
  it('of size and type are the bucket’s, counted on what arrives', async () => {
    await service.storage.createBucket('small', {
      public: false,
      fileSizeLimit: '10KB',
      allowedMimeTypes: ['image/*', 'text/plain'],
    })
    const small = service.storage.from('small')
    const bytes = Buffer.alloc(10_001)
    const type = 'text/plain;charset=UTF-8'
    expect((await small.upload('a', bytes, { contentType: type })).error).toMatchObject({ statusCode: '413' })
    const lying = new Blob([bytes], { type: 'image/png' }).stream()
    expect((await small.upload('b', lying, { contentType: 'image/png' })).error?.statusCode).toBe('413')
    expect((await small.upload('c', new Blob([bytes], { type }))).error?.statusCode).toBe('413')
    expect((await small.upload('d', new Blob(['x'], { type: 'text/html' }))).error).toMatchObject({
      statusCode: '415',
      message: 'mime type text/html is not supported',
    })
    expect((await small.upload('e', bytes.subarray(1), { contentType: type })).error).toBeNull()
    expect((await small.list()).data?.map(({ name }) => name)).toEqual(['e'])
  })
})

describe('a download', () => {
  it('of a range answers 206 with just these bytes', async () => {
    const key = await uploaded('0123456789')
    for (const [range, text, answered] of [
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=8-99', '89', 'bytes 8-9/10'],
    ] as const) {
      const answer = await request(`/object/authenticated/${BUCKET}/${key}`, { range })
      expect([answer.status, answer.headers.get('content-range')]).toEqual([206, answered])
      expect(await answer.text()).toBe(text)
    }
    const outside = await request(`/object/${BUCKET}/${key}`, { range: 'bytes=10-' })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    const stale = await request(`/object/${BUCKET}/${key}`, { range: 'bytes=2-4', 'if-range': '"old"' })
    expect([stale.status, await stale.text()]).toEqual([200, '0123456789'])
  })

  it('of an unchanged file answers 304', async () => {
    const key = await uploaded('same')
    const etag = (await request(`/object/${BUCKET}/${key}`)).headers.get('etag') ?? ''
    const again = await request(`/object/${BUCKET}/${key}`, { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    await papers().update(key, 'new')
    expect((await request(`/object/${BUCKET}/${key}`, { 'if-none-match': etag })).status).toBe(200)
  })

  it('can be asked about by HEAD, exists and info', async () => {
    const key = await uploaded('12345')
    const head = await request(`/object/${BUCKET}/${key}`, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '5'])
    expect((await papers().exists(key)).data).toBe(true)
    expect((await papers().exists(`${key}.not`)).data).toBe(false)
    expect((await papers().info(`${key}.not`)).error).toMatchObject({
      statusCode: '404',
      message: 'Object not found',
    })
  })

  it('of a public bucket needs no key', async () => {
    await owner.storage.from('open').upload('sign.txt', 'welcome', { contentType: 'text/plain' })
    const { publicUrl } = owner.storage.from('open').getPublicUrl('sign.txt').data
    expect(await (await fetch(publicUrl)).text()).toBe('welcome')
    const named = owner.storage.from('open').getPublicUrl('sign.txt', { download: 'Größe "1".txt' })
    const answer = await fetch(named.data.publicUrl)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e _1_.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.txt`,
    )
  })
})

describe('signed addresses', () => {
  it('open one file for a while, under the asked name', async () => {
    const key = await uploaded('secret')
    const { data } = await papers().createSignedUrl(key, 60, { download: 'Größe.txt' })
    const answer = await fetch(data?.signedUrl ?? '')
    expect([answer.status, await answer.text()]).toEqual([200, 'secret'])
    expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''Gr%C3%B6%C3%9Fe.txt")
    expect(answer.headers.get('cache-control')).toMatch(/^private/)
  })

  it('come in bulk, with an error for each missing file', async () => {
    const key = await uploaded('one')
    const { data } = await papers().createSignedUrls([key, 'missing'], 60)
    expect(await (await fetch(data?.[0]?.signedUrl ?? '')).text()).toBe('one')
    expect(data?.[1]).toMatchObject({
      path: 'missing',
      signedURL: null,
      error: 'Either the object does not exist or you do not have access to it',
    })
  })
})

describe('lists', () => {
  it('show one level, folders first, sorted, in pages and by search', async () => {
    const root = randomUUID()
    for (const key of ['b.txt', 'a.txt', 'c/1.txt', 'c/2.txt', 'd/e/3.txt', '10_x.txt']) {
      await papers().upload(`${root}/${key}`, key)
    }
    const names = async (options: Parameters<ReturnType<typeof papers>['list']>[1]) =>
      (await papers().list(root, options)).data?.map(({ name }) => name)
    expect(await names({})).toEqual(['c', 'd', '10_x.txt', 'a.txt', 'b.txt'].toSorted(foldersFirst))
    expect(await names({ limit: 2, offset: 1 })).toHaveLength(2)
    expect(await names({ search: 'A' })).toEqual(['a.txt'])
    expect(await names({ search: '1_' })).toEqual([])
    expect(await names({ sortBy: { column: 'name', order: 'desc' } })).toEqual([
      'd',
      'c',
      'b.txt',
      'a.txt',
      '10_x.txt',
    ])
    const folder = (await papers().list(`${root}/c`)).data
    expect(folder?.map(({ name, id }) => [name, typeof id])).toEqual([
      ['1.txt', 'string'],
      ['2.txt', 'string'],
    ])
  })

  it('of the second version page by cursor', async () => {
    const root = randomUUID()
    for (const key of ['a', 'b', 'f/1', 'f/2', 'z']) await papers().upload(`${root}/${key}`, key)
    const grouped = await papers().listV2({ prefix: `${root}/`, with_delimiter: true })
    expect(grouped.data?.folders.map(({ key }) => key)).toEqual([`${root}/f/`])
    expect(grouped.data?.objects.map(({ key }) => key)).toEqual(
      ['a', 'b', 'z'].map((key) => `${root}/${key}`),
    )
    const seen: (string | undefined)[] = []
    let cursor: string | undefined
    do {
      const { data } = await papers().listV2({ prefix: root, limit: 2, ...(cursor ? { cursor } : {}) })
      seen.push(...(data?.objects.map(({ key }) => key?.slice(root.length + 1)) ?? []))
      cursor = data?.nextCursor
    } while (cursor)
    expect(seen).toEqual(['a', 'b', 'f/1', 'f/2', 'z'])
  })
})

const foldersFirst = (a: string, b: string) =>
  Number(a.includes('.')) - Number(b.includes('.')) || (a < b ? -1 : 1)

describe('moving, copying and removing', () => {
  it('keep the content under the new key', async () => {
    const key = await uploaded('moved')
    expect((await papers().move(key, `${key}.2`)).error).toBeNull()
    expect((await papers().exists(key)).data).toBe(false)
    expect((await papers().copy(`${key}.2`, `${key}.3`)).error).toBeNull()
    await papers().remove([`${key}.2`])
    expect(await (await papers().download(`${key}.3`)).data?.text()).toBe('moved')
  })

  it('onto a taken key are refused', async () => {
    const [one, two] = [await uploaded('1'), await uploaded('2')]
    expect((await papers().move(one, two)).error?.statusCode).toBe('409')
    expect((await papers().copy(one, two)).error?.statusCode).toBe('409')
    expect(await (await papers().download(two)).data?.text()).toBe('2')
  })

  it('of many returns what was removed', async () => {
    const keys = [await uploaded('1'), await uploaded('2')]
    const { data } = await papers().remove([...keys, 'missing'])
    expect(data?.map(({ name }) => name).toSorted()).toEqual(keys.toSorted())
    expect((await papers().download(keys[0] ?? '')).error?.statusCode).toBe('404')
  })
})

describe('buckets', () => {
  it('are made, changed, emptied and deleted with the secret key', async () => {
    const name = `b-${randomUUID()}`
    expect((await service.storage.createBucket(name, { public: false })).data).toEqual({ name })
    expect((await service.storage.createBucket(name, { public: false })).error?.statusCode).toBe('409')
    await service.storage.updateBucket(name, { public: true, fileSizeLimit: 100 })
    expect((await service.storage.getBucket(name)).data).toMatchObject({
      id: name,
      public: true,
      file_size_limit: 100,
    })
    await service.storage.from(name).upload('x', 'x')
    expect((await service.storage.deleteBucket(name)).error?.statusCode).toBe('409')
    expect((await service.storage.emptyBucket(name)).error).toBeNull()
    expect((await service.storage.deleteBucket(name)).error).toBeNull()
    expect((await service.storage.getBucket(name)).error).toMatchObject({ statusCode: '404' })
    expect((await service.storage.listBuckets()).data?.map(({ id }) => id)).toContain(BUCKET)
  })
})
