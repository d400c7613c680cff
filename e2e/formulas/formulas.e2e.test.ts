/** A creator computes a field from others, and changes how; an editor sees it follow what they write. With the keyboard alone. */
import { signInPerson } from '@plinth/backend/testing'
import { type FieldId, type TableId, uuidV7 } from '@plinth/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ada, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fillCell, fromFieldMenu, goToCell } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, field, grid, openRecord, seen } from '../steps.ts'
import { must } from '../target.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let problems: string[][]

beforeAll(async () => {
  journey = await startDemoJourney('formulas')
  ;({ adas, bens, problems } = await journey.enterBothByKeys({ table: journey.tasks, name: 'Tasks' }))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

const textOf = async (keys: Keys, place: number, name: string, table = 'Tasks') =>
  (await cell(keys.see, table, place, name)).innerText()

/** In the dialog of a new field, which it answers. */
async function beginFormula(table: string, name: string, text: string) {
  await adas.pressOn(button(grid(adas.see, table), 'Add field'))
  const dialog = adas.see.getByRole('dialog', { name: 'New field' })
  await adas.typeInto(field(dialog, 'Name'), name)
  await adas.choose(button(dialog, /Type/), /^Formula/)
  await adas.typeInto(dialog.getByRole('textbox', { name: 'Formula' }), text)
  return dialog
}

async function writeFormula(name: string, text: string) {
  const dialog = await beginFormula('Readings', name, text)
  await seen(dialog.getByText('The result is of type number.'))
  return dialog
}

async function changeCost(text: string): Promise<void> {
  await fromFieldMenu(adas, 'Tasks', 'Cost', 'Edit field')
  const dialog = adas.see.getByRole('dialog', { name: 'Edit “Cost”' })
  await adas.typeInto(dialog.getByRole('textbox', { name: 'Formula' }), text)
  await adas.look('a formula that is changed')
  await adas.pressOn(button(dialog, 'Save field'))
  await dialog.waitFor({ state: 'hidden' })
}

describe('a formula', () => {
  it('is written with completion, problems at their place and a preview', async () => {
    const dialog = await beginFormula('Tasks', 'Cost', '{Hours} * today()')
    await seen(dialog.locator('textarea[aria-invalid=true]'))
    await adas.look('a formula with a problem')
    await adas.showPicture('formula-problem')
    await adas.typeInto(dialog.getByRole('textbox', { name: 'Formula' }), '80 / ({Hours} - 6.5)')
    await seen(dialog.getByLabel('Preview').getByText('Error: division by zero in 80 / ({Hours} - 6.5)'))
    await adas.showPicture('formula-empty')
    await adas.typeInto(dialog.getByRole('textbox', { name: 'Formula' }), '{Hours} * 80')
    await seen(dialog.getByText('The result is of type number.'))
    await seen(dialog.getByLabel('Preview').getByRole('definition').first())
    await adas.lookEverywhere('formula')
    await adas.pressOn(dialog.locator('summary', { hasText: 'All functions' }))
    await adas.typeInto(field(dialog, 'Find a function'), 'working')
    await adas.typeInto(field(dialog, 'Find a function'), 'round')
    await seen(dialog.getByText('round(number, digits?)'))
    await adas.look('the functions')
    await adas.showPicture('formula-functions')
    await adas.pressOn(button(dialog, 'Create field'))
    await dialog.waitFor({ state: 'hidden' })
    for (const { see: page } of [adas, bens]) await seen(button(page, 'Cost, formula, field menu'))
    expect(adas.flaws()).toEqual([])
  })

  it('follows what an editor writes, for everybody', async () => {
    await fillCell(bens, 'Tasks', 1, 'Hours', '5')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('400')
    await expect.poll(() => textOf(adas, 1, 'Cost'), soon).toBe('400')
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('says in a record why it has no value', async () => {
    await goToCell(bens, 'Tasks', 1, 'Hours')
    await bens.press('Delete')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('')
    await goToCell(bens, 'Tasks', 1, 'Cost')
    await bens.press('Space')
    await seen(openRecord(bens.see).getByText('Empty: “Hours” is empty.'))
    await bens.look('a computed value that is empty')
    await bens.press('Escape')
    await fillCell(bens, 'Tasks', 1, 'Hours', '5')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('400')
    expect(bens.flaws()).toEqual([])
  })

  it('is not written: its cell says by what it is computed', async () => {
    await goToCell(bens, 'Tasks', 1, 'Cost')
    await bens.type('7')
    await seen(bens.see.getByText('“Cost” is computed'))
    await seen(bens.see.getByText(/Its formula is \{Hours\} \* 80\./))
    await bens.look('a cell that is computed')
    await bens.showPicture('formula-cell')
    expect(await textOf(bens, 1, 'Cost')).toBe('400')
    expect(bens.flaws()).toEqual([])
  })

  it('keeps what it reads, and says so', async () => {
    const { see } = adas
    await fromFieldMenu(adas, 'Tasks', 'Hours', 'Delete field')
    await seen(see.getByText(/is computed from this\. Change that field/))
    await seen(see.getByText('The field “Hours” stays.'))
    await seen(button(see, /^Hours, .*field menu|^Hours, field menu/))
    expect(adas.flaws()).toEqual([])
  })

  it('is changed, taken back, and made again', async () => {
    await changeCost('{Hours} * 90')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('450')
    await goToCell(adas, 'Tasks', 1, 'Cost')
    await adas.press('Control+z')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('400')
    await adas.press('Control+Shift+z')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('450')
    expect([...adas.flaws(), ...problems.flat()]).toEqual([])
  })

  it('says in its cell what could not be computed, until it can', async () => {
    await changeCost('80 / ({Hours} - 5)')
    await expect
      .poll(() => textOf(bens, 1, 'Cost'), soon)
      .toBe('Error: division by zero in 80 / ({Hours} - 5)')
    await bens.lookEverywhere('formula-error')
    await goToCell(bens, 'Tasks', 1, 'Cost')
    await bens.press('Space')
    await seen(openRecord(bens.see).getByText('Error: division by zero in 80 / ({Hours} - 5).'))
    await bens.press('Escape')
    // What is only not there is no error.
    await goToCell(bens, 'Tasks', 1, 'Hours')
    await bens.press('Delete')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('')
    await fillCell(bens, 'Tasks', 1, 'Hours', '6')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('80')
    await changeCost('{Hours} * 90')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('540')
    await fillCell(bens, 'Tasks', 1, 'Hours', '5')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('450')
    expect([...adas.flaws(), ...bens.flaws(), ...problems.flat()]).toEqual([])
  })

  it('says what options and people are called, and follows when one is called otherwise', async () => {
    const { see } = adas
    const made = await beginFormula('Tasks', 'Summary', '{State} & ": " & {Task}')
    await seen(made.getByText(/text\(\) gives what it is called/))
    await adas.look('a formula that adds an option to a text')
    await adas.typeInto(made.getByRole('textbox', { name: 'Formula' }), 'text({State}) & ": " & {Task}')
    await seen(made.getByLabel('Preview').getByText(/^Doing: /))
    await adas.look('a formula with what options are called')
    await adas.pressOn(button(made, 'Create field'))
    await made.waitFor({ state: 'hidden' })
    const told = async (name: string) => await textOf(bens, 1, name)
    const state = await told('State')
    const task = await told('Task')
    await expect.poll(() => told('Summary'), soon).toBe(`${state}: ${task}`)

    await beginFormula('Tasks', 'Who', 'upper(person_name({Assignee}))')
    await seen(made.getByLabel('Preview').getByText('BEN OKAFOR').first())
    await seen(made.getByText(/^Computed when it is read: as people are called then\./))
    await adas.look('a formula with what people are called')
    await adas.pressOn(button(made, 'Create field'))
    await made.waitFor({ state: 'hidden' })
    const assignee = await told('Assignee')
    await expect.poll(() => told('Who'), soon).toContain(assignee.split('\n').at(-1)!.toUpperCase())

    await fromFieldMenu(adas, 'Tasks', 'State', 'Edit field')
    const edit = see.getByRole('dialog', { name: 'Edit “State”' })
    await adas.typeInto(edit.getByRole('textbox', { name: /^Option \d+/ }).nth(1), 'Under way')
    await adas.pressOn(button(edit, 'Save field'))
    await edit.waitFor({ state: 'hidden' })
    await seen(grid(bens.see, 'Tasks').getByText(/^Under way: /))
    await seen(grid(see, 'Tasks').getByText(/^Under way: /))
    await bens.lookEverywhere('formula-labels')
    expect([...adas.flaws(), ...bens.flaws(), ...problems.flat()]).toEqual([])
  })

  it('becomes a plain field with what it shows, and is computed again', async () => {
    const { see } = adas
    await fromFieldMenu(adas, 'Tasks', 'Cost', 'Change type')
    const dialog = see.getByRole('dialog', { name: 'Change the type of “Cost”' })
    await seen(dialog.getByText(/^It keeps the values that it shows/))
    await adas.choose(button(dialog, /New type/), /^Number/)
    await seen(
      dialog.getByText(/^All \d+ values fit\. From then on people write them, and new records have none\.$/),
    )
    await adas.lookEverywhere('formula-plain')
    await adas.pressOn(button(dialog, 'Change type'))
    await dialog.waitFor({ state: 'hidden' })
    await seen(see.getByText('“Cost” is now of type number.'))
    for (const page of [adas.see, bens.see]) await seen(button(page, 'Cost, field menu'))
    await fillCell(bens, 'Tasks', 1, 'Hours', '6')
    await fillCell(bens, 'Tasks', 1, 'Cost', '7')
    await expect.poll(() => textOf(adas, 1, 'Cost'), soon).toBe('7')
    await goToCell(adas, 'Tasks', 1, 'Cost')
    await adas.press('Control+z')
    await seen(see.getByText('“Cost” is computed again.'))
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('540')
    await adas.look('computed again')
    await adas.press('Control+Shift+z')
    await seen(see.getByText('“Cost” is of type number again.'))
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('7')
    await adas.press('Control+z')
    await expect.poll(() => textOf(bens, 1, 'Cost'), soon).toBe('540')
    await fillCell(bens, 'Tasks', 1, 'Hours', '5')
    await expect.poll(() => textOf(adas, 1, 'Cost'), soon).toBe('450')
    expect([...adas.flaws(), ...bens.flaws(), ...problems.flat()]).toEqual([])
  })
})

describe('a formula in a large table', () => {
  const count = 40_000
  let table: TableId

  beforeAll(async () => {
    table = await largeTable()
  })

  it('is computed in steps, of which its maker is told, and nobody waits for it', async () => {
    for (const keys of [adas, bens]) {
      await keys.visit(`/b/${journey.base}/t/${table}`)
      await seen(grid(keys.see, 'Readings').getByText('Reading 1', { exact: true }))
    }
    const dialog = await writeFormula('Doubled', '{Amount} * 2')
    await adas.slow('**/rpc/change_formula', 1_500)
    await adas.pressOn(button(dialog, 'Create field'))
    await seen(dialog.getByRole('progressbar', { name: 'Computing' }))
    await adas.showPicture('formula-computing')
    // Others see that it is under way, and read and write meanwhile.
    await seen(button(bens.see, 'Doubled, formula, computing…, field menu'))
    await fillCell(bens, 'Readings', 1, 'Amount', '7')
    expect(await dialog.getByRole('progressbar').count()).toBe(1)
    await dialog.waitFor({ state: 'hidden', timeout: 60_000 })
    await seen(button(bens.see, 'Doubled, formula, field menu'))
    for (const keys of [adas, bens])
      await expect.poll(() => textOf(keys, 1, 'Doubled', 'Readings'), soon).toBe('14')
    expect([...adas.flaws(), ...bens.flaws(), ...problems.flat()]).toEqual([])
  })

  it('whose steps failed is gone on with by the next try, or given up for another', async () => {
    await adas.visit(`/b/${journey.base}/t/${table}`)
    const dialog = await writeFormula('Tripled', '{Amount} * 3')
    await adas.untouched('**/rpc/change_formula')
    await adas.answer('**/rpc/change_formula', 503)
    await adas.pressOn(button(dialog, 'Create field'))
    await seen(dialog.getByText(/is made, but not computed for all records/))
    await seen(button(grid(adas.see, 'Readings'), 'Tripled, formula, computing…, field menu'))
    // Below the fields of a long dialog it would be out of sight, behind its buttons.
    const [refusal, buttons] = [
      await dialog.getByRole('alert').boundingBox(),
      await button(dialog, 'Continue').boundingBox(),
    ]
    expect(refusal!.y + refusal!.height).toBeLessThanOrEqual(buttons!.y)
    await adas.showPicture('formula-refused')
    await adas.lookEverywhere('formula-unfinished')
    // The same once more: it goes on.
    await adas.untouched('**/rpc/change_formula')
    await adas.pressOn(button(dialog, 'Continue'))
    await dialog.waitFor({ state: 'hidden', timeout: 60_000 })
    await expect.poll(() => textOf(adas, 1, 'Tripled', 'Readings'), soon).toBe('21')
    // Another one under the same name: what was begun is given up.
    await adas.visit(`/b/${journey.base}/t/${table}`)
    await writeFormula('Other', '{Amount} * 4')
    await adas.answer('**/rpc/change_formula', 503)
    await adas.pressOn(button(dialog, 'Create field'))
    await seen(dialog.getByText(/is made, but not computed for all records/))
    await adas.untouched('**/rpc/change_formula')
    await adas.typeInto(dialog.getByRole('textbox', { name: 'Formula' }), '{Amount} * 5')
    await seen(dialog.getByText('The result is of type number.'))
    await adas.pressOn(button(dialog, 'Continue'))
    await dialog.waitFor({ state: 'hidden', timeout: 60_000 })
    await expect.poll(() => textOf(adas, 1, 'Other', 'Readings'), soon).toBe('35')
    await goToCell(adas, 'Readings', 1, 'Other')
    await adas.press('Control+z')
    await expect.poll(() => button(grid(adas.see, 'Readings'), /^Other, formula/).count(), soon).toBe(0)
    await seen(button(grid(adas.see, 'Readings'), /^Tripled, formula/))
    expect(adas.flaws()).toEqual([])
  })

  /** A table of that many records, filled past the app. */
  async function largeTable(): Promise<TableId> {
    const { backend } = await signInPerson(journey.world.project, ada)
    const [name, amount] = ['Name', 'Amount'].map((one, at) => ({
      id: uuidV7() as FieldId,
      name: one,
      type: at === 0 ? ('text' as const) : ('integer' as const),
      options: {},
    }))
    const id = uuidV7() as TableId
    const fields = [name!, amount!]
    must(await backend.bases.createTable(journey.base, { id, name: 'Readings', fields }))
    await backend.dispose()
    const { sql } = journey.world.backend
    const [made] = await sql`select relation from plinth."table" where id = ${id}`
    await sql`insert into data.${sql(made!['relation'] as string)} (name, amount)
      select 'Reading ' || n, n % 100 from generate_series(1, ${count}) as n`
    return id
  }
})
