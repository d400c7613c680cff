/** Rows of `auth.users` and `auth.identities`. */
import { randomUUID } from 'node:crypto'
import { asJson, type Database, type Metadata } from './database.ts'

export interface UserRow {
  id: string
  aud: string | null
  role: string | null
  email: string | null
  encrypted_password: string | null
  email_confirmed_at: Date | null
  invited_at: Date | null
  confirmation_sent_at: Date | null
  recovery_sent_at: Date | null
  email_change: string | null
  email_change_sent_at: Date | null
  email_change_confirm_status: number | null
  last_sign_in_at: Date | null
  raw_app_meta_data: Metadata | null
  raw_user_meta_data: Metadata | null
  created_at: Date | null
  updated_at: Date | null
  phone: string | null
  phone_confirmed_at: Date | null
  confirmed_at: Date | null
  banned_until: Date | null
  reauthentication_sent_at: Date | null
  deleted_at: Date | null
  is_anonymous: boolean
}

export interface IdentityRow {
  id: string
  provider_id: string
  user_id: string
  identity_data: Metadata
  provider: string
  last_sign_in_at: Date | null
  created_at: Date | null
  updated_at: Date | null
  email: string | null
}

export interface NewUser {
  id?: string
  email: string | null
  passwordHash: string | null
  appMetadata: Metadata
  userMetadata: Metadata
  role?: string
  isAnonymous?: boolean
}

/** Columns that handlers change one by one. */
export type UserPatch = Partial<
  Pick<
    UserRow,
    | 'role'
    | 'email'
    | 'encrypted_password'
    | 'email_confirmed_at'
    | 'invited_at'
    | 'confirmation_sent_at'
    | 'recovery_sent_at'
    | 'email_change'
    | 'email_change_sent_at'
    | 'email_change_confirm_status'
    | 'last_sign_in_at'
    | 'banned_until'
    | 'reauthentication_sent_at'
    | 'deleted_at'
    | 'is_anonymous'
  >
>

const NIL_INSTANCE = '00000000-0000-0000-0000-000000000000'

export async function findUserByEmail(db: Database, email: string): Promise<UserRow | null> {
  const rows = await db<UserRow[]>`
    select * from auth.users where email = ${email} and is_sso_user = false limit 1`
  return rows[0] ?? null
}

export async function findUserById(db: Database, id: string): Promise<UserRow | null> {
  const rows = await db<UserRow[]>`select * from auth.users where id = ${id}`
  return rows[0] ?? null
}

/**
 * Serializes whatever else changes this user until the transaction ends. Everything locks the user
 * before its tokens, so that no two requests wait for each other.
 */
export async function lockUser(db: Database, id: string): Promise<UserRow | null> {
  const rows = await db<UserRow[]>`select * from auth.users where id = ${id} for no key update`
  return rows[0] ?? null
}

/** Throws a unique violation if the address is taken. */
export async function insertUser(db: Database, user: NewUser, now: Date): Promise<UserRow> {
  const rows = await db<UserRow[]>`
    insert into auth.users (
      instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data, raw_user_meta_data,
      created_at, updated_at, is_anonymous, confirmation_token, recovery_token, email_change_token_new, email_change)
    values (
      ${NIL_INSTANCE}, ${user.id ?? randomUUID()}, 'authenticated', ${user.role ?? 'authenticated'},
      ${user.email}, ${user.passwordHash}, ${asJson(db, user.appMetadata)}, ${asJson(db, user.userMetadata)},
      ${now}, ${now}, ${user.isAnonymous ?? false}, '', '', '', '')
    returning *`
  return onlyRow(rows)
}

export async function updateUser(db: Database, id: string, patch: UserPatch, now: Date): Promise<UserRow> {
  const values = { ...patch, updated_at: now }
  const rows = await db<UserRow[]>`update auth.users set ${db(values)} where id = ${id} returning *`
  return onlyRow(rows)
}

/** Sets the keys of `change`; a key whose value is null is removed. */
export async function mergeMetadata(
  db: Database,
  id: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  change: Metadata,
  now: Date,
): Promise<UserRow> {
  const removed = Object.keys(change).filter((key) => change[key] === null)
  const rows = await db<UserRow[]>`
    update auth.users set
      ${db(column)} = (coalesce(${db(column)}, '{}'::jsonb) || ${asJson(db, change)}) - ${removed}::text[],
      updated_at = ${now}
    where id = ${id} returning *`
  return onlyRow(rows)
}

export async function deleteUser(db: Database, id: string): Promise<void> {
  await db`delete from auth.users where id = ${id}`
}

export async function listUsers(
  db: Database,
  page: { limit: number; offset: number; filter: string },
): Promise<{ users: UserRow[]; total: number }> {
  const pattern = `%${page.filter.replaceAll(/[\\%_]/g, '\\$&')}%`
  const where =
    page.filter === ''
      ? db`true`
      : db`(email ilike ${pattern} or raw_user_meta_data ->> 'full_name' ilike ${pattern})`
  const users = await db<UserRow[]>`
    select * from auth.users where ${where}
    order by created_at desc, id limit ${page.limit} offset ${page.offset}`
  const counted = await db<{ total: number }[]>`select count(*)::int as total from auth.users where ${where}`
  return { users, total: counted[0]?.total ?? 0 }
}

export async function identitiesOf(db: Database, userIds: readonly string[]): Promise<IdentityRow[]> {
  return await db<IdentityRow[]>`
    select * from auth.identities where user_id = any(${userIds as string[]}::uuid[]) order by created_at, id`
}

/** Makes or updates the identity of provider `email`, then names the user's providers in its metadata. */
export async function upsertEmailIdentity(
  db: Database,
  user: { id: string; email: string; verified: boolean; extra?: Metadata },
  now: Date,
): Promise<UserRow> {
  const proved = { sub: user.id, email: user.email, email_verified: user.verified, phone_verified: false }
  const data = { ...user.extra, ...proved }
  await db`
    insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (${user.id}, ${user.id}, ${asJson(db, data)}, 'email', ${now}, ${now}, ${now})
    on conflict (provider_id, provider) do update
      set identity_data = auth.identities.identity_data || ${asJson(db, proved)}, updated_at = ${now}`
  const rows = await db<UserRow[]>`
    update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}'::jsonb) || (
      select jsonb_build_object('provider', (array_agg(i.provider order by i.created_at))[1],
                                'providers', jsonb_agg(i.provider order by i.created_at))
      from auth.identities i where i.user_id = u.id)
    where u.id = ${user.id} returning *`
  return onlyRow(rows)
}

/** Leaves a user without a way in, under an unreadable address. */
export async function anonymizeUser(db: Database, id: string, mark: string, now: Date): Promise<void> {
  await db`
    update auth.users set
      email = case when email is null then null else ${mark} end, phone = null, email_change = '', phone_change = '',
      encrypted_password = null, raw_user_meta_data = '{}'::jsonb, deleted_at = ${now}, updated_at = ${now}
    where id = ${id} and deleted_at is null`
  await db`delete from auth.identities where user_id = ${id}`
}

export function onlyRow<T>(rows: readonly T[]): T {
  const row = rows[0]
  if (row === undefined) throw new Error('expected one row')
  return row
}
