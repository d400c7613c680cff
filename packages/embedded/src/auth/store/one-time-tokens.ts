/** Rows of `auth.one_time_tokens` (links and codes of mails) and `auth.flow_state` (PKCE). */
import { randomUUID } from 'node:crypto'
import type { Database } from './database.ts'

export type OneTimeTokenType =
  | 'confirmation_token'
  | 'reauthentication_token'
  | 'recovery_token'
  | 'email_change_token_new'
  | 'email_change_token_current'

export interface OneTimeTokenRow {
  id: string
  user_id: string
  token_type: OneTimeTokenType
  code_hash: string
  relates_to: string
}

export interface NewOneTimeToken {
  userId: string
  type: OneTimeTokenType
  tokenHash: string
  codeHash: string
  relatesTo: string
  expiresAt: Date
}

/** A new token of a kind replaces the user's former one. */
export async function putOneTimeToken(db: Database, token: NewOneTimeToken, now: Date): Promise<void> {
  await db`
    insert into auth.one_time_tokens (
      id, user_id, token_type, token_hash, relates_to, created_at, updated_at, code_hash, expires_at)
    values (
      ${randomUUID()}, ${token.userId}, ${token.type}, ${token.tokenHash}, ${token.relatesTo}, ${now}, ${now},
      ${token.codeHash}, ${token.expiresAt})
    on conflict (user_id, token_type) do update set
      token_hash = excluded.token_hash, relates_to = excluded.relates_to, updated_at = excluded.updated_at,
      code_hash = excluded.code_hash, code_attempts = 0, expires_at = excluded.expires_at`
}

export async function findLinkOwner(db: Database, tokenHash: string): Promise<string | null> {
  const rows = await db<{ user_id: string }[]>`
    select user_id from auth.one_time_tokens where token_hash = ${tokenHash}`
  return rows[0]?.user_id ?? null
}

/** Takes the token of a link in one statement: a second caller finds nothing. */
export async function consumeLinkToken(
  db: Database,
  types: readonly OneTimeTokenType[],
  tokenHash: string,
  now: Date,
): Promise<OneTimeTokenRow | null> {
  const rows = await db<OneTimeTokenRow[]>`
    delete from auth.one_time_tokens
    where token_hash = ${tokenHash} and expires_at > ${now}
      and token_type = any(${types as string[]}::auth.one_time_token_type[])
    returning id, user_id, token_type, code_hash, relates_to`
  return rows[0] ?? null
}

/**
 * Counts one guess at every live code of an address and returns those that still accept guesses.
 * Runs outside the caller's transaction, so that no failure takes the count back.
 */
export async function countCodeAttempt(
  db: Database,
  types: readonly OneTimeTokenType[],
  relatesTo: string,
  maxAttempts: number,
  now: Date,
): Promise<OneTimeTokenRow[]> {
  return await db<OneTimeTokenRow[]>`
    update auth.one_time_tokens set code_attempts = code_attempts + 1
    where relates_to = ${relatesTo} and expires_at > ${now} and code_attempts < ${maxAttempts}
      and token_type = any(${types as string[]}::auth.one_time_token_type[])
    returning id, user_id, token_type, code_hash, relates_to`
}

export async function consumeCodeToken(db: Database, token: OneTimeTokenRow): Promise<boolean> {
  const rows = await db`
    delete from auth.one_time_tokens where id = ${token.id} and code_hash = ${token.code_hash} returning id`
  return rows.length === 1
}

export async function clearOneTimeTokens(db: Database, userId: string): Promise<void> {
  await db`delete from auth.one_time_tokens where user_id = ${userId}`
}

export interface FlowStateRow {
  id: string
  user_id: string
  code_challenge: string
  code_challenge_method: 's256' | 'plain'
  authentication_method: string
  auth_code_issued_at: Date
}

export async function insertFlowState(
  db: Database,
  flow: { userId: string; method: string; challenge: string; challengeMethod: 's256' | 'plain' },
  now: Date,
): Promise<void> {
  await db`
    insert into auth.flow_state (
      id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method, created_at, updated_at)
    values (
      ${randomUUID()}, ${flow.userId}, ${flow.challenge}, ${flow.challengeMethod}, 'email', ${flow.method}, ${now}, ${now})`
}

/** Gives the user's latest flow of this method an authorization code; false if there is none. */
export async function issueAuthCode(
  db: Database,
  flow: { userId: string; method: string; codeHash: string },
  now: Date,
): Promise<boolean> {
  const rows = await db`
    update auth.flow_state set auth_code = ${flow.codeHash}, auth_code_issued_at = ${now}, updated_at = ${now}
    where id = (
      select id from auth.flow_state
      where user_id = ${flow.userId} and authentication_method = ${flow.method} and auth_code_issued_at is null
      order by created_at desc limit 1)
    returning id`
  return rows.length === 1
}

export async function findFlowState(db: Database, codeHash: string): Promise<FlowStateRow | null> {
  const rows = await db<FlowStateRow[]>`
    select id, user_id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at
    from auth.flow_state where auth_code = ${codeHash} and user_id is not null`
  return rows[0] ?? null
}

/** Ends a flow; false if another request ended it first. Flows a day old are swept on the way. */
export async function consumeFlowState(db: Database, id: string, now: Date): Promise<boolean> {
  const rows = await db`delete from auth.flow_state where id = ${id} returning id`
  const dayAgo = new Date(now.getTime() - 86_400_000)
  await db`delete from auth.flow_state where created_at < ${dayAgo}`
  return rows.length === 1
}
