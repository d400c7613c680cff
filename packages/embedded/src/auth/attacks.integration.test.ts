import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { generateKeyPair, importJWK, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AuthBackend, signedInUser, startAuthBackend } from './testing/auth-backend.ts'

let backend: AuthBackend
beforeAll(async () => {
  backend = await startAuthBackend()
})
afterAll(() => backend.stop())

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

async function getUser(accessToken: string) {
  const answer = await fetch(`${backend.url}/auth/v1/user`, {
    headers: { apikey: backend.ctx.keys.publishableKey, authorization: `Bearer ${accessToken}` },
  })
  return { status: answer.status, code: (await answer.json()).error_code }
}

describe('forged tokens', () => {
  it('without a signature are refused', async () => {
    const { session, userId } = await signedInUser(backend)
    const claims = { sub: userId, role: 'authenticated', aud: 'authenticated', exp: 4_000_000_000 }
    for (const alg of ['none', 'None', 'ES256']) {
      const forged = `${encode({ alg, kid: backend.ctx.keys.signingKey.kid })}.${encode(claims)}.`
      expect(await getUser(forged)).toEqual({ status: 403, code: 'bad_jwt' })
    }
    const [header, , signature] = session.access_token.split('.')
    const altered = `${header}.${encode({ ...claims, role: 'service_role' })}.${signature}`
    expect(await getUser(altered)).toEqual({ status: 403, code: 'bad_jwt' })
  })

  it('of another project are refused, even under our key’s name', async () => {
    const { userId } = await signedInUser(backend)
    const { privateKey } = await generateKeyPair('ES256')
    const foreign = await new SignJWT({ role: 'authenticated' })
      .setProtectedHeader({ alg: 'ES256', kid: backend.ctx.keys.signingKey.kid })
      .setSubject(userId)
      .setExpirationTime('1h')
      .sign(privateKey)
    expect(await getUser(foreign)).toEqual({ status: 403, code: 'bad_jwt' })
  })

  it('that use the public key as a shared secret are refused', async () => {
    const { userId } = await signedInUser(backend)
    const publicKey = new TextEncoder().encode(JSON.stringify(backend.ctx.keys.signingKey.publicJwk))
    const confused = await new SignJWT({ role: 'authenticated' })
      .setProtectedHeader({ alg: 'HS256', kid: backend.ctx.keys.signingKey.kid })
      .setSubject(userId)
      .setExpirationTime('1h')
      .sign(publicKey)
    expect(await getUser(confused)).toEqual({ status: 403, code: 'bad_jwt' })
  })

  it('that have expired are refused', async () => {
    const { session } = await signedInUser(backend)
    expect((await getUser(session.access_token)).status).toBe(200)
    backend.passSeconds(3601)
    expect(await getUser(session.access_token)).toEqual({ status: 403, code: 'bad_jwt' })
  })

  it('that name another person’s session are refused', async () => {
    const mine = await signedInUser(backend)
    const other = await signedInUser(backend)
    const session = (await mine.client.auth.getClaims())?.data?.claims.session_id
    const key = await importJWK(backend.ctx.keys.signingKey.privateJwk, 'ES256')
    const mixed = await new SignJWT({ session_id: session, role: 'authenticated' })
      .setProtectedHeader({ alg: 'ES256', kid: backend.ctx.keys.signingKey.kid })
      .setSubject(other.userId)
      .setExpirationTime(Math.floor(backend.ctx.config.accessTokenTtl + Date.now() / 1000 + 100_000))
      .sign(key)
    expect(await getUser(mixed)).toEqual({ status: 403, code: 'session_not_found' })
  })

  it.each(['', 'x', 'a.b.c', 'e30.e30.e30'])('like %j are refused', async (token) => {
    const { status } = await getUser(token)
    expect([401, 403]).toContain(status)
  })
})

describe('the project key', () => {
  it.each([undefined, 'sb_publishable_wrong', 'x'])('is needed: %s is refused', async (key) => {
    const answer = await fetch(`${backend.url}/auth/v1/settings`, key ? { headers: { apikey: key } } : {})
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: expect.any(String), hint: expect.any(String) })
  })

  it('is not needed where browsers and verifiers arrive without one', async () => {
    for (const path of ['/.well-known/jwks.json', '/health']) {
      expect((await fetch(`${backend.url}/auth/v1${path}`)).status).toBe(200)
    }
  })

  it('publishes the public half of the signing key only', async () => {
    const answer = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`)
    const { keys } = (await answer.json()) as { keys: Record<string, unknown>[] }
    expect(keys).toHaveLength(1)
    expect(keys[0]).toMatchObject({ kty: 'EC', alg: 'ES256', kid: backend.ctx.keys.signingKey.kid })
    expect(Object.keys(keys[0] ?? {})).not.toContain('d')
  })
})

describe('the schema', () => {
  it('gives API roles nothing and `postgres` what a hosted project gives it', async () => {
    const rights = await backend.admin<{ role: string; table: string; rights: string }[]>`
      select r.rolname as role, c.relname as table,
        concat_ws(',', case when has_table_privilege(r.oid, c.oid, 'select') then 'select' end,
          case when has_table_privilege(r.oid, c.oid, 'insert') then 'insert' end,
          case when has_table_privilege(r.oid, c.oid, 'update') then 'update' end,
          case when has_table_privilege(r.oid, c.oid, 'delete') then 'delete' end,
          case when has_table_privilege(r.oid, c.oid, 'references') then 'references' end,
          case when has_table_privilege(r.oid, c.oid, 'trigger') then 'trigger' end) as rights
      from pg_class c, pg_roles r
      where c.relnamespace = 'auth'::regnamespace and c.relkind = 'r'
        and r.rolname in ('anon', 'authenticated', 'authenticator', 'service_role', 'postgres')`
    expect(rights.length).toBe(35)
    const all = 'select,insert,update,delete,references,trigger'
    for (const row of rights) expect(row).toEqual({ ...row, rights: row.role === 'postgres' ? all : '' })
  })

  it('can be applied again, over data', async () => {
    const { userId } = await signedInUser(backend)
    const schema = await readFile(join(import.meta.dirname, 'auth-schema.sql'), 'utf8')
    await backend.admin.unsafe(schema)
    expect(await backend.sql`select 1 from auth.users where id = ${userId}`).toHaveLength(1)
  })

  it('has row-level security on every table', async () => {
    const open = await backend.admin`
      select relname from pg_class
      where relnamespace = 'auth'::regnamespace and relkind = 'r' and not relrowsecurity`
    expect(open).toEqual([])
  })

  it('lets a migration reference users and follow their deletion', async () => {
    const owner = backend.admin
    await owner.begin(async (tx) => {
      await tx`set local role postgres`
      await tx`create table public.profile (
        id uuid primary key references auth.users (id) on delete cascade)`
    })
    const { userId } = await signedInUser(backend)
    await owner`insert into public.profile values (${userId})`
    await backend.adminClient().auth.admin.deleteUser(userId)
    expect(await owner`select 1 from public.profile`).toHaveLength(0)
  })
})

describe('requests that are not what they should be', () => {
  it.each([
    ['{"email": 5}', 400, 'bad_json'],
    ['[1]', 400, 'bad_json'],
    ['{', 400, 'bad_json'],
    ['{"email":"a@b.c","password":"long enough","data":{"x":"\\u0000"}}', 400, 'validation_failed'],
  ])('answer %s with %d', async (body, status, code) => {
    const answer = await post('/signup', body)
    expect(answer).toMatchObject({ status, body: { error_code: code } })
  })

  it('larger than a megabyte are refused', async () => {
    const answer = await post('/signup', JSON.stringify({ data: 'x'.repeat(1 << 20) }))
    expect(answer).toMatchObject({ status: 413, body: { error_code: 'request_entity_too_large' } })
  })

  it.each(['constructor', '__proto__', 'x'])('that name the factor %s are refused', async (type) => {
    const { session } = await signedInUser(backend)
    const answer = await fetch(`${backend.url}/auth/v1/factors`, {
      method: 'POST',
      headers: {
        apikey: backend.ctx.keys.publishableKey,
        authorization: `Bearer ${session.access_token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ factor_type: type }),
    })
    expect([answer.status, (await answer.json()).error_code]).toEqual([400, 'validation_failed'])
  })

  it('for features that are off say so', async () => {
    const { client } = await signedInUser(backend)
    const oauth = await fetch(`${backend.url}/auth/v1/authorize?provider=github`)
    expect(oauth.status).toBe(400)
    expect(await oauth.json()).toMatchObject({ error_code: 'validation_failed' })
    const totp = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(totp.error).toMatchObject({ code: 'mfa_totp_enroll_not_enabled', status: 422 })
    const sso = await client.auth.signInWithSSO({ domain: 'example.org' })
    expect(sso.error).toMatchObject({ code: 'saml_provider_disabled', status: 404 })
    const link = await client.auth.linkIdentity({ provider: 'github' })
    expect(link.error).toMatchObject({ code: 'manual_linking_disabled', status: 404 })
    expect(await post('/nothing-here', '{}')).toMatchObject({ status: 404 })
  })
})

async function post(path: string, body: string) {
  const answer = await fetch(`${backend.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: backend.ctx.keys.publishableKey, 'content-type': 'application/json' },
    body,
  })
  return { status: answer.status, body: await answer.json() }
}
