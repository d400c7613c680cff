/** POST /invite and POST /admin/generate_link: for holders of the secret key. */
import type { Context } from 'hono'
import { requireAdmin } from './authenticate.ts'
import { normalizeEmail } from './email-address.ts'
import { deliver, type IssuedToken, issueMailToken } from './emails.ts'
import { AuthFailure, emailExists, invalidRequest } from './errors.ts'
import { checkPasswordStrength, hashPassword } from './passwords.ts'
import { allowedRedirect } from './redirects.ts'
import { type Body, readBody, redirectTarget } from './request.ts'
import type { AuthService } from './service.ts'
import { createEmailUser } from './signup.ts'
import type { Database } from './store/database.ts'
import * as users from './store/users.ts'
import { userJson } from './user-json.ts'

export async function invite(service: AuthService, c: Context): Promise<Response> {
  await requireAdmin(service, c)
  const body = await readBody(c)
  const email = normalizeEmail(body.text('email'))
  const redirectTo = redirectTarget(service, c)
  const known = await users.findUserByEmail(service.sql, email)
  const { issued, user } = await service.sql.begin((tx) =>
    issueInvitation(service, tx, { email, known, redirectTo, data: body.object('data') ?? {} }),
  )
  await deliver(service, issued)
  return c.json(userJson(user, await users.identitiesOf(service.sql, [user.id])))
}

interface Issue {
  email: string
  known: users.UserRow | null
  redirectTo: string
  data: Record<string, unknown>
}

interface Issued {
  user: users.UserRow
  issued: IssuedToken
}

async function issueInvitation(service: AuthService, tx: Database, issue: Issue): Promise<Issued> {
  if (issue.known?.email_confirmed_at) throw emailExists()
  const fresh = { email: issue.email, passwordHash: null, data: issue.data, confirmed: false }
  const user = issue.known ?? (await createEmailUser(service, tx, fresh))
  const mail = { kind: 'invite', user, to: issue.email, redirectTo: issue.redirectTo } as const
  const issued = await issueMailToken(service, tx, mail)
  const now = service.clock.now()
  return { issued, user: await users.updateUser(tx, user.id, { invited_at: now }, now) }
}

/** Answers with the link and the code that a mail would hold, and sends nothing. */
export async function generateLink(service: AuthService, c: Context): Promise<Response> {
  await requireAdmin(service, c)
  const body = await readBody(c)
  const email = normalizeEmail(body.text('email'))
  const redirectTo = body.text('redirect_to')
    ? allowedRedirect(body.text('redirect_to'), service.ctx.siteUrl)
    : redirectTarget(service, c)
  const known = await users.findUserByEmail(service.sql, email)
  const type = linkTypeFor(body.text('type'), known)
  const passwordHash = type === 'signup' && !known ? await readPassword(body) : null
  const { issued, user } = await service.sql.begin(async (tx) => {
    const issue = { email, known, redirectTo, data: body.object('data') ?? {} }
    if (type === 'invite') return await issueInvitation(service, tx, issue)
    if (type === 'signup') return await issueSignup(service, tx, { ...issue, passwordHash })
    return await issueForKnown(service, tx, { ...issue, type, newEmail: body.text('new_email') })
  })
  const shown = (await users.findUserById(service.sql, user.id)) ?? user
  return c.json({
    ...userJson(shown, await users.identitiesOf(service.sql, [user.id])),
    action_link: issued.link,
    email_otp: issued.code,
    hashed_token: issued.token,
    verification_type: type,
    redirect_to: redirectTo,
  })
}

const LINK_TYPES = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const
type LinkType = (typeof LINK_TYPES)[number]

function linkTypeFor(asked: string, known: users.UserRow | null): LinkType {
  const type = LINK_TYPES.find((name) => name === asked)
  if (!type) throw invalidRequest(`Invalid email action link type requested: ${asked}`)
  if (known || type === 'signup' || type === 'invite') return type
  // An unknown person's sign-in link is a sign-up.
  if (type === 'magiclink') return 'signup'
  throw new AuthFailure(404, 'user_not_found', 'User with this email not found')
}

async function readPassword(body: Body): Promise<string | null> {
  const password = body.text('password')
  if (password === '') {
    if (body.text('type') === 'magiclink') return null
    throw invalidRequest('Signup requires a valid password')
  }
  checkPasswordStrength(password)
  return await hashPassword(password)
}

async function issueSignup(
  service: AuthService,
  tx: Database,
  issue: Issue & { passwordHash: string | null },
): Promise<Issued> {
  if (issue.known?.email_confirmed_at) throw emailExists()
  const user = issue.known ?? (await createEmailUser(service, tx, { ...issue, confirmed: false }))
  const mail = { kind: 'signup', user, to: issue.email, redirectTo: issue.redirectTo } as const
  return { user, issued: await issueMailToken(service, tx, mail) }
}

async function issueForKnown(
  service: AuthService,
  tx: Database,
  issue: Issue & { type: Exclude<LinkType, 'signup' | 'invite'>; newEmail: string },
): Promise<Issued> {
  const user = issue.known
  if (!user) throw new AuthFailure(404, 'user_not_found', 'User with this email not found')
  const mail = { kind: issue.type, user, to: issue.email, redirectTo: issue.redirectTo }
  if (issue.type === 'magiclink' || issue.type === 'recovery') {
    return { user, issued: await issueMailToken(service, tx, mail) }
  }
  const newEmail = normalizeEmail(issue.newEmail)
  if (await users.findUserByEmail(tx, newEmail)) throw emailExists()
  const patch = { email_change: newEmail, email_change_confirm_status: 0 }
  await users.updateUser(tx, user.id, patch, service.clock.now())
  const to = issue.type === 'email_change_new' ? newEmail : issue.email
  return { user, issued: await issueMailToken(service, tx, { ...mail, to }) }
}
