/** Files that belong to no record are told to who shapes the base, and cleaned up with the keyboard alone. */
import { signInPerson } from '@plinth/backend/testing'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import type { Visitor } from '../browser.ts'
import { ada, cem, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, flawsOf, heading, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let keys: Keys
let cems: Visitor
let address: string
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('unused-files')
  await loseFiles()
  const { backend } = await signInPerson(journey.world.project, ada)
  const [workspace] = must(await backend.workspaces.session()).workspaces
  await backend.dispose()
  address = `/w/${workspace!.id}/usage`
  const entered = await journey.enterByKeys(ada, address)
  keys = entered.keys
  cems = await journey.enter(cem)
  problems.push(entered.problems, cems.problems)
  await seen(heading(keys.see, 'Usage'))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** As by hand, two days ago: a file without its row, and a row without its file. */
async function loseFiles(): Promise<void> {
  const { admin } = journey.world.backend
  await admin.begin(async (tx) => {
    await tx`select set_config('storage.allow_delete_query', 'true', true)`
    await tx`delete from storage.objects as o using plinth.attachment as a where a.name = 'cover.png' and o.name in (a.key, a.thumb_key)`
    await tx`delete from plinth.attachment where name = 'poster-a.png'`
    await tx`update storage.objects set created_at = created_at - interval '2 days' where bucket_id = 'plinth'`
    await tx`update plinth.attachment set created_at = created_at - interval '2 days' where id is not null`
  })
}

const stored = async () => {
  const [row] = await journey.world.backend.admin`
    select (select count(*)::int from storage.objects where bucket_id = 'plinth') as objects,
      (select count(*)::int from plinth.attachment) as files, (select count(*)::int from plinth.removed_key) as queued`
  return row
}
const told = /^1 file in storage is in no record: .*\. 1 file in records is not in storage any more\./

it('tells whoever shapes a base what is unused, and nobody else', async () => {
  await seen(keys.see.getByText(told))
  await keys.lookEverywhere('unused-files')
  await cems.page.goto(address)
  await seen(heading(cems.page, 'Usage'))
  await seen(cems.page.getByRole('list', { name: 'Bases by size' }))
  expect(await cems.page.getByText(told).count()).toBe(0)
  expect(await flawsOf(cems.page)).toEqual([])
  expect(keys.flaws()).toEqual([])
})

it('removes it after a question, and leaves what records hold', async () => {
  expect(await stored()).toEqual({ objects: 5, files: 3, queued: 0 })
  await keys.pressOn(button(keys.see, 'Clean up files'))
  const dialog = keys.see.getByRole('alertdialog', { name: 'Remove 1 unused file?' })
  await seen(dialog)
  await keys.lookEverywhere('unused-files-dialog')
  await keys.pressOn(button(dialog, 'Clean up files'))
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => keys.see.getByText(told).count(), soon).toBe(0)
  expect(await stored()).toEqual({ objects: 3, files: 2, queued: 0 })
  expect([...keys.flaws(), ...problems.flat()]).toEqual([])
})
