import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refusal, startProject, value } from './integration-world.ts'
import {
  backendOf,
  followLink,
  linkInMail,
  type Project,
  signInPerson,
  signUpPerson,
  waitForMail,
} from './testing.ts'

let project: Project
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ project, stop } = await startProject())
})
afterAll(() => stop())

const redirect = () => `${project.url}/auth/callback`

describe('signing up', () => {
  it('sends a mail, refuses the password until the link was opened, then signs in by the link', async () => {
    const backend = backendOf(project)
    const who = { email: 'ann@example.org', password: 'a long password', name: 'Ann', redirectTo: redirect() }
    expect(value(await backend.auth.signUp(who))).toEqual({ confirmationSent: true })
    expect(refusal(await backend.auth.signIn(who))).toBe('email_not_confirmed')
    expect(await backend.auth.current()).toBeNull()
    const back = await followLink(linkInMail(await waitForMail(project, who.email)))
    const completed = value(await backend.auth.completeLink(back))
    expect(completed).toMatchObject({ recovery: false, session: { email: who.email } })
    expect(await backend.auth.current()).toEqual(completed.session)
    await backend.dispose()
  })

  it('refuses a weak password and a malformed address', async () => {
    const backend = backendOf(project)
    const weak = { email: 'weak@example.org', password: 'abc', name: 'W', redirectTo: redirect() }
    expect(refusal(await backend.auth.signUp(weak))).toBe('weak_password')
    const malformed = { ...weak, email: 'not an address', password: 'a long password' }
    expect(refusal(await backend.auth.signUp(malformed))).toBe('email_invalid')
  })

  it('does not tell whether an address has an account already', async () => {
    const known = await signUpPerson(project, {
      email: 'kim@example.org',
      name: 'Kim',
      password: 'first password',
    })
    const again = {
      email: 'kim@example.org',
      name: 'Kim',
      password: 'other password',
      redirectTo: redirect(),
    }
    expect(value(await backendOf(project).auth.signUp(again))).toEqual({ confirmationSent: true })
    expect(refusal(await backendOf(project).auth.signIn(again))).toBe('invalid_credentials')
    await known.backend.dispose()
  })

  it('sends the confirmation once more', async () => {
    const backend = backendOf(project)
    const who = { email: 'ree@example.org', password: 'a long password', name: 'Ree', redirectTo: redirect() }
    value(await backend.auth.signUp(who))
    const first = await waitForMail(project, who.email)
    value(await backend.auth.resendConfirmation(who))
    const second = await waitForMail(project, who.email, first)
    expect(linkInMail(second)).not.toBe(linkInMail(first))
    expect(value(await backend.auth.completeLink(await followLink(linkInMail(second)))).session.email).toBe(
      who.email,
    )
    await backend.dispose()
  })
})

describe('signing in', () => {
  const who = { email: 'sid@example.org', name: 'Sid', password: 'password of Sid' }
  beforeAll(async () => {
    const person = await signUpPerson(project, who)
    await person.backend.dispose()
  })

  it('takes the right password and tells nothing about a wrong one', async () => {
    const backend = backendOf(project)
    expect(refusal(await backend.auth.signIn({ ...who, password: 'wrong password' }))).toBe(
      'invalid_credentials',
    )
    expect(refusal(await backend.auth.signIn({ email: 'nobody@example.org', password: 'x' }))).toBe(
      'invalid_credentials',
    )
    expect(value(await backend.auth.signIn(who)).email).toBe(who.email)
    await backend.dispose()
  })

  it('sends a link that signs in once', async () => {
    const backend = backendOf(project)
    const before = await project.newestMail(who.email)
    value(await backend.auth.sendMagicLink({ email: who.email, redirectTo: redirect() }))
    const link = linkInMail(await waitForMail(project, who.email, before))
    expect(value(await backend.auth.completeLink(await followLink(link)))).toMatchObject({ recovery: false })
    expect(refusal(await backend.auth.completeLink(await followLink(link)))).toBe('link_invalid')
    await backend.dispose()
  })

  it('answers alike for an address without an account, and makes none', async () => {
    const backend = backendOf(project)
    value(await backend.auth.sendMagicLink({ email: 'ghost@example.org', redirectTo: redirect() }))
    value(await backend.auth.sendReset({ email: 'ghost@example.org', redirectTo: redirect() }))
    expect(await project.newestMail('ghost@example.org')).toBeNull()
  })

  it('says that a link belongs to the browser that asked for it', async () => {
    const asking = backendOf(project)
    const before = await project.newestMail(who.email)
    value(await asking.auth.sendMagicLink({ email: who.email, redirectTo: redirect() }))
    const back = await followLink(linkInMail(await waitForMail(project, who.email, before)))
    expect(refusal(await backendOf(project).auth.completeLink(back))).toBe('link_invalid')
    expect(
      refusal(await asking.auth.completeLink(`${redirect()}?code=00000000-0000-4000-8000-000000000000`)),
    ).toBe('link_invalid')
  })

  it('lets a forgotten password be replaced', async () => {
    const backend = backendOf(project)
    const before = await project.newestMail(who.email)
    value(await backend.auth.sendReset({ email: who.email, redirectTo: redirect() }))
    const back = await followLink(linkInMail(await waitForMail(project, who.email, before)))
    expect(value(await backend.auth.completeLink(back)).recovery).toBe(true)
    expect(refusal(await backend.auth.changePassword({ password: 'abc' }))).toBe('weak_password')
    expect(refusal(await backend.auth.changePassword({ password: who.password }))).toBe('same_password')
    value(await backend.auth.changePassword({ password: 'replaced password' }))
    expect(refusal(await backendOf(project).auth.signIn(who))).toBe('invalid_credentials')
    value(await backendOf(project).auth.signIn({ ...who, password: 'replaced password' }))
    await backend.dispose()
  })
})

describe('a session', () => {
  it('is told to listeners once for a sign-in and once for a sign-out', async () => {
    const who = { email: 'lis@example.org', name: 'Lis', password: 'password of Lis' }
    await (await signUpPerson(project, who)).backend.dispose()
    const backend = backendOf(project)
    const events: string[] = []
    const unlisten = backend.auth.onChange((event, session) =>
      events.push(`${event} ${session?.email ?? '-'}`),
    )
    value(await backend.auth.signIn(who))
    value(await backend.auth.signIn(who))
    value(await backend.auth.signOut('local'))
    await expect.poll(() => events).toEqual(['signed_in lis@example.org', 'signed_out -'])
    unlisten()
    value(await backend.auth.signIn(who))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(events).toHaveLength(2)
    await backend.dispose()
  })

  it('ends in other browsers by signing out everywhere', async () => {
    const who = { email: 'eve@example.org', name: 'Eve', password: 'password of Eve' }
    const here = await signUpPerson(project, who)
    const there = await signInPerson(project, who)
    value(await here.backend.auth.signOut('others'))
    expect(await here.backend.auth.current()).not.toBeNull()
    expect(refusal(await there.backend.auth.changePassword({ password: 'by the other one' }))).toBe(
      'not_signed_in',
    )
    value(await here.backend.auth.signOut('global'))
    expect(await here.backend.auth.current()).toBeNull()
    value(await here.backend.auth.signOut('local'))
    expect(refusal(await here.backend.workspaces.session())).toBe('not_signed_in')
    await there.backend.dispose()
  })

  it('that was ended elsewhere is forgotten when the stored one is looked at', async () => {
    const who = { email: 'far@example.org', name: 'Far', password: 'password of Far' }
    const here = await signUpPerson(project, who)
    const there = await signInPerson(project, who)
    const events: string[] = []
    there.backend.auth.onChange((event) => events.push(event))
    value(await here.backend.auth.signOut('global'))
    expect(await there.backend.auth.current()).not.toBeNull()
    await expect.poll(() => events).toEqual(['signed_out'])
    // Who begins to listen only now hears it too: what they asked before told them otherwise.
    const late: string[] = []
    there.backend.auth.onChange((event) => late.push(event))
    await expect.poll(() => late).toEqual(['signed_out'])
    expect(await there.backend.auth.current()).toBeNull()
    await there.backend.dispose()
  })

  it('moves to a new address only by the links in both of its mails', async () => {
    const who = { email: 'old@example.org', name: 'Old', password: 'password of Old' }
    const { backend } = await signUpPerson(project, who)
    const known = await project.newestMail(who.email)
    value(await backend.auth.changeEmail({ email: 'new@example.org', redirectTo: redirect() }))
    const [toOld, toNew] = await Promise.all([
      waitForMail(project, who.email, known),
      waitForMail(project, 'new@example.org'),
    ])
    const half = value(await backend.auth.completeLink(await followLink(linkInMail(toNew))))
    expect(half).toMatchObject({ isHalf: true, session: { email: 'old@example.org' } })
    expect((await backend.auth.current())?.email).toBe('old@example.org')
    const whole = value(await backend.auth.completeLink(await followLink(linkInMail(toOld))))
    expect(whole).toMatchObject({ isHalf: false, session: { email: 'new@example.org' } })
    expect(refusal(await backend.auth.changeEmail({ email: 'nonsense', redirectTo: redirect() }))).toBe(
      'email_invalid',
    )
    await backend.dispose()
  })
})
