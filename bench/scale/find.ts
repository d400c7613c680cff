/** Finding: the first match, the next and the one before, and their number, of a text that is rare and of one that is not. */
import { percentile } from '../measure/report.ts'
import type { Place } from './groups.ts'
import { act, open, pause } from './page.ts'
import { fieldNamed, frequent, rare } from './table.ts'

const steps = 5
const count = `(document.querySelector('[data-testid=find-count]')?.textContent ?? '')`
const press = (label: string) => `document.querySelector('button[aria-label="${label}"]').click()`
/** The name of the record that has the cursor, once it stands in the column where the text is. */
const active = (column: number) =>
  `document.querySelector('[role=grid] [data-active][data-col="${column}"]')?.closest('[data-row]')?.querySelector('[data-col="1"]')?.textContent`

export async function measureFinding(place: Place): Promise<void> {
  for (const [name, text] of [
    ['findRare', rare],
    ['findFrequent', frequent],
  ] as const) {
    await measureText(place, name, text)
  }
}

async function measureText({ bench, tab, table, url, figures }: Place, name: string, text: string) {
  const notes = fieldNamed(table, 'Notes')
  const column = table.fields.indexOf(notes) + 1
  const texts = table.fields.filter(({ type }) => type === 'text' || type === 'long_text')
  const matches = async (direction: 'asc' | 'desc', limit: number) => {
    const began = performance.now()
    const rows = await bench.embedded.admin.unsafe(
      `select ${table.fields[0]!.column} as name from data.${table.relation}
       where concat_ws(E'\\n', ${texts.map((field) => field.column).join(', ')}) ilike '%${text}%' order by id ${direction} limit ${limit}`,
    )
    return { names: rows.map((row) => row['name'] as string), ms: performance.now() - began }
  }
  const forward = await matches('asc', steps + 1)
  const backward = await matches('desc', 2)
  figures[`${name}.rawFirstMs`] = (await matches('asc', 1)).ms
  figures[`${name}.rawLastMs`] = backward.ms

  await open(tab, url)
  await tab.evaluate(`document.querySelector('[role=grid] [data-row="0"] [data-col="1"]').focus()`)
  for (const type of ['keyDown', 'keyUp']) {
    await tab.send('Input.dispatchKeyEvent', {
      type,
      key: 'f',
      code: 'KeyF',
      windowsVirtualKeyCode: 70,
      modifiers: 2,
    })
  }
  await tab.until(`document.querySelector('search input')`)
  await tab.evaluate(`document.querySelector('search input').focus()`)
  await pause(500)
  const at = (expected: string | undefined) => `${active(column)} === ${JSON.stringify(expected)}`
  const first = await act(
    tab,
    `document.execCommand('insertText', false, '${text}')`,
    `/\\d/.test(${count}) && ${at(forward.names[0])}`,
  )
  figures[`${name}.firstMs`] = first.ms
  figures[`${name}.firstBusyMs`] = first.busyMs
  if (name === 'findRare') {
    const all = await act(tab, '0', `/^\\d+ of \\d+$/.test(${count})`)
    figures[`${name}.countMs`] = first.ms + all.ms
  }
  const nexts: number[] = []
  for (const expected of forward.names.slice(1)) {
    nexts.push((await act(tab, press('Next match'), at(expected))).ms)
    await pause(100)
  }
  figures[`${name}.nextP50Ms`] = percentile(nexts, 0.5)
  figures[`${name}.nextMaxMs`] = percentile(nexts, 1)
  for (const expected of forward.names.slice(0, -1).toReversed())
    await act(tab, press('Previous match'), at(expected))
  figures[`${name}.previousFromEndMs`] = (await act(tab, press('Previous match'), at(backward.names[0]))).ms
  figures[`${name}.previousMs`] = (await act(tab, press('Previous match'), at(backward.names[1]))).ms
}
