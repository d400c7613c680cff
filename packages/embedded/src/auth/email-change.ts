/** Moving an account to another address: both the present and the new address have to confirm. */
import { deliver, issueMailToken, limitMails, rememberFlow } from './emails.ts'
import { emailExists, isUniqueViolation } from './errors.ts'
import type { Challenge } from './pkce.ts'
import type { AuthService } from './service.ts'
import type { Database } from './store/database.ts'
import { clearOneTimeTokens } from './store/one-time-tokens.ts'
import * as users from './store/users.ts'

const ONE_SIDE_CONFIRMED = 1

/** Sends a mail to each address; a former, unfinished change is forgotten. */
export async function sendEmailChange(
  service: AuthService,
  change: { user: users.UserRow; newEmail: string; redirectTo: string; challenge: Challenge | null },
): Promise<void> {
  const { user, newEmail, redirectTo, challenge } = change
  limitMails(service, 'email change', user.email ?? user.id)
  const issued = await service.sql.begin(async (tx) => {
    const now = service.clock.now()
    await users.updateUser(tx, user.id, { email_change: newEmail, email_change_confirm_status: 0 }, now)
    await rememberFlow(service, tx, { user, kind: 'email_change_new', challenge })
    const shared = { user, redirectTo, challenge }
    const toNew = await issueMailToken(service, tx, { ...shared, kind: 'email_change_new', to: newEmail })
    if (!user.email) return [toNew]
    const current = { ...shared, kind: 'email_change_current' as const, to: user.email, newAddress: newEmail }
    return [toNew, await issueMailToken(service, tx, current)]
  })
  for (const mail of issued) await deliver(service, mail)
}

/**
 * Counts one confirmation. Returns null if the other address still has to confirm, else the user under
 * the new address. Throws `email_exists` (422) if somebody took that address in the meantime.
 */
export async function confirmEmailChange(
  service: AuthService,
  tx: Database,
  user: users.UserRow,
): Promise<users.UserRow | null> {
  const now = service.clock.now()
  if (user.email && user.email_change_confirm_status !== ONE_SIDE_CONFIRMED) {
    await users.updateUser(tx, user.id, { email_change_confirm_status: ONE_SIDE_CONFIRMED }, now)
    return null
  }
  const email = user.email_change ?? ''
  const patch = {
    email,
    email_change: '',
    email_change_confirm_status: 0,
    email_confirmed_at: user.email_confirmed_at ?? now,
    is_anonymous: false,
  }
  try {
    await users.updateUser(tx, user.id, patch, now)
  } catch (error) {
    throw isUniqueViolation(error) ? emailExists() : error
  }
  await clearOneTimeTokens(tx, user.id)
  await users.mergeMetadata(tx, user.id, 'raw_user_meta_data', { email_verified: true }, now)
  return await users.upsertEmailIdentity(tx, { id: user.id, email, verified: true }, now)
}
