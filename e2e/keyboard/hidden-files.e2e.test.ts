/**
 * Somebody from whom a field is hidden takes a table out as a file and brings one in; who shapes the base writes conditions beside
 * that field. With the keyboard alone.
 */
import { signInPerson } from '@plinth/backend/testing'
import type { Backend, FieldId, RoleId, Table } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { button, type FileLike, field, grid, heading, seen } from '../steps.ts'
import { must } from '../target.ts'
import { type Keys, soon } from './keys.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let hours: FieldId
const problems: string[][] = []

beforeAll(async () => {
  journey = await startDemoJourney('keys-hidden-files')
  await asAda(async (backend, table) => {
    const roles = must(await backend.roles.list(journey.base))
    hours = table.fields.find(({ name }) => name === 'Hours')!.id
    must(await backend.roles.setFieldGrant(editorOf(roles), hours, 'hidden'))
  })
  const table = `/b/${journey.base}/t/${journey.tasks}`
  for (const who of [ada, ben]) {
    const entered = await journey.enterByKeys(who, table)
    problems.push(entered.problems)
    if (who === ada) adas = entered.keys
    else bens = entered.keys
    await seen(grid(entered.keys.see, 'Tasks'), 30_000)
  }
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const editorOf = (roles: readonly { id: RoleId; kind: string }[]) =>
  roles.find(({ kind }) => kind === 'editor')!.id

/** Runs some calls as the owner. */
async function asAda<T>(work: (backend: Backend, table: Table) => Promise<T>): Promise<T> {
  const { backend } = await signInPerson(journey.world.project, ada)
  const schema = must(await backend.bases.schema(journey.base))
  const answer = await work(backend, schema.tables.find(({ id }) => id === journey.tasks)!)
  await backend.dispose()
  return answer
}

/** Names and hours of all tasks, as who sees both reads them. */
const hoursOfTasks = () =>
  asAda(async ({ rows }, table) => {
    const query = { table: table.id, sorts: [] }
    const page = { query, anchor: null, direction: 'forward', skip: 0, take: 50 } as const
    const answer = must(await rows.window(page))
    const first = table.fields[0]!.id
    return new Map(answer.rows.map(({ values }) => [values[first] as string, values[hours] ?? null]))
  })

const fileOf = (name: string, text: string): FileLike => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function exported(keys: Keys): Promise<string[]> {
  await keys.fromMenu(button(keys.see.getByRole('toolbar'), 'More'), /^Export/)
  const dialog = keys.see.getByRole('dialog', { name: 'Export Tasks' })
  await keys.look('export')
  const { text } = await keys.download(button(dialog, 'Export'))
  await keys.pressOn(button(dialog, /^(Close|Done)$/).last())
  await dialog.waitFor({ state: 'hidden' })
  return text.replace('\uFEFF', '').split('\r\n')
}

describe('files of a table with a hidden field, with the keyboard alone', () => {
  it('have it for who sees it, and nothing of it for who does not', async () => {
    const [heads, ...lines] = await exported(adas)
    expect(heads).toMatch(/,Hours,/)
    expect(lines.join('\n')).toMatch(/,6\.5,/)
    const [bensHeads, ...bensLines] = await exported(bens)
    expect(bensHeads).toBe(heads!.replace(',Hours', ''))
    expect(bensLines.join('\n')).not.toMatch(/,6\.5,/)
    // All else is there.
    expect(bensLines.length).toBe(lines.length)
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('bring nothing into it: no column of theirs is for it, and no target', async () => {
    const before = await hoursOfTasks()
    const { see } = bens
    await bens.command('Import a file')
    const chooser = see.getByRole('dialog', { name: 'Import a file' })
    const file = fileOf('tasks.csv', 'Task,Hours,Area\nSweep the foyer,99,House\n')
    await bens.giveFile(button(chooser, 'Choose a file'), file)
    const shown = see.getByRole('dialog', { name: 'Import tasks.csv' })
    await seen(shown, 60_000)
    const target = (column: string) => button(shown, new RegExp(`Field for the column ${column}$`))
    await seen(target('Task'))
    expect(await target('Task').innerText()).toContain('Task')
    expect(await target('Hours').innerText()).toContain('Leave out')
    await bens.pressOn(target('Hours'))
    await seen(see.getByRole('option'))
    const offered = await see.getByRole('option').allInnerTexts()
    expect(offered.map((text) => text.trim())).toEqual(
      expect.arrayContaining(['Leave out', 'Task', 'Due', 'Notes']),
    )
    expect(offered.join('\n')).not.toContain('Hours')
    await bens.press('Escape')
    await see.getByRole('listbox').waitFor({ state: 'hidden' })
    await bens.lookEverywhere('keys-hidden-import')
    await bens.pressOn(button(shown, 'Import 1 row'))
    await seen(see.getByRole('dialog', { name: 'Import finished' }))
    await bens.look('import finished')
    const after = await hoursOfTasks()
    expect(after).toEqual(new Map([...before, ['Sweep the foyer', null]]))
    expect(bens.flaws()).toEqual([])
  })
})

describe('a condition', () => {
  it('is offered no hidden field, and says why when one is typed', async () => {
    const { see } = adas
    await adas.visit(`/b/${journey.base}/roles`)
    await adas.pressOn(see.getByRole('main').getByRole('link', { name: /^Viewer/ }))
    await seen(heading(see, 'Viewer'))
    await adas.choose(button(see, /Read records of Tasks$/), /^By rule/)
    const dialog = see.getByRole('dialog', { name: 'Records of Tasks' })
    await adas.expectFocus(field(dialog, 'Condition'))
    await adas.type('{')
    const offered = see.getByRole('option')
    await seen(offered.first())
    const names = await offered.allInnerTexts()
    expect(names.join('\n')).toContain('Due')
    expect(names.join('\n')).not.toContain('Hours')
    await adas.press('Escape')
    await adas.type('Hours} > 2')
    await seen(
      dialog.getByText(
        'No condition can look at “Hours”: some roles do not see it. Let every role see it first.',
      ),
    )
    await adas.lookEverywhere('keys-hidden-condition')
    await adas.pressOn(button(dialog, 'Save rule'))
    await seen(dialog.getByText(/No condition can look at “Hours”/))
    await adas.press('Escape')
    await adas.pressOn(button(dialog, 'Discard'))
    await dialog.waitFor({ state: 'hidden' })
    const { roles } = await asAda(async (backend) => ({
      roles: must(await backend.roles.list(journey.base)),
    }))
    expect(roles.flatMap(({ grants }) => grants).filter(({ scope }) => scope === 'rules')).toEqual([])
    await expect.poll(() => adas.flaws(), soon).toEqual([])
    expect(problems.flat()).toEqual([])
  })
})
