import type { IdentityRow, UserRow } from './store/users.ts'

/** A user as clients see it. Absent times are left out, as the hosted service does. */
export type UserJson = Record<string, unknown> & { id: string }

export function userJson(user: UserRow, identities: readonly IdentityRow[]): UserJson {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    phone: user.phone ?? '',
    ...times({
      email_confirmed_at: user.email_confirmed_at,
      invited_at: user.invited_at,
      phone_confirmed_at: user.phone_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      confirmed_at: user.confirmed_at,
      recovery_sent_at: user.recovery_sent_at,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
      deleted_at: user.deleted_at,
      created_at: user.created_at,
      updated_at: user.updated_at,
    }),
    ...(user.email_change ? { new_email: user.email_change } : {}),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities.filter((identity) => identity.user_id === user.id).map(identityJson),
    is_anonymous: user.is_anonymous,
  }
}

export function identityJson(identity: IdentityRow): Record<string, unknown> {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    ...times({
      last_sign_in_at: identity.last_sign_in_at,
      created_at: identity.created_at,
      updated_at: identity.updated_at,
    }),
    ...(identity.email ? { email: identity.email } : {}),
  }
}

function times(values: Record<string, Date | string | null>): Record<string, string> {
  const present = Object.entries(values).filter(
    (entry): entry is [string, Date | string] => entry[1] !== null,
  )
  return Object.fromEntries(present.map(([name, value]) => [name, new Date(value).toISOString()]))
}
