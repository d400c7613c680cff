/** Ways through a table by its keys: to a cell, to the menu of a field, through a list that one types into. */
import type { Locator } from 'playwright'
import { button, cell, grid, seen } from '../steps.ts'
import type { Keys } from './keys.ts'

/** Goes to a cell with the arrows: from the one with the cursor, where Tab leads, by way of the first. */
export async function goToCell(keys: Keys, table: string, place: number, name: string): Promise<Locator> {
  const target = await cell(keys.see, table, place, name)
  const column = Number(await target.getAttribute('aria-colindex'))
  await keys.tabTo(grid(keys.see, table).locator('[data-active]'))
  await keys.press('Control+Home')
  await keys.expectFocus(grid(keys.see, table).locator('[aria-rowindex="2"] [aria-colindex="2"]'))
  await keys.press(...Array.from({ length: place - 1 }, () => 'ArrowDown'))
  await keys.press(...Array.from({ length: column - 2 }, () => 'ArrowRight'))
  await keys.expectFocus(target)
  return target
}

/** Types over what a cell holds, and stores it. */
export async function fillCell(
  keys: Keys,
  table: string,
  place: number,
  name: string,
  text: string,
): Promise<void> {
  await goToCell(keys, table, place, name)
  await keys.type(text)
  await keys.press('Enter')
}

/** Takes a line of the menu of a field, opened from its name above the column. */
export async function fromFieldMenu(keys: Keys, table: string, name: string, line: string): Promise<void> {
  await goToCell(keys, table, 1, name)
  await keys.press('ArrowUp')
  const head = grid(keys.see, table).getByRole('columnheader', { name: new RegExp(`^${name}(\\W|$)`) })
  await keys.expectFocus(head.first())
  await keys.press('Enter')
  await keys.takeLine(line)
}

/** Types the beginning of a name and takes the first line that fits. */
export async function pickFrom(keys: Keys, box: Locator, name: string): Promise<void> {
  await keys.typeInto(box, name)
  await seen(keys.see.getByRole('option', { name: new RegExp(name) }))
  await keys.press('ArrowDown', 'Enter')
  await keys.see.getByRole('option').first().waitFor({ state: 'hidden' })
}

/** Makes an invitation on the page of members and answers its link. */
export async function inviteByKeys(
  keys: Keys,
  who: { email: string },
  roles: { workspace?: RegExp; base: RegExp },
): Promise<string> {
  await keys.pressOn(button(keys.see, /^Invite/).first())
  const dialog = keys.see.getByRole('dialog', { name: /^Invite to/ })
  await keys.typeInto(dialog.getByLabel('E-mail', { exact: true }), who.email)
  if (roles.workspace) await keys.choose(button(dialog, /Role in the workspace/), roles.workspace)
  await keys.choose(button(dialog, /Role in the base/), roles.base)
  await keys.look('invite')
  await keys.pressOn(button(dialog, 'Create link'))
  const ready = keys.see.getByRole('dialog', { name: 'Your link is ready' })
  await keys.pressOn(button(ready, 'Copy link'))
  await seen(button(ready, 'Copied'))
  await keys.pressOn(button(ready, 'Done'))
  return keys.clipboard()
}
