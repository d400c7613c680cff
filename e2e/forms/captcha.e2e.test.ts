/**
 * The project's captcha in a public form. Its provider is outside of every machine that tests: its script is answered by the browser's
 * own routes; the page, its policy and the function in the database that verifies are the real ones.
 */
import type { Page, Route } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { phone, showPicture, type Visitor } from '../browser.ts'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, field, flawsEverywhere, focused, heading, leave, makeView, seen } from '../steps.ts'

let journey: DemoJourney
let page: Page
let visitor: Visitor
let theirs: Page
let address: string
/** What the provider's script is asked for. */
const asked: string[] = []
let isBlocked = true

beforeAll(async () => {
  journey = await startDemoJourney('captcha')
  ;({ page } = await journey.enter(ada))
  visitor = await journey.visit()
  theirs = visitor.page
  await theirs.route('https://challenges.cloudflare.com/**', answer)
  await page.goto(`/b/${journey.base}/t/${journey.tasks}`)
})
afterAll(async () => {
  await journey?.end()
})
afterEach(({ task }) => journey?.keepPictures(task))

const soon = { timeout: 20_000 }
const dialog = (name: string) => page.getByRole('dialog', { name })
const check = () => theirs.getByRole('region', { name: 'Check that you are a person' })
const send = () => button(theirs, 'Send')
const count = async () => {
  const [table] = await journey.world.backend.sql<
    { relation: string }[]
  >`select relation from plinth."table" where id = ${journey.tasks}`
  const [row] = await journey.world.backend.sql.unsafe(
    `select count(*)::int as n from data.${table!.relation}`,
  )
  return row!['n'] as number
}

/** A script with the shape of the providers': it shows a button instead of their frame, and gives what its key says. */
const script = `(() => {
  const shown = new Map()
  window.turnstile = {
    render(place, options) {
      const id = 'w' + shown.size
      const draw = () => {
        place.innerHTML = ''
        const one = document.createElement('button')
        one.type = 'button'
        one.textContent = 'I am a person'
        one.dataset.look = options.theme + ' ' + options.size
        one.addEventListener('click', () => {
          window.plinthTokens = (window.plinthTokens ?? 0) + 1
          one.disabled = true
          options.callback(options.sitekey + window.plinthTokens)
        })
        place.append(one)
      }
      shown.set(id, { draw, options })
      draw()
      return id
    },
    reset(id) { shown.get(id).draw() },
    remove(id) { shown.delete(id) },
  }
  window.plinthExpire = () => [...shown.values()].at(-1).options['expired-callback']()
  window.plinthFail = () => [...shown.values()].at(-1).options['error-callback']('300030')
  window[new URL(document.currentScript.src).searchParams.get('onload')]()
})()`

async function answer(route: Route): Promise<void> {
  asked.push(route.request().url())
  await (isBlocked
    ? route.abort('blockedbyclient')
    : route.fulfill({ contentType: 'text/javascript', body: script }))
}

async function openShare(): Promise<void> {
  await button(page, 'Share by link').click()
  await seen(dialog('Share by link'))
}

describe('who shares a form', () => {
  it('is told why no captcha can be asked for while the project has none', async () => {
    await makeView(page, 'Form')
    await seen(field(page, 'Title of the form'))
    for (const name of ['Files', 'Assignee', 'Billed']) {
      if (!(await button(page, `Options of ${name}`).isVisible())) continue
      await button(page, `Options of ${name}`).click()
      await page.getByRole('menuitem', { name: 'Do not ask this' }).click()
    }
    await field(page, 'Title of the form').fill('Write to us')
    await button(page, 'Save').click()
    await expect.poll(() => page.getByText('Changed', { exact: true }).isVisible(), soon).toBe(false)
    await openShare()
    await button(dialog('Share by link'), 'New link').click()
    await seen(dialog('New link').getByText(/No captcha can be asked for: this project has none/))
    expect(
      await dialog('New link')
        .getByRole('switch', { name: /captcha/ })
        .count(),
    ).toBe(0)
    await showPicture(page, 'captcha-none')
    await leave(page, dialog('New link'))
    await leave(page, dialog('Share by link'))
  })

  it('asks for the one that the project has', async () => {
    const { sql } = journey.world.backend
    await sql`insert into plinth_private.captcha (provider, site_key) values ('turnstile', 'key-')`
    await sql.unsafe(`create or replace function plinth_private.verify_captcha(p_token text) returns boolean
      language sql volatile security definer set search_path = '' as $$ select p_token = 'key-3' $$`)
    await openShare()
    await button(dialog('Share by link'), 'New link').click()
    const ask = dialog('New link').getByRole('switch', { name: /Ask for a captcha/ })
    await seen(dialog('New link').getByText(/Cloudflare Turnstile/))
    await ask.focus()
    await page.keyboard.press('Space')
    expect(await ask.isChecked()).toBe(true)
    await showPicture(page, 'captcha-switch')
    expect(await flawsEverywhere(page, 'captcha-switch')).toEqual([])
    await button(dialog('New link'), 'Create link').click()
    address = await field(dialog('Your link is ready'), 'Link').inputValue()
    await button(dialog('Your link is ready'), 'Done').click()
  })
})

describe('who fills it in', () => {
  it('is told what to do where the check is kept out, and loads it again', async () => {
    await theirs.goto(address)
    await seen(heading(theirs, 'Write to us'))
    await seen(check().getByText('The check could not be loaded'))
    await seen(check().getByText(/keep challenges\.cloudflare\.com out/))
    await showPicture(theirs, 'captcha-blocked')
    expect(await flawsEverywhere(theirs, 'captcha-blocked')).toEqual([])
    await field(theirs, 'Task').fill('From outside')
    await send().click()
    await focused(check())
    isBlocked = false
    await button(check(), 'Load it again').click()
    await seen(button(theirs, 'I am a person'))
    expect(new Set(asked)).toEqual(
      new Set([
        'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=plinthCaptchaReady',
      ]),
    )
    expect(await field(theirs, 'Task').inputValue()).toBe('From outside')
  })

  it('is led to the check when sending without it, by keys too', async () => {
    const before = await count()
    await send().focus()
    await theirs.keyboard.press('Enter')
    await focused(check())
    await seen(check().getByText('Do this check first, then send your answers.'))
    await showPicture(theirs, 'captcha-missed')
    expect(await flawsEverywhere(theirs, 'captcha-missed')).toEqual([])
    await theirs.keyboard.press('Tab')
    await focused(button(theirs, 'I am a person'))
    expect(await count()).toBe(before)
  })

  it('is refused by the database, told so, and does it once more', async () => {
    const before = await count()
    await theirs.keyboard.press('Enter')
    await expect.poll(() => button(theirs, 'I am a person').isDisabled(), soon).toBe(true)
    expect(await check().getByText('Do this check first').count()).toBe(0)
    await send().click()
    await seen(theirs.getByText(/The check that somebody is there did not succeed/))
    await seen(check().getByText('Each time that you send needs it once more.'))
    await expect.poll(() => button(theirs, 'I am a person').isEnabled(), soon).toBe(true)
    expect(await count()).toBe(before)
    await showPicture(theirs, 'captcha-refused')
    expect(await flawsEverywhere(theirs, 'captcha-refused')).toEqual([])
  })

  it('is told where it expires or does not work', async () => {
    await button(theirs, 'I am a person').click()
    await theirs.evaluate('plinthExpire()')
    await seen(check().getByText(/has expired/))
    await theirs.evaluate('plinthFail()')
    await seen(check().getByText('The check did not work'))
    await showPicture(theirs, 'captcha-failed')
    await send().click()
    await focused(check())
    await button(check(), 'Try it again').click()
    await expect.poll(() => button(theirs, 'I am a person').isEnabled(), soon).toBe(true)
    expect(await check().getByText('The check did not work').count()).toBe(0)
  })

  it('sends it with what the check gave, and one record is made', async () => {
    const before = await count()
    await button(theirs, 'I am a person').click()
    await send().click()
    await seen(theirs.getByText('Thank you. Your answers were sent.'))
    expect(await count()).toBe(before + 1)
    // What the browser kept out is said in its console; nothing else is.
    expect(visitor.problems.filter((line) => !line.includes('ERR_BLOCKED_BY_CLIENT'))).toEqual([])
  })

  it('has a narrow one on a narrow screen, in the colours of the page', async () => {
    const narrow = await journey.visit({ size: { ...phone, width: 320 }, colorScheme: 'dark' })
    await narrow.page.route('https://challenges.cloudflare.com/**', answer)
    await narrow.page.goto(address)
    await seen(button(narrow.page, 'I am a person'))
    expect(await button(narrow.page, 'I am a person').getAttribute('data-look')).toBe('dark compact')
    await showPicture(narrow.page, 'captcha-phone')
  })

  it('loads nothing from elsewhere where the form does not ask', async () => {
    await button(dialog('Share by link'), /^Change /).click()
    const ask = dialog('Change link').getByRole('switch', { name: /Ask for a captcha/ })
    await expect.poll(() => ask.isChecked(), soon).toBe(true)
    await ask.focus()
    await page.keyboard.press('Space')
    await button(dialog('Change link'), 'Save').click()
    await dialog('Change link').waitFor({ state: 'hidden' })
    asked.length = 0
    await theirs.goto('about:blank')
    await theirs.goto(address)
    await field(theirs, 'Task').fill('Without a check')
    expect(await check().count()).toBe(0)
    const before = await count()
    await send().click()
    await seen(theirs.getByText('Thank you. Your answers were sent.'))
    expect(await count()).toBe(before + 1)
    expect(asked).toEqual([])
  })
})
