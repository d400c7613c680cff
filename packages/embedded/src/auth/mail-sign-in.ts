/** Routes that send a mail to an address: /otp, /magiclink, /recover, /resend. */
import type { Context } from 'hono'
import { normalizeEmail } from './email-address.ts'
import { sendEmailChange } from './email-change.ts'
import { answerUniformly, deliver, issueMailToken, limitMails, rememberFlow } from './emails.ts'
import { AuthFailure, invalidRequest } from './errors.ts'
import { rates } from './limits.ts'
import { type Challenge, readChallenge } from './pkce.ts'
import {
  type Body,
  callerIp,
  limitRequests,
  readBody,
  redirectTarget,
  refusePhone,
  requireText,
} from './request.ts'
import type { AuthService } from './service.ts'
import { registerOrGreet } from './signup.ts'
import { findUserByEmail, type UserRow } from './store/users.ts'

interface MailRequest {
  email: string
  challenge: Challenge | null
  redirectTo: string
}

async function readMailRequest(service: AuthService, c: Context): Promise<MailRequest & { body: Body }> {
  limitRequests(service, 'mail', callerIp(c), rates.mailRoutes)
  const body = await readBody(c)
  refusePhone(body, 'Unsupported phone provider')
  const email = normalizeEmail(requireText(body, 'email', 'One of email or phone must be set'))
  return { body, email, challenge: readChallenge(body), redirectTo: redirectTarget(service, c) }
}

/** POST /otp and POST /magiclink: a link and a code to sign in; signs up unknown addresses unless told not to. */
export async function sendSignInLink(service: AuthService, c: Context): Promise<Response> {
  const request = await readMailRequest(service, c)
  const user = await findUserByEmail(service.sql, request.email)
  if (!user && !request.body.flag('create_user', true)) {
    throw new AuthFailure(422, 'otp_disabled', 'Signups not allowed for otp')
  }
  const data = request.body.object('data') ?? {}
  limitMails(service, 'sign-in', request.email)
  await answerUniformly(signInByMail(service, { ...request, data }, user))
  return c.json({})
}

async function signInByMail(
  service: AuthService,
  request: MailRequest & { data: Record<string, unknown> },
  known: UserRow | null,
): Promise<void> {
  if (known?.email_confirmed_at) return await sendRecovery(service, 'magiclink', request, known)
  const registered = await registerOrGreet(service, { ...request, passwordHash: null })
  // Without confirmation, the new account still has to show that it reads the mail.
  if (registered?.email_confirmed_at) await sendRecovery(service, 'magiclink', request, registered)
}

/** POST /recover: answers the same for every address. */
export async function recover(service: AuthService, c: Context): Promise<Response> {
  const request = await readMailRequest(service, c)
  limitMails(service, 'recovery', request.email)
  const work = async () => {
    const user = await findUserByEmail(service.sql, request.email)
    if (user) await sendRecovery(service, 'recovery', request, user)
  }
  await answerUniformly(work())
  return c.json({})
}

/** Sign-in links and password resets share one token, as on the hosted service. */
async function sendRecovery(
  service: AuthService,
  kind: 'magiclink' | 'recovery',
  request: MailRequest,
  user: UserRow,
): Promise<void> {
  const { challenge, redirectTo, email } = request
  const issued = await service.sql.begin(async (tx) => {
    await rememberFlow(service, tx, { user, kind, challenge })
    return await issueMailToken(service, tx, { kind, user, to: email, redirectTo, challenge })
  })
  await deliver(service, issued)
}

/** POST /resend of a confirmation or of an e-mail change: answers the same for every address. */
export async function resend(service: AuthService, c: Context): Promise<Response> {
  const request = await readMailRequest(service, c)
  const type = request.body.text('type')
  if (type !== 'signup' && type !== 'email_change') {
    throw invalidRequest('Missing one of these types: signup, email_change, sms, phone_change')
  }
  await answerUniformly(
    type === 'signup' ? resendConfirmation(service, request) : resendChange(service, request),
  )
  return c.json({})
}

async function resendConfirmation(service: AuthService, request: MailRequest): Promise<void> {
  limitMails(service, 'resend', request.email)
  const user = await findUserByEmail(service.sql, request.email)
  if (!user || user.email_confirmed_at) return
  const { challenge, redirectTo, email } = request
  const issued = await service.sql.begin(async (tx) => {
    await rememberFlow(service, tx, { user, kind: 'signup', challenge })
    return await issueMailToken(service, tx, { kind: 'signup', user, to: email, redirectTo, challenge })
  })
  await deliver(service, issued)
}

async function resendChange(service: AuthService, request: MailRequest): Promise<void> {
  const user = await findUserByEmail(service.sql, request.email)
  if (!user?.email_change) return limitMails(service, 'email change', request.email)
  await sendEmailChange(service, { user, newEmail: user.email_change, ...request })
}
