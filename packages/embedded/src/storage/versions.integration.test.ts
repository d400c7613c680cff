import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileServices, startFileServices } from '../realtime/testing/file-services.ts'

const BUCKET = 'versions'

let services: FileServices
beforeAll(async () => {
  services = await startFileServices()
  await services.sql`insert into storage.buckets (id, name) values (${BUCKET}, ${BUCKET})`
  // A commit whose connection breaks: the caller cannot know whether it went through.
  await services.admin.unsafe(`
    create function public.break_connection() returns trigger language plpgsql security definer as $$
      begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
    create constraint trigger break_commit after insert on storage.objects initially deferred
      for each row when (new.name like '%broken%') execute function public.break_connection()`)
})
afterAll(() => services.stop())

const files = async () => (await services.client('service')).storage.from(BUCKET)

async function versionsOnDisk(): Promise<string[]> {
  const names = await readdir(join(services.ctx.filesDir, 'objects'), { recursive: true }).catch(() => [])
  return names.filter((name) => name.includes('-'))
}

async function pathOf(name: string): Promise<string> {
  const [row] = await services.sql`select version from storage.objects where name = ${name}`
  const version = String(row?.['version'])
  return join(services.ctx.filesDir, 'objects', version.slice(0, 2), version)
}

/** In place of a file, something that cannot be deleted as a file. */
async function putInTheWay(path: string): Promise<void> {
  await rm(path)
  await mkdir(join(path, 'in the way'), { recursive: true })
}

async function textOf(key: string): Promise<string | null> {
  const { data } = await (await files()).download(key)
  return data === null ? null : data.text()
}

describe('a file', () => {
  it('stays when nobody knows whether the row that names it was committed', async () => {
    const key = randomUUID()
    expect((await (await files()).upload(key, 'first')).error).toBeNull()
    const before = (await versionsOnDisk()).length
    expect((await (await files()).upload(`${key}.broken`, 'x')).error).not.toBeNull()
    expect(await versionsOnDisk()).toHaveLength(before + 1)
    expect((await (await files()).copy(key, `${key}.broken`)).error).not.toBeNull()
    expect(await versionsOnDisk()).toHaveLength(before + 2)
  })

  it('is there after a write even if the one it replaced cannot be deleted', async () => {
    const [key, other] = [randomUUID(), randomUUID()]
    await (await files()).upload(key, 'old')
    await (await files()).upload(other, 'copied')
    await putInTheWay(await pathOf(key))
    const headers = { 'x-upsert': 'true', apikey: services.ctx.keys.secretKey }
    const body = JSON.stringify({ bucketId: BUCKET, sourceKey: other, destinationKey: key })
    const copied = await fetch(`${services.url}/storage/v1/object/copy`, { method: 'POST', headers, body })
    expect(copied.status).toBe(200)
    expect(await textOf(key)).toBe('copied')
    await putInTheWay(await pathOf(key))
    expect((await (await files()).update(key, 'updated')).error).toBeNull()
    expect(await textOf(key)).toBe('updated')
    await putInTheWay(await pathOf(key))
    expect((await (await files()).remove([key])).error).toBeNull()
    expect(await textOf(key)).toBeNull()
  })
})
