/** Rows of `auth.sessions`, `auth.mfa_amr_claims` and `auth.refresh_tokens`. */
import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'
import { onlyRow } from './users.ts'

export interface SessionRow {
  id: string
  user_id: string
  created_at: Date
  aal: string | null
}

export interface RefreshTokenRow {
  id: string
  token: string
  user_id: string
  session_id: string
  revoked: boolean
  updated_at: Date
}

export interface ClientMark {
  ip: string | null
  userAgent: string | null
}

export async function insertSession(
  db: Database,
  session: { userId: string; method: string } & ClientMark,
  now: Date,
): Promise<SessionRow> {
  const id = randomUUID()
  const rows = await db<SessionRow[]>`
    insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip)
    values (${id}, ${session.userId}, ${now}, ${now}, 'aal1', ${session.userAgent}, ${session.ip})
    returning id, user_id, created_at, aal`
  await db`
    insert into auth.mfa_amr_claims (session_id, created_at, updated_at, authentication_method, id)
    values (${id}, ${now}, ${now}, ${session.method}, ${randomUUID()})`
  return onlyRow(rows)
}

export async function findSession(db: Database, id: string): Promise<SessionRow | null> {
  const rows = await db<SessionRow[]>`
    select id, user_id, created_at, aal from auth.sessions where id = ${id}`
  return rows[0] ?? null
}

/** Serializes refreshes of one session. */
export async function lockSession(db: Database, id: string): Promise<SessionRow | null> {
  const rows = await db<SessionRow[]>`
    select id, user_id, created_at, aal from auth.sessions where id = ${id} for update`
  return rows[0] ?? null
}

export async function markRefreshed(db: Database, id: string, client: ClientMark, now: Date): Promise<void> {
  await db`
    update auth.sessions set refreshed_at = ${now}, updated_at = ${now}, user_agent = ${client.userAgent}, ip = ${client.ip}
    where id = ${id}`
}

/** How and when the session was authenticated, latest first. */
export async function methodsOf(
  db: Database,
  sessionId: string,
): Promise<{ method: string; timestamp: number }[]> {
  return await db<{ method: string; timestamp: number }[]>`
    select authentication_method as method, floor(extract(epoch from updated_at))::int as timestamp
    from auth.mfa_amr_claims where session_id = ${sessionId} order by updated_at desc`
}

export async function deleteSession(db: Database, id: string): Promise<void> {
  await db`delete from auth.sessions where id = ${id}`
}

export async function deleteSessionsOf(db: Database, userId: string): Promise<void> {
  await db`delete from auth.sessions where user_id = ${userId}`
}

export async function deleteOtherSessionsOf(db: Database, userId: string, keptId: string): Promise<void> {
  await db`delete from auth.sessions where user_id = ${userId} and id <> ${keptId}`
}

/** Stores the digest that `digestOf` makes of the new row's id. */
export async function insertRefreshToken(
  db: Database,
  token: { sessionId: string; userId: string; parent: string | null; digestOf: (id: string) => string },
  now: Date,
): Promise<string> {
  const next = await db<{ id: string }[]>`
    select nextval(pg_get_serial_sequence('auth.refresh_tokens', 'id'))::text as id`
  const id = onlyRow(next).id
  await db`
    insert into auth.refresh_tokens (id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values (${id}, ${token.digestOf(id)}, ${token.userId}, false, ${now}, ${now}, ${token.parent}, ${token.sessionId})`
  return id
}

export async function findRefreshToken(db: Database, digest: string): Promise<RefreshTokenRow | null> {
  const rows = await db<RefreshTokenRow[]>`
    select id::text, token, user_id, session_id, revoked, updated_at
    from auth.refresh_tokens where token = ${digest} and session_id is not null`
  return rows[0] ?? null
}

/** The token that is good now, with the digest of the one that it replaced. */
export async function activeRefreshToken(
  db: Database,
  sessionId: string,
): Promise<{ id: string; parent: string | null } | null> {
  const rows = await db<{ id: string; parent: string | null }[]>`
    select id::text, parent from auth.refresh_tokens
    where session_id = ${sessionId} and not revoked order by id desc limit 1`
  return rows[0] ?? null
}

export async function revokeRefreshToken(db: Database, id: string, now: Date): Promise<void> {
  await db`update auth.refresh_tokens set revoked = true, updated_at = ${now} where id = ${id}`
}
