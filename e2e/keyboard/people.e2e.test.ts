/** People invited, given roles and taken out without a pointer, and how an invitation is taken up. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JourneyBrowser, launchBrowser } from '../browser.ts'
import { startWorld, type World } from '../harness.ts'
import { button, field, grid, heading, seen } from '../steps.ts'
import { must } from '../target.ts'
import { type Desk, furnishDesk, signInByKeys, withPerson } from './furnish.ts'
import { Keys, soon } from './keys.ts'

const kay = { name: 'Kay', email: 'kay@example.org', password: 'eight unrelated words' }
const lea = { name: 'Lea', email: 'lea@example.org', password: 'seven unrelated words' }
const moe = { name: 'Moe', email: 'moe@example.org', password: 'six unrelated words' }

let world: World
let browser: JourneyBrowser
let desk: Desk
let keys: Keys
let leas: Keys
const problems: string[][] = []

beforeAll(async () => {
  world = await startWorld()
  const token = await withPerson(world, kay, async (owner) => {
    desk = await furnishDesk(owner)
    const place = {
      workspace: desk.workspace,
      role: 'member',
      base: null,
      baseRole: null,
      email: null,
    } as const
    return must(await owner.backend.workspaces.invite(place)).token
  })
  await withPerson(world, moe, ({ backend }) => backend.workspaces.acceptInvitation(token).then(must))
  await withPerson(world, lea, async () => null)
  browser = await launchBrowser()
  const [first, second] = [await Keys.open(browser, world.url), await Keys.open(browser, world.url)]
  keys = first.keys
  leas = second.keys
  problems.push(first.problems, second.problems)
  await keys.visit(`/w/${desk.workspace}`)
  await signInByKeys(keys, kay)
  await seen(heading(keys.see, 'Bases'))
})
afterAll(async () => {
  await browser?.close()
  await world?.stop()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await keys.keepPicture(`keys-people-${task.name.slice(0, 24)}-kay`)
  await leas.keepPicture(`keys-people-${task.name.slice(0, 24)}-lea`)
})

const roleOf = (name: string) => button(keys.see, new RegExp(`Role of ${name}`))

/** Makes a link for Lea's address and answers it. */
async function invite(role: 'Editor' | 'Viewer'): Promise<string> {
  await keys.pressOn(button(keys.see, 'Invite people'))
  const dialog = keys.see.getByRole('dialog', { name: /^Invite to/ })
  await keys.typeInto(field(dialog, 'E-mail'), lea.email)
  await keys.choose(button(dialog, /Role in the base/), role)
  await keys.pressOn(button(dialog, 'Create link'))
  const ready = keys.see.getByRole('dialog', { name: 'Your link is ready' })
  await keys.pressOn(button(ready, 'Copy link'))
  await seen(button(ready, 'Copied'))
  await keys.pressOn(button(ready, 'Done'))
  await keys.expectFocus(button(keys.see, 'Invite people'))
  return keys.clipboard()
}

describe('people, with the keyboard alone', () => {
  it('are invited, and the invitation is withdrawn', async () => {
    const { see } = keys
    await keys.pressOn(see.getByRole('navigation').getByRole('link', { name: 'Members' }))
    await seen(see.getByText('No invitation is waiting to be taken up.'))
    const link = await invite('Viewer')
    const waiting = see.getByRole('list', { name: 'Pending invitations' })
    await seen(waiting.getByText(lea.email))
    await keys.look('members')
    await keys.pressOn(button(waiting, 'Withdraw'))
    await seen(see.getByText('No invitation is waiting to be taken up.'))
    await keys.expectFocus(see.getByRole('main'))
    await leas.visit(link)
    await seen(heading(leas.see, 'This invitation cannot be used'))
    await leas.look('dead invitation')
    expect([...keys.flaws(), ...leas.flaws()]).toEqual([])
  })

  it('take an invitation up', async () => {
    const { see } = leas
    await leas.visit(await invite('Editor'))
    await seen(heading(see, 'Join Piano'))
    await leas.look('invitation')
    await leas.pressOn(see.getByRole('link', { name: 'I have an account' }))
    await signInByKeys(leas, lea)
    await leas.pressOn(button(see, 'Accept the invitation'))
    await seen(grid(see, 'Pieces'))
    await leas.look('the table')
    expect([...keys.flaws(), ...leas.flaws()]).toEqual([])
  })

  it('get other roles in the workspace', async () => {
    await keys.reload()
    for (const role of ['Owner', 'Member']) {
      await keys.choose(roleOf('Lea'), new RegExp(`^${role}`))
      await expect.poll(() => roleOf('Lea').innerText(), soon).toContain(role)
      await keys.expectFocus(roleOf('Lea'))
    }
    expect(keys.flaws()).toEqual([])
  })

  it('are handed the workspace by its owner, who stays one and takes it back', async () => {
    const { see } = keys
    await keys.fromMenu(button(see, 'Menu of Lea'), 'Transfer ownership')
    const dialog = see.getByRole('dialog', { name: 'Transfer Keys to Lea' })
    const own = dialog.getByRole('radiogroup', { name: 'And you' })
    await keys.turnTo(own.getByRole('radio', { name: /^You stay an owner too/ }), own)
    await keys.typeInto(dialog.getByRole('textbox'), 'Keys or so')
    await keys.pressOn(button(dialog, 'Transfer ownership'))
    await seen(dialog.getByText('The name typed to confirm does not match.'))
    await keys.typeInto(dialog.getByRole('textbox'), 'Keys')
    await keys.look('transfer ownership')
    await keys.pressOn(button(dialog, 'Transfer ownership'))
    await seen(see.getByText('Lea owns Keys now.'))
    await expect.poll(() => roleOf('Lea').innerText(), soon).toContain('Owner')
    const [stored] = await world.backend.admin`
      select array_agg(p.name order by p.name) as names from plinth.workspace_member as m
      join plinth.profile as p on p.id = m.user_id where m.role = 'owner'`
    expect(stored).toEqual({ names: ['Kay', 'Lea'] })
    await keys.choose(roleOf('Lea'), /^Member/)
    await expect.poll(() => roleOf('Lea').innerText(), soon).toContain('Member')
    expect(keys.flaws()).toEqual([])
  })

  it('are given a base, another role in it, and lose it', async () => {
    const { see } = keys
    await keys.fromMenu(button(see, 'Menu of Piano'), 'Members of this base')
    const list = see.getByRole('list', { name: 'Members of this base' })
    await seen(list.getByText(lea.email))
    await keys.typeInto(see.getByRole('combobox', { name: /Add somebody/ }), 'Mo')
    await keys.press('Enter')
    await keys.pressOn(button(see, 'Add to base'))
    await seen(list.getByText(moe.email))
    await keys.choose(roleOf('Moe'), /^Viewer/)
    await expect.poll(() => roleOf('Moe').innerText(), soon).toContain('Viewer')
    await keys.look('base members')
    await keys.choose(roleOf('Moe'), /^No access/)
    await expect.poll(() => list.getByText(moe.email).count(), soon).toBe(0)
    expect(keys.flaws()).toEqual([])
  })

  it('are removed from the workspace, and leave it', async () => {
    const { see } = keys
    await keys.pressOn(see.getByRole('navigation').getByRole('link', { name: 'Members' }))
    await keys.fromMenu(button(see, 'Menu of Moe'), 'Remove from workspace')
    const question = see.getByRole('alertdialog', { name: 'Remove Moe?' })
    await keys.expectFocus(button(question, 'Cancel'))
    await keys.look('remove somebody')
    await keys.pressOn(button(question, 'Remove from workspace'))
    await expect.poll(() => see.getByText(moe.email).count(), soon).toBe(0)
    await leas.pressOn(leas.see.getByRole('link', { name: 'Members' }).first())
    await leas.fromMenu(button(leas.see, 'Menu of Lea'), 'Leave workspace')
    await leas.pressOn(button(leas.see.getByRole('alertdialog'), 'Leave workspace'))
    await seen(leas.see.getByText('You are not in a workspace yet'))
    await leas.look('no workspace')
    await keys.reload()
    await seen(see.getByText(kay.email))
    expect(await see.getByText(lea.email).count()).toBe(0)
    expect([...keys.flaws(), ...leas.flaws()]).toEqual([])
  })

  it('may create workspaces when they are on the list', async () => {
    const { see } = keys
    await keys.pressOn(see.getByRole('navigation').getByRole('link', { name: 'Workspace settings' }))
    const list = see.getByRole('list', { name: 'Who may create workspaces' })
    await keys.typeInto(field(see, 'Add to the list'), moe.email)
    await keys.press('Enter')
    await seen(list.getByText(moe.name))
    await keys.pressOn(button(list, `Take ${moe.name} off the list`))
    await expect.poll(() => list.getByText(moe.name).count(), soon).toBe(0)
    const group = see.getByRole('radiogroup', { name: 'Who may create workspaces' })
    await keys.turnTo(group.getByRole('radio', { name: /^Anyone/ }), group)
    await expect.poll(() => list.count(), soon).toBe(0)
    await keys.look('workspace settings')
    expect(keys.flaws()).toEqual([])
  })

  it('see what the workspace holds, give it another name, and delete it', async () => {
    const { see } = keys
    await keys.typeInto(field(see.getByRole('main'), 'Name'), 'Locks')
    await keys.press('Enter')
    await seen(see.getByText('Workspace renamed.'))
    await seen(button(see, /^Workspace Locks/))
    await keys.pressOn(see.getByRole('navigation').getByRole('link', { name: 'Usage' }))
    await seen(heading(see, 'Usage'))
    await keys.look('usage')
    await keys.pressOn(see.getByRole('navigation').getByRole('link', { name: 'Workspace settings' }))
    await keys.pressOn(button(see, 'Delete workspace'))
    const question = see.getByRole('alertdialog')
    await keys.typeInto(question.getByRole('textbox'), 'Locks')
    await keys.look('delete workspace')
    await keys.pressOn(button(question, 'Delete workspace'))
    await seen(heading(see, 'Welcome, Kay'))
    expect(keys.flaws()).toEqual([])
  })

  it('leaves no error in anybody’s console', () => {
    expect(problems.flat()).toEqual([])
  })
})
