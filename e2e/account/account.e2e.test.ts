/** Everything about an account: every way in, every way out, the profile, the look. */
import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  type JourneyBrowser,
  keepPicture,
  launchBrowser,
  newVisitor,
  phone,
  type Visitor,
} from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import {
  button,
  chooseFile,
  field,
  fillSignUp,
  flawsOf,
  heading,
  makeWorkspace,
  seen,
  signIn,
  signUp,
} from '../steps.ts'

const ida = { name: 'Ida Lund', email: 'ida@example.org', password: 'nine unrelated words' }

let world: World
let browser: JourneyBrowser
let visitor: Visitor
let page: Page
const flaws: string[] = []

beforeAll(async () => {
  world = await startWorld()
  browser = await launchBrowser()
  visitor = await newVisitor(browser, { origin: world.url })
  page = visitor.page
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await keepPicture(page, `account-${task.name.slice(0, 30)}`)
})

async function lookAt(one: Page): Promise<void> {
  for (const flaw of await flawsOf(one)) flaws.push(`${new URL(one.url()).pathname}: ${flaw}`)
}

const newestMail = () => world.project.newestMail(ida.email)

async function signOut(): Promise<void> {
  await button(page, `Account of ${ida.name}`).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await seen(heading(page, 'Sign in'))
}

describe('an account', () => {
  it('is not made with a password that is too short, and says why', async () => {
    await page.goto('/sign-up')
    await seen(heading(page, 'Create an account'))
    await lookAt(page)
    await fillSignUp(page, { ...ida, password: 'short' })
    expect(await heading(page, 'Create an account').count()).toBe(1)
    expect(await world.project.newestMail(ida.email)).toBeNull()
  })

  it('cannot be used before its address is confirmed', async () => {
    await page.goto('/sign-up')
    await fillSignUp(page, ida)
    await seen(heading(page, 'Check your mail'))
    await lookAt(page)
    await signIn(page, ida)
    await seen(heading(page, 'Confirm your address first'))
    await lookAt(page)
    await page.goto(await world.mailedLink(ida.email))
    await seen(heading(page, 'Welcome, Ida Lund'))
    await makeWorkspace(page, 'Home')
    expect(await page.title()).toContain('Home')
  })

  it('stays signed in over a reload and is left by signing out', async () => {
    await page.reload()
    await seen(heading(page, 'Welcome to Home'))
    await signOut()
    await page.goto('/account')
    await seen(heading(page, 'Sign in'))
    expect(new URL(page.url()).pathname).toBe('/sign-in')
    await lookAt(page)
  })

  it('is entered with the password; a wrong one is refused without telling more', async () => {
    await signIn(page, { ...ida, password: 'a wrong password' })
    await seen(page.getByText('E-mail address and password do not match.'))
    await lookAt(page)
    await signIn(page, { ...ida, email: 'nobody@example.org' })
    await seen(page.getByText('E-mail address and password do not match.'))
    await signIn(page, ida)
    await seen(heading(page, 'Welcome to Home'))
    expect(new URL(page.url()).pathname).toContain('/w/')
  })

  it('is entered by a mailed link, once', async () => {
    await signOut()
    const known = await newestMail()
    await field(page, 'E-mail').fill(ida.email)
    await button(page, 'Send me a sign-in link').click()
    await seen(heading(page, 'Check your mail'))
    const link = await world.mailedLink(ida.email, known)
    await page.goto(link)
    await seen(heading(page, 'Welcome to Home'))
    await signOut()
    await page.goto(link)
    await seen(heading(page, 'This link does not work'))
    await lookAt(page)
    expect(await button(page, `Account of ${ida.name}`).count()).toBe(0)
  })

  it('gets a new password by a mailed link', async () => {
    const known = await newestMail()
    await page.goto('/reset')
    await seen(heading(page, 'Reset your password'))
    await lookAt(page)
    await field(page, 'E-mail').fill(ida.email)
    await button(page, 'Send the link').click()
    await seen(heading(page, 'Check your mail'))
    await page.goto(await world.mailedLink(ida.email, known))
    await seen(heading(page, 'Set a new password'))
    await lookAt(page)
    ida.password = 'ten other unrelated words'
    await field(page, 'New password').fill(ida.password)
    await button(page, 'Set password').click()
    await seen(heading(page, 'Welcome to Home'))
    await signOut()
    await signIn(page, ida)
    await seen(heading(page, 'Welcome to Home'))
    expect(await page.getByText('do not match').count()).toBe(0)
  })

  it('has a name and a picture that are kept', async () => {
    await page.goto('/account')
    await seen(heading(page, 'You'))
    await field(page, 'Name').fill('Ida Lund-Berg')
    ida.name = 'Ida Lund-Berg'
    await button(page, 'Save name').click()
    await seen(button(page, 'Account of Ida Lund-Berg'))
    const file = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() }
    await chooseFile(page, button(page, 'Choose a picture'), file)
    await seen(button(page, 'Change picture'))
    await page.reload()
    await seen(button(page, 'Change picture'))
    await expect
      .poll(() => button(page, 'Account of Ida Lund-Berg').locator('img').count(), { timeout: 15_000 })
      .toBe(1)
    await lookAt(page)
  })

  it('remembers the theme in this browser', async () => {
    await page.getByText('Dark', { exact: true }).click()
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
    const dark = await background()
    await lookAt(page)
    await page.reload()
    await seen(heading(page, 'You'))
    expect(await background()).toBe(dark)
    await page.getByText('Light', { exact: true }).click()
    await expect.poll(background).not.toBe(dark)
  })

  it('signs out on all devices', async () => {
    const other = await newVisitor(browser, { origin: world.url, size: phone })
    await signIn(other.page, ida)
    await seen(heading(other.page, 'Welcome to Home'))
    await lookAt(other.page)
    await button(page, 'Sign out on all devices').click()
    await seen(heading(page, 'Sign in'))
    await other.page.reload()
    await seen(heading(other.page, 'Sign in'), 30_000)
    expect(new URL(other.page.url()).pathname).toBe('/sign-in')
    await lookAt(other.page)
    await other.context.close()
  })

  it('of somebody else sees nothing of this workspace', async () => {
    const other = await newVisitor(browser, { origin: world.url })
    await signUp(world, other.page, {
      name: 'Ole',
      email: 'ole@example.org',
      password: 'six unrelated words',
    })
    await seen(other.page.getByText('You are not in a workspace yet'))
    expect(await other.page.getByText('Home', { exact: true }).count()).toBe(0)
    await lookAt(other.page)
    expect(other.problems).toEqual([])
    await other.context.close()
  })

  it('had no page that axe objects to or that is wider than its window', () => {
    expect([...new Set(flaws)]).toEqual([])
  })

  it('left no error in the console', () => {
    expect(visitor.problems).toEqual([])
  })
})
