/** An account without a pointer: every way in, through the mails too, what can be changed, and the ways out. */
import { signInPerson } from '@plinth/backend/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyBrowser, launchBrowser } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, field, heading, seen } from '../steps.ts'
import { signInByKeys, withPerson } from './furnish.ts'
import { Keys, soon } from './keys.ts'

const ida = { name: 'Ida Lund', email: 'ida@example.org', password: 'nine unrelated words' }

let world: World
let browser: JourneyBrowser
let keys: Keys
let problems: string[]

beforeAll(async () => {
  world = await startWorld()
  await withPerson(world, ida, async () => null)
  browser = await launchBrowser()
  ;({ keys, problems } = await Keys.open(browser, world.url))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keys.keepPicture(`keys-account-${task.name.slice(0, 30)}`)
})

/** Opens the newest mail in the mailbox page, and its link. */
async function followMail(): Promise<void> {
  await keys.visit(world.backend.mailboxUrl)
  const messages = keys.see.getByRole('navigation', { name: 'Messages' })
  await keys.pressOn(messages.getByRole('link').first())
  await keys.look('mailbox', 'header, nav, .head')
  // The mail is locked up, also for those who test it: what has the focus in it is its first stop, the link.
  keys = await keys.newTab(keys.see.getByTitle('Message'))
}

async function signOut(): Promise<void> {
  await keys.fromMenu(button(keys.see, `Account of ${ida.name}`), 'Sign out')
  await seen(heading(keys.see, 'Sign in'))
}

describe('an account, with the keyboard alone', () => {
  it('is in a project whose address is typed in', async () => {
    const { keys: other } = await Keys.open(browser, world.url)
    await other.answer('**/config.json', 404)
    await other.visit('/')
    await seen(heading(other.see, 'Connect your project'))
    await other.typeInto(field(other.see, 'Project URL'), world.url)
    await other.typeInto(field(other.see, 'Publishable key'), world.project.publishableKey)
    await other.look('connect')
    await other.pressOn(button(other.see, 'Connect'))
    await signInByKeys(other, ida)
    await seen(heading(other.see, 'Welcome, Ida Lund'))
    expect(other.flaws()).toEqual([])
    await other.leave()
  })

  it('is entered by a mailed link', async () => {
    await keys.visit('/sign-in')
    await keys.typeInto(field(keys.see, 'E-mail'), ida.email)
    await keys.pressOn(button(keys.see, 'Send me a sign-in link'))
    await seen(heading(keys.see, 'Check your mail'))
    await followMail()
    await seen(heading(keys.see, 'Welcome, Ida Lund'))
    expect(keys.flaws()).toEqual([])
  })

  it('gets a new password by a mailed link', async () => {
    await signOut()
    await keys.pressOn(keys.see.getByRole('link', { name: 'Forgot password?' }))
    await seen(heading(keys.see, 'Reset your password'))
    await keys.typeInto(field(keys.see, 'E-mail'), ida.email)
    await keys.look('reset')
    await keys.pressOn(button(keys.see, 'Send the link'))
    await seen(heading(keys.see, 'Check your mail'))
    await followMail()
    await seen(heading(keys.see, 'Set a new password'))
    ida.password = 'ten other unrelated words'
    await keys.typeInto(field(keys.see, 'New password'), ida.password)
    await keys.look('new password')
    await keys.pressOn(button(keys.see, 'Set password'))
    await seen(heading(keys.see, 'Welcome, Ida Lund'))
    await signOut()
    await signInByKeys(keys, ida)
    await seen(heading(keys.see, 'Welcome, Ida Lund'))
    expect(keys.flaws()).toEqual([])
  })

  it('has a name and a picture', async () => {
    const { see } = keys
    await keys.fromMenu(button(see, `Account of ${ida.name}`), 'Account')
    await seen(heading(see, 'You'))
    await keys.giveFile(button(see, 'Choose a picture'), await keys.picture('me.png'))
    await keys.expectFocus(button(see, 'Change picture'))
    await keys.pressOn(button(see, 'Remove'))
    await keys.expectFocus(button(see, 'Choose a picture'))
    await keys.typeInto(field(see, 'Name'), 'Ida Lund-Berg')
    ida.name = 'Ida Lund-Berg'
    await keys.pressOn(button(see, 'Save name'))
    await seen(see.getByText('Name saved.'))
    await keys.expectFocus(button(see, 'Save name'))
    await keys.look('account')
    expect(keys.flaws()).toEqual([])
  })

  it('gets another password and another look', async () => {
    const { see } = keys
    ida.password = 'eleven other unrelated words'
    await keys.typeInto(field(see, 'New password'), ida.password)
    await keys.press('Enter')
    await seen(see.getByText('Your password is changed.'))
    const theme = see.getByRole('radiogroup', { name: 'Theme' })
    await keys.turnTo(theme.getByRole('radio', { name: 'Dark' }), theme)
    await keys.look('account, dark')
    await keys.turnTo(theme.getByRole('radio', { name: 'Light' }), theme)
    expect(keys.flaws()).toEqual([])
  })

  it('is left on all devices', async () => {
    const elsewhere = await signInPerson(world.project, ida)
    await elsewhere.backend.dispose()
    const sessions = () => world.backend.admin`select id from auth.sessions`
    expect((await sessions()).length).toBeGreaterThan(1)
    await keys.pressOn(button(keys.see, 'Sign out on all devices'))
    await seen(heading(keys.see, 'Sign in'))
    await expect.poll(async () => (await sessions()).length, soon).toBe(0)
    await signInByKeys(keys, ida)
    await seen(heading(keys.see, 'Welcome, Ida Lund-Berg'))
    await keys.look('first visit')
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in the console', () => {
    expect(problems).toEqual([])
  })
})
