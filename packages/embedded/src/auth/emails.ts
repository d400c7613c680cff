/** Makes the tokens of a mail and sends it: the token is stored first, the mail goes out after the commit. */
import { composeMail, type MailKind } from '../mail/templates.ts'
import { after } from './clock.ts'
import { AuthFailure } from './errors.ts'
import { limits, rates } from './limits.ts'
import { type Challenge, PKCE_PREFIX } from './pkce.ts'
import { keyedDigest, randomCode, randomToken, sha256 } from './secrets.ts'
import type { AuthService } from './service.ts'
import type { SignInMethod } from './sessions.ts'
import type { Database } from './store/database.ts'
import { insertFlowState, type OneTimeTokenType, putOneTimeToken } from './store/one-time-tokens.ts'
import { type UserPatch, type UserRow, updateUser } from './store/users.ts'

interface KindRules {
  tokenType: OneTimeTokenType
  /** The `type` in the link; what it verifies as. */
  linkType: string
  sentAt: keyof UserPatch
  flowMethod: SignInMethod
}

const RULES: Record<MailKind, KindRules> = {
  signup: {
    tokenType: 'confirmation_token',
    linkType: 'signup',
    sentAt: 'confirmation_sent_at',
    flowMethod: 'email/signup',
  },
  invite: {
    tokenType: 'confirmation_token',
    linkType: 'invite',
    sentAt: 'confirmation_sent_at',
    flowMethod: 'invite',
  },
  magiclink: {
    tokenType: 'recovery_token',
    linkType: 'magiclink',
    sentAt: 'recovery_sent_at',
    flowMethod: 'magiclink',
  },
  recovery: {
    tokenType: 'recovery_token',
    linkType: 'recovery',
    sentAt: 'recovery_sent_at',
    flowMethod: 'recovery',
  },
  email_change_new: {
    tokenType: 'email_change_token_new',
    linkType: 'email_change',
    sentAt: 'email_change_sent_at',
    flowMethod: 'email_change',
  },
  email_change_current: {
    tokenType: 'email_change_token_current',
    linkType: 'email_change',
    sentAt: 'email_change_sent_at',
    flowMethod: 'email_change',
  },
  reauthentication: {
    tokenType: 'reauthentication_token',
    linkType: 'reauthentication',
    sentAt: 'reauthentication_sent_at',
    flowMethod: 'otp',
  },
}

/** The flow that a verified link of `linkType` continues. */
export function flowMethodOf(linkType: string): SignInMethod {
  return Object.values(RULES).find((rules) => rules.linkType === linkType)?.flowMethod ?? 'otp'
}

/** Codes are short, so their digest is keyed: the database alone does not give them away. */
export function codeDigest(service: AuthService, address: string, code: string): string {
  return keyedDigest(service.ctx.keys.jwtSecret, 'mail code', `${address}:${code}`).toString('hex')
}

export interface IssuedToken {
  kind: MailKind
  to: string
  /** As it stands in the link, with the prefix of its flow. */
  token: string
  code: string
  link: string
  newAddress?: string
}

/** Stores a link and a code for `user`, replacing former ones of the kind. Nothing is sent yet. */
export async function issueMailToken(
  service: AuthService,
  tx: Database,
  mail: {
    kind: MailKind
    user: UserRow
    to: string
    redirectTo: string
    challenge?: Challenge | null
    newAddress?: string
  },
): Promise<IssuedToken> {
  const now = service.clock.now()
  const rules = RULES[mail.kind]
  const token = `${mail.challenge ? PKCE_PREFIX : ''}${randomToken()}`
  const code = randomCode()
  await updateUser(tx, mail.user.id, { [rules.sentAt]: now }, now)
  await putOneTimeToken(
    tx,
    {
      userId: mail.user.id,
      type: rules.tokenType,
      tokenHash: sha256(token),
      codeHash: codeDigest(service, mail.to, code),
      relatesTo: mail.to,
      expiresAt: after(now, limits.mailTokenTtl),
    },
    now,
  )
  const query = new URLSearchParams({ token, type: rules.linkType, redirect_to: mail.redirectTo })
  const issued = { kind: mail.kind, to: mail.to, token, code }
  const link = `${service.ctx.siteUrl}/auth/v1/verify?${query}`
  return mail.newAddress ? { ...issued, link, newAddress: mail.newAddress } : { ...issued, link }
}

/** Remembers the challenge of the browser that asked, if it uses PKCE. */
export async function rememberFlow(
  service: AuthService,
  tx: Database,
  flow: { user: UserRow; kind: MailKind; challenge: Challenge | null },
): Promise<void> {
  if (!flow.challenge) return
  const method = RULES[flow.kind].flowMethod
  await insertFlowState(tx, { userId: flow.user.id, method, ...flow.challenge }, service.clock.now())
}

/** Throws 500 if the mailer takes no mails. */
export async function deliver(service: AuthService, issued: IssuedToken): Promise<void> {
  try {
    await service.ctx.mailer.send(composeMail(issued.kind, issued))
  } catch (error) {
    service.ctx.log(`mail not taken: ${error instanceof Error ? error.message : String(error)}`)
    throw new AuthFailure(500, 'unexpected_failure', `Error sending ${RULES[issued.kind].linkType} email`)
  }
}

/**
 * One mail of a purpose per address and minute, whether or not the address has an account: the refusal
 * must not tell. Throws `over_email_send_rate_limit` (429).
 */
export function limitMails(service: AuthService, purpose: string, address: string): void {
  const waitMs = service.limiter.take(`mail ${purpose} ${address}`, rates.mailToAddress)
  if (waitMs === 0) return
  const seconds = Math.ceil(waitMs / 1000)
  throw new AuthFailure(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${seconds} seconds.`,
  )
}

/** Holds an answer to a least time, so that work done for known addresses only does not show. */
export async function answerUniformly<T>(work: Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([
    work,
    new Promise((resolve) => setTimeout(resolve, limits.uniformAnswerMs)),
  ])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
