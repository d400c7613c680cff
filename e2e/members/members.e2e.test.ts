/** People come, change their roles and go, while somebody looks at the data; names change and things are deleted. */
import { type Person, signInPerson, signUpPerson } from '@plinth/backend/testing'
import {
  type BaseId,
  type CellValue,
  type FieldId,
  type MutationId,
  type RecordId,
  type TableId,
  uuidV7,
  type WorkspaceId,
} from '@plinth/domain'
import type { Locator, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyBrowser, keepPicture, launchBrowser, newVisitor, type Visitor } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { lineOf } from '../line.ts'
import { button, cell, field, flawsOf, grid, heading, seen, signIn, signUp, type Who } from '../steps.ts'
import { accessTokenOf, must } from '../target.ts'

const olga = { name: 'Olga Sund', email: 'olga@example.org', password: 'two unrelated words' }
const edda = { name: 'Edda Roth', email: 'edda@example.org', password: 'three unrelated words' }
const vito = { name: 'Vito Amari', email: 'vito@example.org', password: 'eight unrelated words' }

/** Long enough for a busy machine; how long it took is checked where it matters. */
const soon = { timeout: 20_000 }

let world: World
let browser: JourneyBrowser
let olgas: Visitor
let eddas: Visitor
let vitos: Visitor
let made: { workspace: WorkspaceId; base: BaseId; table: TableId; relation: string; column: string }

beforeAll(async () => {
  world = await startWorld()
  made = await furnish(await signUpPerson(world.project, olga), await signUpPerson(world.project, edda))
  browser = await launchBrowser()
  const visitor = () => newVisitor(browser, { origin: world.url })
  olgas = await visitor()
  eddas = await visitor()
  vitos = await visitor()
  await signIn(olgas.page, olga)
  await signIn(eddas.page, edda)
  for (const { page } of [olgas, eddas]) await seen(heading(page, 'Bases'))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  for (const [name, visitor] of Object.entries({ olgas, eddas, vitos })) {
    await keepPicture(visitor.page, `members-${task.name.slice(0, 24)}-${name}`)
  }
})

/** A workspace with a base, a table of three records, and Edda as its editor. */
async function furnish(owner: Person, editor: Person): Promise<typeof made> {
  const { workspaces, bases, rows } = owner.backend
  const workspace = uuidV7() as WorkspaceId
  const base = uuidV7() as BaseId
  must(await workspaces.session())
  must(await workspaces.create({ id: workspace, name: 'Works' }))
  const settings = { hue: 'teal', timeZone: 'UTC', locale: 'en', weekStart: 1 } as const
  must(await bases.create({ id: base, workspace, name: 'Atlas', ...settings }))
  const names = ['Name', 'Note', 'Height']
  const fields = names.map((name) => ({ id: uuidV7() as FieldId, name, type: 'text', options: {} }) as const)
  const table = must(await bases.createTable(base, { id: uuidV7() as TableId, name: 'Hills', fields }))
  const mutations = ['Brocken', 'Arber', 'Wurmberg'].map((name) => ({
    id: uuidV7() as MutationId,
    kind: 'insert' as const,
    table: table.id,
    record: uuidV7() as RecordId,
    values: { [fields[0]!.id]: name } as Record<FieldId, CellValue>,
  }))
  must(await rows.apply({ mutations, atomic: true }))
  const invitation = { workspace, role: 'member', base, baseRole: 'editor', email: null } as const
  const { token } = must(await workspaces.invite(invitation))
  must(await editor.backend.workspaces.acceptInvitation(token))
  for (const person of [owner, editor]) await person.backend.dispose()
  return { workspace, base, table: table.id, relation: table.relation, column: table.fields[0]!.column }
}

const flaws: string[] = []
async function lookAt(page: Page): Promise<void> {
  const where = new URL(page.url()).pathname.replaceAll(/[0-9a-f-]{36}/g, '…')
  for (const flaw of await flawsOf(page)) flaws.push(`${where}: ${flaw}`)
}

const tablePath = () => `/b/${made.base}/t/${made.table}`
const goTo = (page: Page, place: string) => page.goto(place)

async function openTable(page: Page, name = 'Hills'): Promise<void> {
  await goTo(page, tablePath())
  await seen(grid(page, name))
  await expect.poll(async () => (await cell(page, name, 1, 'Name')).innerText(), soon).toBe('Brocken')
}

async function choose(page: Page, select: Locator, option: string): Promise<void> {
  await select.click()
  await page.getByRole('option', { name: new RegExp(`^${option}`) }).click()
}

/** Opens the menu behind a button and takes one of its lines. */
async function fromMenu(page: Page, opener: Locator, line: string): Promise<void> {
  await opener.click()
  await page.getByRole('menuitem', { name: line, exact: true }).click()
}

/** Lines of the sidebar show their menu button when they are pointed at. */
async function lineMenu(page: Page, name: string, line: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Workspace' }).getByRole('link', { name, exact: true }).hover()
  await fromMenu(page, button(page, `Menu of ${name}`), line)
}

async function confirmTyped(page: Page, name: string, action: string): Promise<void> {
  const dialog = page.getByRole('alertdialog')
  await seen(dialog)
  expect(await button(dialog, action).isDisabled()).toBe(true)
  const typed = dialog.getByRole('textbox')
  await typed.fill(`${name} or so`)
  expect(await button(dialog, action).isDisabled()).toBe(true)
  await typed.fill(name)
  await button(dialog, action).click()
}

async function patchByRest(who: Who): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${world.url}/rest/v1/${made.relation}?${made.column}=eq.Brocken`, {
    method: 'PATCH',
    headers: {
      apikey: world.project.publishableKey,
      authorization: `Bearer ${await accessTokenOf(world.project, who)}`,
      'content-type': 'application/json',
      'content-profile': 'data',
      prefer: 'return=representation',
    },
    body: JSON.stringify({ [made.column]: 'by REST' }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function inviteLink(page: Page, email: string): Promise<string> {
  await button(page, 'Invite people').click()
  const dialog = page.getByRole('dialog', { name: 'Invite to Works' })
  await field(dialog, 'E-mail').fill(email)
  await button(dialog, 'Create link').click()
  const ready = page.getByRole('dialog', { name: 'Your link is ready' })
  const link = await field(ready, 'Link').inputValue()
  await button(ready, 'Done').click()
  return link
}

/** Milliseconds until the check holds. */
async function timed(check: () => Promise<boolean>): Promise<number> {
  const started = performance.now()
  await expect.poll(check, { ...soon, interval: 25 }).toBe(true)
  return performance.now() - started
}

describe('the list of people who may create workspaces', () => {
  it('is kept by the owner of the installation, with addresses that have no account yet', async () => {
    const { page } = olgas
    await goTo(page, `/w/${made.workspace}/settings`)
    const list = page.getByRole('list', { name: 'Who may create workspaces' })
    await seen(list.getByText(olga.email))
    const add = async (email: string) => {
      await field(page, 'Add to the list').fill(email)
      await button(page, 'Add').click()
    }
    await add(edda.email)
    await seen(list.getByText(edda.name))
    await add('later@example.org')
    await seen(list.getByText('No account yet'))
    await field(page, 'Add to the list').fill(edda.email)
    await seen(page.getByText('This address is on the list already.'))
    await lookAt(page)
    await eddas.page.reload()
    await button(eddas.page, /^Workspace Works/).click()
    await seen(eddas.page.getByRole('menuitem', { name: 'New workspace' }))
    await eddas.page.keyboard.press('Escape')
    await button(list, `Take ${edda.name} off the list`).click()
    await expect.poll(() => list.getByText(edda.name).count(), soon).toBe(0)
    await eddas.page.reload()
    await button(eddas.page, /^Workspace Works/).click()
    await seen(eddas.page.getByRole('menuitem', { name: 'Works' }))
    expect(await eddas.page.getByRole('menuitem', { name: 'New workspace' }).count()).toBe(0)
    await eddas.page.keyboard.press('Escape')
  })
})

describe('a role', () => {
  it('in a base is lowered, and the open tab of that person becomes read-only at once', async () => {
    await openTable(eddas.page)
    await seen(button(eddas.page, 'New record'))
    await goTo(olgas.page, `/b/${made.base}/members`)
    const role = button(olgas.page, new RegExp(`Role of ${edda.name}`))
    await seen(role)
    await lookAt(olgas.page)
    await choose(olgas.page, role, 'Viewer')
    const took = await timed(async () => (await button(eddas.page, 'New record').count()) === 0)
    console.log(`a lowered role reached the open tab after ${took.toFixed(0)} ms`)
    expect(took).toBeLessThan(5_000)
    await (await cell(eddas.page, 'Hills', 1, 'Name')).dblclick()
    await seen(eddas.page.getByText('You can read this table, but not change it'))
    await lookAt(eddas.page)
    const { status, text } = await patchByRest(edda)
    expect(status >= 400 || text === '[]').toBe(true)
    expect(await (await cell(eddas.page, 'Hills', 1, 'Name')).innerText()).toBe('Brocken')
    await choose(olgas.page, role, 'Editor')
    await seen(button(eddas.page, 'New record'))
    const name = await cell(eddas.page, 'Hills', 2, 'Note')
    await name.dblclick()
    await field(eddas.page, 'Note').fill('Bavaria')
    await field(eddas.page, 'Note').press('Enter')
    await openTable(olgas.page)
    await expect
      .poll(async () => (await cell(olgas.page, 'Hills', 2, 'Note')).innerText(), soon)
      .toBe('Bavaria')
  })

  it('in the workspace is raised and lowered again', async () => {
    await goTo(olgas.page, `/w/${made.workspace}/members`)
    const role = button(olgas.page, new RegExp(`Role of ${edda.name}`))
    await choose(olgas.page, role, 'Owner')
    // Whoever is in a base hears of it: an owner of the workspace shapes its tables.
    await seen(button(eddas.page, 'Add field'))
    await seen(eddas.page.getByRole('link', { name: 'Workspace settings' }))
    await choose(olgas.page, role, 'Member')
    await expect.poll(() => button(eddas.page, 'Add field').count(), soon).toBe(0)
    await expect
      .poll(() => eddas.page.getByRole('link', { name: 'Workspace settings' }).count(), soon)
      .toBe(0)
    await seen(button(eddas.page, 'New record'))
  })
})

describe('an invitation', () => {
  it('for one address is refused to another account', async () => {
    const link = await inviteLink(olgas.page, vito.email)
    await goTo(eddas.page, link)
    await seen(eddas.page.getByText(`It is for ${vito.email}`))
    expect(await button(eddas.page, 'Accept the invitation').count()).toBe(0)
    await lookAt(eddas.page)
    // It does not come back once it is put away.
    await eddas.page.getByRole('link', { name: 'Go on without it' }).click()
    await seen(heading(eddas.page, 'Bases'))
    await goTo(eddas.page, '/')
    await seen(heading(eddas.page, 'Bases'))
    await goTo(vitos.page, link)
    await seen(vitos.page.getByText(vito.email))
    await lookAt(vitos.page)
  })

  it('is withdrawn, and its link is worth nothing', async () => {
    const waiting = olgas.page.getByRole('list', { name: 'Pending invitations' })
    await seen(waiting.getByText(vito.email))
    await lookAt(olgas.page)
    await button(waiting, 'Withdraw').click()
    await seen(olgas.page.getByText('The invitation is withdrawn.'))
    await expect.poll(() => olgas.page.getByText(vito.email).count(), soon).toBe(0)
    await vitos.page.reload()
    await seen(heading(vitos.page, 'This invitation cannot be used'))
    expect(await button(vitos.page, 'Accept the invitation').count()).toBe(0)
    await lookAt(vitos.page)
  })

  it('is taken up by the account with its address', async () => {
    const link = await inviteLink(olgas.page, vito.email)
    await signUp(world, vitos.page, vito)
    await seen(vitos.page.getByText('You are not in a workspace yet'))
    await goTo(vitos.page, link)
    await button(vitos.page, 'Accept the invitation').click()
    await seen(grid(vitos.page, 'Hills'))
    await goTo(olgas.page, `/w/${made.workspace}/members`)
    await seen(button(olgas.page, new RegExp(`Role of ${vito.name}`)))
    expect(await olgas.page.getByText('No invitation is waiting to be taken up.').count()).toBe(1)
  })
})

describe('names', () => {
  it('of base, table and field change for everybody without a reload', async () => {
    await openTable(eddas.page)
    const { page } = olgas
    await openTable(page)
    const head = (name: string) => grid(page, 'Hills').getByRole('columnheader', { name })
    await fromMenu(page, head('Note').getByRole('button'), 'Rename field')
    const dialog = page.getByRole('dialog')
    await field(dialog, 'Name').fill('Remark')
    await button(dialog, /^(Save|Rename)/).click()
    await seen(head('Remark'))
    await seen(grid(eddas.page, 'Hills').getByRole('columnheader', { name: 'Remark' }))

    await lineMenu(page, 'Hills', 'Edit table')
    await field(dialog, 'Name').fill('Mountains')
    await button(dialog, 'Save table').click()
    await seen(grid(page, 'Mountains'))
    await seen(grid(eddas.page, 'Mountains'))
    await seen(eddas.page.getByRole('link', { name: 'Mountains', exact: true }))

    await goTo(page, `/b/${made.base}/settings`)
    await field(page, 'Name').fill('World atlas')
    await button(page, 'Save settings').click()
    await seen(page.getByText('Settings saved.'))
    await seen(eddas.page.getByRole('link', { name: 'World atlas', exact: true }))

    await goTo(page, `/w/${made.workspace}/settings`)
    await field(page, 'Name').fill('New works')
    await button(page, 'Rename workspace').click()
    await seen(button(page, /^Workspace New works/))
    await eddas.page.reload()
    await seen(button(eddas.page, /^Workspace New works/))
    expect(await eddas.page.getByText('Atlas', { exact: true }).count()).toBe(0)
  })
})

describe('who was cut off', () => {
  it('hears of what was renamed and deleted meanwhile, when the line is back', async () => {
    const owner = (await signInPerson(world.project, olga)).backend
    const editor = (await signInPerson(world.project, edda)).backend
    const { bases } = owner
    const { workspace } = made
    const base = uuidV7() as BaseId
    const settings = { hue: 'teal', timeZone: 'UTC', locale: 'en', weekStart: 1 } as const
    must(await bases.create({ id: base, workspace, name: 'Sketches', ...settings }))
    const invitation = { workspace, role: 'member', base, baseRole: 'editor', email: edda.email } as const
    const { token } = must(await owner.workspaces.invite(invitation))
    must(await editor.workspaces.acceptInvitation(token))

    const page = await eddas.context.newPage()
    const line = await lineOf(page)
    await goTo(page, `/b/${base}`)
    await seen(heading(page, 'Nothing here yet'))
    const named = (name: string) => page.getByRole('link', { name, exact: true })
    await seen(named('Sketches'))
    // Heard while the line stands: so the page is in the room.
    must(await bases.update(base, { name: 'Drafts' }))
    await seen(named('Drafts'))

    await line.cut()
    must(await bases.update(base, { name: 'Studies' }))
    line.mend()
    await seen(named('Studies'))

    await line.cut()
    must(await bases.delete(base, 'Studies'))
    line.mend()
    await seen(heading(page, 'You no longer have access to Studies'))
    await expect.poll(() => named('Studies').count(), soon).toBe(0)
    await page.close()
    for (const backend of [owner, editor]) await backend.dispose()
  })
})

describe('a member', () => {
  it('who is taken out while looking at a table sees nothing of it any more', async () => {
    await openTable(vitos.page, 'Mountains')
    await goTo(olgas.page, `/w/${made.workspace}/members`)
    await fromMenu(olgas.page, button(olgas.page, `Menu of ${vito.name}`), 'Remove from workspace')
    await lookAt(olgas.page)
    await button(olgas.page.getByRole('alertdialog'), 'Remove from workspace').click()
    const took = await timed(async () => (await grid(vitos.page, 'Mountains').count()) === 0)
    console.log(`a removed member’s table was gone after ${took.toFixed(0)} ms`)
    expect(took).toBeLessThan(5_000)
    await seen(heading(vitos.page, 'You no longer have access to World atlas'))
    expect(await vitos.page.getByText('Brocken').count()).toBe(0)
    await lookAt(vitos.page)
    const { status, text } = await patchByRest(vito)
    expect(status >= 400 || text === '[]').toBe(true)

    // Nothing of what happens from now on reaches that tab.
    const heard: string[] = []
    vitos.page.on('response', (answer) => {
      if (answer.url().includes('/rpc/')) heard.push(answer.url().split('/rpc/')[1]!)
    })
    await openTable(eddas.page, 'Mountains')
    await (await cell(eddas.page, 'Mountains', 3, 'Name')).dblclick()
    await field(eddas.page, 'Name').fill('Wurmberg, edited')
    await field(eddas.page, 'Name').press('Enter')
    await openTable(olgas.page, 'Mountains')
    await expect
      .poll(async () => (await cell(olgas.page, 'Mountains', 3, 'Name')).innerText(), soon)
      .toBe('Wurmberg, edited')
    expect(heard.filter((call) => call.startsWith('rows_') || call.startsWith('changes'))).toEqual([])

    await vitos.page.getByRole('link', { name: 'Go to your workspace' }).click()
    await seen(vitos.page.getByText('You are not in a workspace yet'))
    await goTo(vitos.page, tablePath())
    await seen(heading(vitos.page, 'There is nothing here'))
  })

  it('who is the last owner cannot leave; another one can', async () => {
    const { page } = olgas
    await goTo(page, `/w/${made.workspace}/members`)
    await fromMenu(page, button(page, `Menu of ${olga.name}`), 'Leave workspace')
    const dialog = page.getByRole('alertdialog')
    await button(dialog, 'Leave workspace').click()
    await seen(dialog.getByText('A workspace needs an owner. Make somebody else an owner first.'))
    await lookAt(page)
    await button(dialog, 'Cancel').click()
    await choose(page, button(page, new RegExp(`Role of ${olga.name}`)), 'Member')
    await seen(page.getByText('A workspace needs an owner.'))
    await expect
      .poll(() => button(page, new RegExp(`Role of ${olga.name}`)).innerText(), soon)
      .toContain('Owner')
  })
})

const height = (page: Page) => grid(page, 'Mountains').getByRole('columnheader', { name: 'Height' })

describe('what is deleted', () => {
  it('as a field is gone from every open tab', async () => {
    const { page } = olgas
    await openTable(page, 'Mountains')
    await openTable(eddas.page, 'Mountains')
    await seen(height(eddas.page))
    await fromMenu(page, height(page).getByRole('button'), 'Delete field')
    for (const one of [page, eddas.page]) {
      await expect.poll(() => height(one).count(), soon).toBe(0)
      expect(await (await cell(one, 'Mountains', 1, 'Name')).innerText()).toBe('Brocken')
    }
  })

  it('as a table says so to who looks at it', async () => {
    const { page } = olgas
    await lineMenu(page, 'Mountains', 'Delete table')
    await seen(heading(page, 'World atlas has no tables yet'))
    await seen(heading(eddas.page, 'This table is not here'))
    await lookAt(eddas.page)
    await eddas.page.getByRole('link', { name: 'Go to the base' }).click()
    await seen(heading(eddas.page, 'Nothing here yet'))
    expect(await eddas.page.getByRole('link', { name: 'Mountains', exact: true }).count()).toBe(0)
  })

  it('as a base, after its name was typed, says so to who is in it', async () => {
    const { page } = olgas
    await goTo(page, `/b/${made.base}/settings`)
    await button(page, 'Delete base').click()
    await confirmTyped(page, 'World atlas', 'Delete base')
    await seen(heading(page, 'Welcome to New works'))
    await seen(heading(eddas.page, 'You no longer have access to World atlas'))
    await eddas.page.getByRole('link', { name: 'Go to your workspace' }).click()
    await seen(heading(eddas.page, 'Welcome to New works'))
    const lines = eddas.page.getByRole('navigation', { name: 'Workspace' })
    await expect.poll(() => lines.getByText('World atlas').count(), soon).toBe(0)
  })

  it('as one’s own place: a member leaves the workspace', async () => {
    const { page } = eddas
    await goTo(page, `/w/${made.workspace}/members`)
    await fromMenu(page, button(page, `Menu of ${edda.name}`), 'Leave workspace')
    await button(page.getByRole('alertdialog'), 'Leave workspace').click()
    await seen(page.getByText('You are not in a workspace yet'))
    await goTo(page, `/w/${made.workspace}`)
    await seen(heading(page, 'There is nothing here'))
    expect(await page.getByText('New works').count()).toBe(0)
  })

  it('as a workspace, after its name was typed', async () => {
    const { page } = olgas
    await goTo(page, `/w/${made.workspace}/settings`)
    await button(page, 'Delete workspace').click()
    await lookAt(page)
    await confirmTyped(page, 'New works', 'Delete workspace')
    await seen(heading(page, `Welcome, ${olga.name}`))
    expect(await page.getByText('New works', { exact: true }).count()).toBe(0)
  })
})

describe('an address', () => {
  it('is changed when both the old and the new one have confirmed', async () => {
    const { page } = olgas
    const next = 'olga.sund@example.org'
    const known = await world.project.newestMail(olga.email)
    await goTo(page, '/account')
    await field(page, 'E-mail').fill(next)
    await button(page, 'Change address').click()
    await seen(page.getByText('We sent links to the old and the new address.'))
    await lookAt(page)
    await goTo(page, await world.mailedLink(olga.email, known))
    await seen(page.getByText('One address is confirmed.'))
    await lookAt(page)
    await goTo(page, '/account')
    expect(await field(page, 'E-mail').inputValue()).toBe(olga.email)
    await goTo(page, await world.mailedLink(next))
    await seen(heading(page, 'Account'))
    await expect.poll(() => field(page, 'E-mail').inputValue(), soon).toBe(next)
    await button(page, 'Sign out here').click()
    await seen(heading(page, 'Sign in'))
    await signIn(page, { ...olga, email: next })
    await seen(heading(page, `Welcome, ${olga.name}`))
  })
})

describe('the whole journey', () => {
  it('had no page that axe objects to or that is wider than its window', () => {
    expect([...new Set(flaws)]).toEqual([])
  })

  it('left no error in anybody’s console', () => {
    expect([...olgas.problems, ...eddas.problems, ...vitos.problems]).toEqual([])
  })
})
