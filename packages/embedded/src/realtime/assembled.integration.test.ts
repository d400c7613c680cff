import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { patienceMs } from '../testing/patience.ts'
import { startTestBackend } from '../testing.ts'
import { subscribed } from './testing/subscribed.ts'

let backend: Awaited<ReturnType<typeof startTestBackend>>
beforeAll(async () => {
  backend = await startTestBackend({ migrations: false })
  await backend.sql.unsafe(`
    insert into storage.buckets (id, name) values ('own', 'own');
    create policy own_insert on storage.objects for insert to authenticated
      with check (bucket_id = 'own' and owner_id = (select auth.uid())::text);
    create policy own_select on storage.objects for select to authenticated
      using (bucket_id = 'own' and owner_id = (select auth.uid())::text);
    create policy own_room on realtime.messages for select to authenticated
      using ((select realtime.topic()) = 'room:' || (select auth.uid())::text)`)
})
afterAll(() => backend.stop())

it('people who signed in use files and channels through the whole gateway, and others do not', async () => {
  const ada = await backend.createUser('ada@example.org')
  const bob = await backend.createUser('bob@example.org')
  const { data } = await ada.client.auth.getUser()
  const topic = `room:${data.user?.id}`
  const mine = await subscribed(ada.client, topic)
  const theirs = await subscribed(bob.client, topic)
  const nobodys = await subscribed(backend.anonymous(), topic)
  expect([mine.status, theirs.status, nobodys.status]).toEqual([
    'SUBSCRIBED',
    'CHANNEL_ERROR',
    'CHANNEL_ERROR',
  ])
  await backend.sql`select realtime.send('{"ids":[1]}'::jsonb, 'change', ${topic})`
  await vi.waitFor(() => expect(mine.broadcasts).toHaveLength(1), patienceMs)

  const key = randomUUID()
  expect((await ada.client.storage.from('own').upload(key, 'hers')).error).toBeNull()
  expect(await (await ada.client.storage.from('own').download(key)).data?.text()).toBe('hers')
  expect((await bob.client.storage.from('own').download(key)).error).toMatchObject({ statusCode: '404' })
  const anonymous = await backend.anonymous().storage.from('own').download(key)
  expect(anonymous.error).toMatchObject({ statusCode: '404' })
})

it('a renewed session keeps its channels', async () => {
  const eve = await backend.createUser('eve@example.org')
  const { data } = await eve.client.auth.getUser()
  const topic = `room:${data.user?.id}`
  const { broadcasts, statuses } = await subscribed(eve.client, topic)
  const { error } = await eve.client.auth.refreshSession()
  expect(error).toBeNull()
  await backend.sql`select realtime.send('{}'::jsonb, 'change', ${topic})`
  await vi.waitFor(() => expect(broadcasts).toHaveLength(1), patienceMs)
  expect(statuses).toEqual(['SUBSCRIBED'])
})
