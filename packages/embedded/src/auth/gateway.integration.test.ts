import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { StoredMail } from '../mail/mailer.ts'
import { startTestBackend, type TestBackend } from '../testing.ts'
import { follow, fragmentOf, freshEmail, PASSWORD } from './testing/auth-backend.ts'

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend({ migrations: false })
})
afterAll(() => backend.stop())

async function mailsTo(address: string): Promise<StoredMail[]> {
  const url = new URL(backend.mailboxUrl)
  url.pathname += '/messages.json'
  url.searchParams.set('to', address)
  const answer = await fetch(url)
  return ((await answer.json()) as { messages: StoredMail[] }).messages
}

describe('the auth service in the whole gateway', () => {
  it('takes a person from sign-up over the mailbox to a session that policies see', async () => {
    await backend.sql`create table public.note (id int primary key, owner uuid not null default auth.uid())`
    await backend.sql`alter table public.note enable row level security`
    await backend.sql`create policy own on public.note to authenticated using (owner = (select auth.uid()))`
    await backend.sql`grant select, insert on public.note to authenticated`

    const email = freshEmail()
    const client = backend.anonymous()
    const signUp = await client.auth.signUp({ email, password: PASSWORD })
    expect(signUp.error).toBeNull()
    const [mail] = await mailsTo(email)
    const fragment = fragmentOf(await follow(/^http\S+$/m.exec(mail?.text ?? '')?.[0] ?? ''))
    await client.auth.setSession({
      access_token: fragment.get('access_token') ?? '',
      refresh_token: fragment.get('refresh_token') ?? '',
    })
    expect((await client.from('note').insert({ id: 1 })).error).toBeNull()
    const { data } = await client.from('note').select('owner')
    expect(data).toEqual([{ owner: signUp.data.user?.id }])
    const stranger = await backend.createUser(freshEmail())
    expect((await stranger.client.from('note').select('id')).data).toEqual([])
  })

  it('answers other origins, and unknown paths, as an API', async () => {
    const answer = await fetch(`${backend.url}/auth/v1/nothing`, {
      headers: { apikey: backend.publishableKey, origin: 'https://app.example' },
    })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(await answer.json()).toMatchObject({ error_code: 'not_found' })
  })
})
