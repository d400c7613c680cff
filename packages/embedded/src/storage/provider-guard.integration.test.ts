import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FileServices, startFileServices } from '../realtime/testing/file-services.ts'

const BUCKET = 'guarded'

let services: FileServices
beforeAll(async () => {
  services = await startFileServices()
  await services.sql`insert into storage.buckets (id, name) values (${BUCKET}, ${BUCKET})`
})
afterAll(() => services.stop())

describe('the tables of the provider', () => {
  it('refuse direct deletion, also to the role of migrations', async () => {
    const client = await services.client('service')
    const files = client.storage.from(BUCKET)
    const key = 'kept'
    expect((await files.upload(key, 'kept')).error).toBeNull()
    const message = 'Direct deletion from storage tables is not allowed'
    await expect(services.sql`delete from storage.objects where name = ${key}`).rejects.toThrow(message)
    await expect(services.sql`truncate storage.objects`).rejects.toThrow(message)
    await expect(services.sql`delete from storage.buckets where id = ${BUCKET}`).rejects.toThrow(message)
    expect(await (await files.download(key)).data?.text()).toBe('kept')
  })

  const refused = [
    'alter table storage.objects add column x int',
    'alter table storage.objects disable row level security',
    'alter table storage.objects set schema public',
    'alter table storage.objects disable trigger protect_objects_delete',
    'drop trigger protect_objects_delete on storage.objects',
    'create rule r as on delete to storage.objects do instead nothing',
    'create trigger t before insert on storage.objects for each row execute function storage.set_updated_at()',
    'create index i on storage.objects (owner)',
    'drop table storage.objects',
    'create table storage.mine (a int)',
    'drop function storage.operation()',
    'alter table realtime.messages disable row level security',
    'drop table realtime.messages',
    'alter publication supabase_realtime_messages_publication drop table realtime.messages',
    'drop event trigger plinth_provider_ddl',
  ]
  it.each(refused)('refuse "%s" to the role of migrations', async (statement) => {
    await expect(services.sql.unsafe(statement)).rejects.toMatchObject({ code: '42501' })
  })

  it('allow their policies to the role of migrations', async () => {
    const statements = services.sql.unsafe(`
      create policy p on storage.objects for select to anon using (false);
      alter policy p on storage.objects using (name = 'x');
      drop policy p on storage.objects;
      create policy p on realtime.messages for select to anon using (false);
      drop policy p on realtime.messages`)
    await expect(statements).resolves.toBeDefined()
  })
})
