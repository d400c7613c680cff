/** A creator makes fields of money, of several options and of who made and changed records, with the keyboard alone: types, is refused, filters. */
import type { Locator } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ada, ben, type DemoJourney, startDemoJourney } from '../demo-journey.ts'
import { fillCell, fromFieldMenu, goToCell, pickFrom } from '../keyboard/cells.ts'
import { type Keys, soon } from '../keyboard/keys.ts'
import { button, cell, field, grid, seen } from '../steps.ts'

let journey: DemoJourney
let adas: Keys
let bens: Keys
let problems: string[][]

beforeAll(async () => {
  journey = await startDemoJourney('types')
  ;({ adas, bens, problems } = await journey.enterBothByKeys({ table: journey.tasks, name: 'Tasks' }))
})
afterAll(() => journey?.end())
afterEach(({ task }) => journey?.keepPictures(task))

/** The table without what was filtered before. */
async function openAllRecords(): Promise<void> {
  await adas.visit(`${journey.world.url}/b/${journey.base}/t/${journey.tasks}`)
  await seen(grid(adas.see, 'Tasks'))
}

/** Makes a field of a type; `more` fills in the rest of the dialog. */
async function makeField(name: string, type: RegExp, more?: (dialog: Locator) => Promise<void>) {
  const { see } = adas
  await adas.pressOn(button(grid(see, 'Tasks'), 'Add field'))
  const dialog = see.getByRole('dialog', { name: 'New field' })
  await adas.typeInto(field(dialog, 'Name'), name)
  await adas.choose(button(dialog, /Type$/), type)
  await more?.(dialog)
  await adas.pressOn(button(dialog, 'Create field'))
  await dialog.waitFor({ state: 'hidden' })
  await seen(grid(see, 'Tasks').getByRole('columnheader', { name: new RegExp(`^${name}`) }))
}

describe('a field of sums of money', () => {
  it('is made in the currency that one names', async () => {
    await makeField('Price', /^Currency/, async (dialog) => {
      const currency = dialog.getByRole('combobox', { name: 'Currency' })
      await adas.typeInto(currency, 'shells')
      await seen(adas.see.getByText('Nothing is called so.'))
      await adas.press('Enter')
      expect(await currency.inputValue()).toBe('shells')
      for (const [key, code, name] of [
        ['Enter', 'EUR', 'EUR – Euro'],
        ['Tab', 'gbp', 'GBP – British Pound'],
      ] as const) {
        await adas.typeInto(currency, code)
        await adas.press(key)
        await expect.poll(() => currency.inputValue(), soon).toBe(name)
      }
      await pickFrom(adas, currency, 'EUR')
      await adas.lookEverywhere('types-currency-dialog')
    })
    expect(adas.flaws()).toEqual([])
  })

  it('takes a sum with its sign or without, and shows it as people write it', async () => {
    const { see } = adas
    await fillCell(adas, 'Tasks', 1, 'Price', '1234.5')
    await fillCell(adas, 'Tasks', 2, 'Price', '€7')
    const shown = async (place: number) => (await cell(see, 'Tasks', place, 'Price')).innerText()
    await expect.poll(() => shown(1), soon).toBe('€1,234.50')
    await expect.poll(() => shown(2), soon).toBe('€7.00')
    expect(adas.flaws()).toEqual([])
  })

  it('refuses what the currency has no coins for, and sums in another one', async () => {
    const { see } = adas
    for (const [text, why] of [
      ['12.345', 'EUR has 2 digits after the point.'],
      ['$5', 'This field holds sums in EUR.'],
    ] as const) {
      await goToCell(adas, 'Tasks', 3, 'Price')
      await adas.type(text)
      await adas.press('Enter')
      await seen(see.getByText(why))
      await adas.look('a refused sum')
      await adas.press('Escape')
    }
    await expect.poll(async () => (await cell(see, 'Tasks', 3, 'Price')).innerText(), soon).toBe('')
    expect(adas.flaws()).toEqual([])
  })

  it('reads as money in the record until one goes there, and is written there as it is typed', async () => {
    const { see } = adas
    await goToCell(adas, 'Tasks', 1, 'Price')
    await adas.press('Space')
    const price = see.getByRole('complementary').getByRole('textbox', { name: 'Price' })
    await expect.poll(() => price.inputValue(), soon).toBe('€1,234.50')
    await adas.tabTo(price)
    await expect.poll(() => price.inputValue(), soon).toBe('1234.50')
    await adas.press('Control+a')
    await adas.type('12.345')
    await adas.press('Enter')
    await seen(see.getByText('EUR has 2 digits after the point.'))
    await adas.press('Escape')
    await expect.poll(() => price.inputValue(), soon).toBe('1234.50')
    await adas.press('Escape')
    expect(adas.flaws()).toEqual([])
  })

  it('is filtered by a sum', async () => {
    const { see } = adas
    await adas.reload()
    await seen(grid(see, 'Tasks'))
    await adas.pressOn(button(see.getByRole('toolbar', { name: 'Table' }), 'Filter'))
    const filter = see.getByRole('dialog', { name: 'Filter' })
    await adas.pressOn(button(filter, 'Add a condition'))
    await adas.choose(button(filter, /Field$/).first(), /^Price/)
    await adas.choose(button(filter, /How Price is compared/), 'is more than')
    await adas.typeInto(field(filter, 'Value of Price'), '100')
    await seen(filter.getByText('1 record matches'))
    await adas.lookEverywhere('types-currency-filter')
    await adas.press('Escape')
    await filter.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })
})

describe('fields that fill themselves in', () => {
  it('show who made and who last changed a record', async () => {
    const { see } = adas
    await openAllRecords()
    await makeField('Maker', /^Created by/)
    await makeField('Touched', /^Changed by/)
    await makeField('Touched at', /^Changed time/)
    const shown = async (name: string) => (await cell(see, 'Tasks', 1, name)).innerText()
    await expect.poll(() => shown('Maker'), soon).not.toBe('')
    await expect.poll(() => shown('Touched'), soon).toContain(ada.name)
    await bens.reload()
    await seen(grid(bens.see, 'Tasks'))
    await fillCell(bens, 'Tasks', 1, 'Price', '8')
    await expect.poll(() => shown('Touched'), soon).toContain(ben.name)
    expect([...adas.flaws(), ...bens.flaws()]).toEqual([])
  })

  it('follow one’s own change at once', async () => {
    const before = await (await cell(adas.see, 'Tasks', 1, 'Touched at')).innerText()
    await fillCell(adas, 'Tasks', 1, 'Price', '9')
    const shown = async (name: string) => (await cell(adas.see, 'Tasks', 1, name)).innerText()
    await expect.poll(() => shown('Touched'), soon).toContain(ada.name)
    expect(await shown('Touched at')).toMatch(/\d/)
    expect(before).toMatch(/\d/)
  })

  it('are written by nobody, and say so', async () => {
    await goToCell(adas, 'Tasks', 1, 'Maker')
    await adas.press('Enter')
    await seen(adas.see.getByText('“Maker” fills itself in'))
    await adas.lookEverywhere('types-computed')
    expect(adas.flaws()).toEqual([])
  })
})

describe('stars', () => {
  it('are chosen in the record by arrows and digits, and taken away', async () => {
    const { see } = adas
    await openAllRecords()
    await makeField('Stars', /^Rating/)
    await goToCell(adas, 'Tasks', 2, 'Stars')
    await adas.press('Space')
    const panel = see.getByRole('complementary')
    const stars = panel.getByRole('radiogroup', { name: 'Stars' })
    await adas.tabTo(stars.getByRole('radio').first())
    await adas.press('3')
    const shown = async () => (await cell(see, 'Tasks', 2, 'Stars')).innerText()
    const isChosen = (name: string) => stars.getByRole('radio', { name }).isChecked()
    await expect.poll(() => isChosen('3 stars'), soon).toBe(true)
    await expect.poll(shown, soon).toBe('3 of 5')
    await adas.tabTo(stars.getByRole('radio', { name: '3 stars' }))
    await adas.press('ArrowRight')
    await expect.poll(() => isChosen('4 stars'), soon).toBe(true)
    await adas.lookEverywhere('types-stars')
    await adas.press('Delete')
    await expect.poll(() => isChosen('4 stars'), soon).toBe(false)
    expect(adas.flaws()).toEqual([])
  })
})

const labels = async (place: number) => (await cell(adas.see, 'Tasks', place, 'Labels')).innerText()

describe('a field of several options', () => {
  it('is made with the options that one names', async () => {
    await openAllRecords()
    await makeField('Labels', /^Multi select/, async (dialog) => {
      await adas.pressOn(button(dialog, 'Add an option'))
      await adas.type('Late')
      await adas.press('Enter')
      await adas.type('Red, dark')
      await adas.lookEverywhere('types-set-dialog')
      await adas.press('Escape')
      await seen(dialog.getByText('Discard what you have entered?'))
      await adas.press('Escape')
    })
    expect(adas.flaws()).toEqual([])
  })

  it('takes options one by one, and makes those that are not there yet', async () => {
    await goToCell(adas, 'Tasks', 1, 'Labels')
    await adas.press('Enter')
    const list = adas.see.getByRole('listbox', { name: 'Labels' })
    await seen(list.getByRole('option', { name: 'Red, dark' }))
    await adas.type('red')
    await adas.press('Enter')
    await seen(list.getByRole('option', { name: 'Red, dark', selected: true }))
    await adas.type('Soon')
    await seen(list.getByRole('option', { name: 'Create “Soon”' }))
    await adas.look('the options of a cell')
    await adas.press('Enter')
    await seen(list.getByRole('option', { name: 'Soon', selected: true }))
    await adas.press('Escape')
    await expect.poll(() => labels(1), soon).toMatch(/Red, dark.*Soon/s)
    expect(adas.flaws()).toEqual([])
  })

  it('has both of two that are made faster than the first is stored', async () => {
    await goToCell(adas, 'Tasks', 4, 'Labels')
    await adas.press('Enter')
    await seen(adas.see.getByRole('listbox', { name: 'Labels' }).getByRole('option', { name: 'Red, dark' }))
    await adas.type('Urgent')
    await adas.press('Enter')
    await adas.type('Quiet')
    await adas.press('Enter', 'Escape')
    await expect.poll(() => labels(4), soon).toMatch(/Urgent.*Quiet/s)
    expect(adas.flaws()).toEqual([])
  })

  it('has an option back that records hold, where it stood, beside all else that was changed', async () => {
    await fromFieldMenu(adas, 'Tasks', 'Labels', 'Edit field')
    const edit = adas.see.getByRole('dialog', { name: 'Edit “Labels”' })
    await adas.typeInto(field(edit, 'Option 5'), 'Silent')
    await adas.pressOn(button(edit, 'Remove Red, dark'))
    await adas.expectFocus(button(edit, 'Remove Soon'))
    await adas.pressOn(button(edit, 'Save field'))
    await seen(edit.getByText(/Records hold “Red, dark”\. Bring it back/))
    await adas.lookEverywhere('types-option-held')
    await adas.pressOn(button(edit, 'Bring back “Red, dark”'))
    await adas.expectFocus(field(edit, 'Option 2'))
    expect(await edit.getByText(/Records hold/).count()).toBe(0)
    expect(await field(edit, 'Option 2').inputValue()).toBe('Red, dark')
    await adas.pressOn(button(edit, 'Save field'))
    await edit.waitFor({ state: 'hidden' })
    await expect.poll(() => labels(4), soon).toMatch(/Urgent.*Silent/s)
    expect(await labels(1)).toMatch(/Red, dark.*Soon/s)
    expect(adas.flaws()).toEqual([])
  })

  it('takes a list of names that is typed or pasted, and refuses a name of none', async () => {
    await goToCell(adas, 'Tasks', 1, 'Labels')
    await adas.press('Control+c')
    await goToCell(adas, 'Tasks', 2, 'Labels')
    await adas.press('Control+v')
    await expect.poll(() => labels(2), soon).toMatch(/Red, dark.*Soon/s)
    await adas.press('Delete')
    await expect.poll(() => labels(2), soon).toBe('')
    await adas.press('Control+z')
    await expect.poll(() => labels(2), soon).toMatch(/Red, dark.*Soon/s)
    expect(adas.flaws()).toEqual([])
  })

  it('is filtered by all of several options', async () => {
    const { see } = adas
    await openAllRecords()
    await adas.pressOn(button(see.getByRole('toolbar', { name: 'Table' }), 'Filter'))
    const filter = see.getByRole('dialog', { name: 'Filter' })
    await adas.pressOn(button(filter, 'Add a condition'))
    await adas.choose(button(filter, /Field$/).first(), /^Labels/)
    await adas.choose(button(filter, /How Labels is compared/), 'has all of')
    await adas.pressOn(button(filter, /Value of Labels/))
    // Enter chooses and closes the list; Space would leave it open for more.
    await adas.press('ArrowDown', 'Enter')
    await see.getByRole('menu').waitFor({ state: 'hidden' })
    await seen(filter.getByText('2 records match'))
    await adas.lookEverywhere('types-set-filter')
    await adas.press('Escape')
    await filter.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })

  it('is changed in the record too', async () => {
    const { see } = adas
    await openAllRecords()
    await goToCell(adas, 'Tasks', 2, 'Labels')
    await adas.press('Space')
    const panel = see.getByRole('complementary')
    await adas.pressOn(button(panel, /Labels/))
    const list = see.getByRole('listbox', { name: 'Labels' })
    await seen(list)
    await adas.type('late')
    await adas.press('Enter')
    await seen(list.getByRole('option', { name: 'Late', selected: true }))
    await adas.press('Escape')
    await adas.lookEverywhere('types-set-record')
    await expect.poll(() => labels(2), soon).toMatch(/Late.*Red, dark.*Soon/s)
    expect(adas.flaws()).toEqual([])
  })
})

/** Puts the first option behind all others, or back. */
async function moveLate(way: 'up' | 'down') {
  const { see } = adas
  await fromFieldMenu(adas, 'Tasks', 'Labels', 'Edit field')
  const dialog = see.getByRole('dialog', { name: 'Edit “Labels”' })
  for (let step = 0; step < 2; step++) await adas.pressOn(button(dialog, `Move Late ${way}`))
  await adas.pressOn(button(dialog, 'Save field'))
  await dialog.waitFor({ state: 'hidden' })
}

describe('the order of options', () => {
  it('is that of records sorted by them, as soon as it is another one', async () => {
    await openAllRecords()
    await fromFieldMenu(adas, 'Tasks', 'Labels', 'Sort first option first')
    await expect.poll(() => labels(1), soon).toMatch(/Late/)
    await moveLate('down')
    await expect.poll(() => labels(1), soon).not.toMatch(/Late/)
    await expect.poll(() => labels(2), soon).toMatch(/Late/)
    await moveLate('up')
    await expect.poll(() => labels(1), soon).toMatch(/Late/)
    expect(adas.flaws()).toEqual([])
  })
})

describe('a field of numbers', () => {
  it('numbers the records that are there, and those that come', async () => {
    const { see } = adas
    await openAllRecords()
    await makeField('Invoice', /^Autonumber/, async (dialog) => {
      await adas.typeInto(field(dialog, 'Prefix'), 'INV-')
      await adas.choose(button(dialog, /Width of the number/), 'At least 4 digits')
      await adas.lookEverywhere('types-number-dialog')
    })
    const shown = async (place: number) => (await cell(see, 'Tasks', place, 'Invoice')).innerText()
    await expect.poll(() => shown(1), soon).toBe('INV-0001')
    await expect.poll(() => shown(3), soon).toBe('INV-0003')
    await goToCell(adas, 'Tasks', 2, 'Invoice')
    await adas.press('Enter')
    await seen(see.getByText('“Invoice” fills itself in'))
    expect(adas.flaws()).toEqual([])
  })

  it('is filtered by what is read there', async () => {
    const { see } = adas
    await openAllRecords()
    await adas.pressOn(button(see.getByRole('toolbar', { name: 'Table' }), 'Filter'))
    const filter = see.getByRole('dialog', { name: 'Filter' })
    await adas.pressOn(button(filter, 'Add a condition'))
    await adas.choose(button(filter, /Field$/).first(), /^Invoice/)
    await adas.typeInto(field(filter, 'Value of Invoice'), 'INV-0003')
    await seen(filter.getByText('1 record matches'))
    await adas.press('Escape')
    await filter.waitFor({ state: 'hidden' })
    expect(adas.flaws()).toEqual([])
  })
})

const payload = async (place: number) => (await cell(adas.see, 'Tasks', place, 'Payload')).innerText()

describe('a long text', () => {
  it('is shown as its Markdown reads, and its HTML as it is written', async () => {
    const { see } = adas
    await openAllRecords()
    await goToCell(adas, 'Tasks', 3, 'Notes')
    await adas.press('Space')
    const panel = see.getByRole('complementary')
    await adas.typeInto(
      panel.getByRole('textbox', { name: 'Notes' }),
      '**Soon** <b>no</b> [web](https://example.org)',
    )
    await adas.press('Control+Enter')
    const read = panel.getByRole('region', { name: 'Notes' })
    await seen(read.getByRole('strong').getByText('Soon'))
    await seen(read.getByText('<b>no</b>'))
    await seen(read.getByRole('link', { name: 'web' }))
    await adas.expectFocus(button(panel, 'Edit Notes'))
    await adas.lookEverywhere('types-markdown')
    await adas.press('Enter')
    await adas.expectFocus(panel.getByRole('textbox', { name: 'Notes' }))
    expect(adas.flaws()).toEqual([])
  })
})

describe('options that became two', () => {
  it('are made one again, with the count of records said before', async () => {
    const { see } = adas
    await openAllRecords()
    await fromFieldMenu(adas, 'Tasks', 'Labels', 'Edit field')
    const edit = see.getByRole('dialog', { name: 'Edit “Labels”' })
    await adas.typeInto(field(edit, 'Name'), 'Marks')
    await adas.pressOn(button(edit, 'Merge options…'))
    await seen(edit.getByText('Save or cancel first.'))
    await adas.typeInto(field(edit, 'Name'), 'Labels')
    await adas.pressOn(button(edit, 'Merge options…'))
    const dialog = see.getByRole('dialog', { name: 'Merge options of “Labels”' })
    await adas.pressOn(dialog.getByRole('checkbox', { name: 'Soon' }), 'Space')
    await seen(dialog.getByText('2 records will be changed.'))
    await adas.lookEverywhere('types-merge')
    await adas.pressOn(button(dialog, 'Merge options'))
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => labels(1), soon).toMatch(/Late.*Red, dark/s)
    expect(await labels(1)).not.toContain('Soon')
    expect(adas.flaws()).toEqual([])
  })

  it('are two again by undo, and one by redo', async () => {
    await goToCell(adas, 'Tasks', 1, 'Labels')
    await adas.press('Control+z')
    await expect.poll(() => labels(1), soon).toMatch(/Soon/)
    await adas.press('Control+y')
    await expect.poll(() => labels(1), soon).not.toMatch(/Soon/)
    expect(adas.flaws()).toEqual([])
  })
})

describe('a field of documents', () => {
  const document = '{"tags": ["a"], "size": 2.50}'

  it('takes JSON, shows it on one line, and says where it is wrong', async () => {
    const { see } = adas
    await openAllRecords()
    await makeField('Payload', /^JSON/)
    await goToCell(adas, 'Tasks', 1, 'Payload')
    await adas.type('{a: 1}')
    await adas.press('Control+Enter')
    await seen(see.getByText('Line 1, character 2: a name in quotes was expected.'))
    await adas.look('a refused document')
    await adas.press('Escape')
    await goToCell(adas, 'Tasks', 1, 'Payload')
    await adas.type(document)
    await adas.press('Control+Enter')
    await expect.poll(() => payload(1), soon).toBe('{"size": 2.50, "tags": ["a"]}')
    expect(adas.flaws()).toEqual([])
  })

  it('is changed as a tree in the record', async () => {
    const { see } = adas
    await openAllRecords()
    await goToCell(adas, 'Tasks', 1, 'Payload')
    await adas.press('Space')
    const panel = see.getByRole('complementary')
    const name = panel.getByRole('textbox', { name: 'Name of size' })
    await adas.typeInto(name, 'tags')
    await adas.press('Enter')
    await seen(panel.getByText('“tags” stands here already.'))
    expect(await name.inputValue()).toBe('tags')
    await adas.press('Escape')
    await expect.poll(() => name.inputValue(), soon).toBe('size')
    await adas.typeInto(panel.getByRole('textbox', { name: 'Value of size' }), '3.75')
    await adas.press('Enter')
    await expect.poll(() => payload(1), soon).toBe('{"size": 3.75, "tags": ["a"]}')
    await adas.pressOn(button(panel, 'Add an item to tags'))
    await expect.poll(() => payload(1), soon).toBe('{"size": 3.75, "tags": ["a", ""]}')
    await adas.expectFocus(panel.getByRole('textbox', { name: 'Value of tags › 2' }))
    await adas.type('b')
    await adas.press('Enter')
    await expect.poll(() => payload(1), soon).toBe('{"size": 3.75, "tags": ["a", "b"]}')
    await adas.tabTo(button(panel, 'Remove tags › 1'), 'Shift+Tab')
    await adas.press('Enter')
    await adas.expectFocus(button(panel, 'Add an item to tags'))
    await expect.poll(() => payload(1), soon).toBe('{"size": 3.75, "tags": ["b"]}')
    await adas.lookEverywhere('types-document')
    // A new name is typed over what stands there, and Enter goes on to its value.
    await adas.pressOn(button(panel, 'Add a name to the document'))
    // The database puts it first. Here it stays where one types.
    await expect.poll(() => payload(1), soon).toBe('{"name": "", "size": 3.75, "tags": ["b"]}')
    await adas.type('place')
    await adas.press('Enter')
    await adas.expectFocus(panel.getByRole('textbox', { name: 'Value of place' }))
    await adas.type('left')
    await adas.press('Enter')
    await expect.poll(() => payload(1), soon).toBe('{"size": 3.75, "tags": ["b"], "place": "left"}')
    await adas.pressOn(button(panel, 'Show Payload as text'))
    await seen(panel.getByRole('textbox', { name: 'Payload' }))
    expect(adas.flaws()).toEqual([])
  })
})

describe('a record that was deleted', () => {
  it('has all its values when that is taken back', async () => {
    await openAllRecords()
    const fields = ['Task', 'State', 'Price', 'Labels', 'Hours', 'Payload', 'Notes']
    const values = () =>
      Promise.all(fields.map(async (name) => (await cell(adas.see, 'Tasks', 3, name)).innerText()))
    await fillCell(adas, 'Tasks', 3, 'Price', '12')
    await fillCell(adas, 'Tasks', 3, 'Labels', 'Late, Soon')
    await fillCell(adas, 'Tasks', 3, 'Hours', '2')
    await goToCell(adas, 'Tasks', 3, 'Payload')
    await adas.type('{"a": 1}')
    await adas.press('Control+Enter')
    await expect
      .poll(values, soon)
      .toEqual(expect.arrayContaining(['€12.00', 'Late, Soon', '2.0', '{"a": 1}']))
    const before = await values()
    await goToCell(adas, 'Tasks', 3, 'Task')
    await adas.press('Shift+Space', 'Control+-')
    await expect.poll(values, soon).not.toEqual(before)
    await adas.press('Control+z')
    await expect.poll(values, soon).toEqual(before)
    await adas.visit(`${journey.world.url}/b/${journey.base}/t/${journey.tasks}`)
    await expect.poll(values, soon).toEqual(before)
    expect(adas.flaws()).toEqual([])
  })
})

it('leaves no errors behind', () => {
  expect(problems).toEqual([[], []])
})
