/** Groups: their headings, jumps between their rows, closing and opening them, each beside the SQL that one would write by hand. */
import { type Field, fieldTypes, type Table } from '@plinth/domain'
import type { Tab } from '../measure/browser.ts'
import { percentile } from '../measure/report.ts'
import type { Workbench } from '../measure/workbench.ts'
import { act, type Line, open, pause, pressOn } from './page.ts'
import { fieldNamed } from './table.ts'

const jumps = 8

export interface Place {
  readonly bench: Workbench
  readonly tab: Tab
  readonly table: Table
  readonly url: string
  readonly figures: Record<string, number>
  /** Names of people by their ids. */
  readonly people: ReadonlyMap<string, string>
}

/** A heading as it should be: what it says, its first row and how many rows it has. */
interface Truth {
  readonly text: string
  readonly first: number
  readonly count: number
}

/** SQL by which a grouping is ordered. */
function keyOf(field: Field, people: Place['people']): string {
  const { column, type } = field
  if (type === 'single_select') {
    return `array_position('{${(field.options.options ?? []).map(({ id }) => id).join()}}'::text[], ${column})`
  }
  if (type === 'person') {
    const names = [...people].map(([id, name]) => `when '${id}' then '${name}'`)
    return `(case ${column}::text ${names.join(' ')} end) collate plinth.natural`
  }
  return type === 'text' ? `${column} collate plinth.natural` : column
}

function labelOf(field: Field, value: string, people: Place['people']): string {
  if (field.type === 'single_select') {
    return field.options.options?.find(({ id }) => id === value)?.label ?? ''
  }
  if (field.type === 'person') return people.get(value) ?? ''
  return fieldTypes[field.type].formatText(value, field, { locale: 'en', timeZone: 'UTC' } as never)
}

/** All headings as SQL says they are, and how long that took. */
async function truthOf({ bench, table, people }: Place, fields: readonly Field[]) {
  const columns = fields.map(({ column }, at) => `${column}::text as v${at}`).join(', ')
  const keys = fields.map((field) => keyOf(field, people)).join(', ')
  const began = performance.now()
  const rows = await bench.embedded.admin.unsafe(
    `select ${columns}, count(*)::int as count from data.${table.relation}
     group by ${fields.map(({ column }) => column).join(', ')} order by ${keys}`,
  )
  const ms = performance.now() - began
  const truths = new Map<string, Truth>()
  for (const depth of fields.keys()) {
    let first = 0
    let path = ''
    let open: { label: string; first: number; count: number } | null = null
    const close = () => {
      if (!open) return
      const level = depth > 0 ? `, level ${depth + 1}` : ''
      const text = `${fields[depth]!.name}: ${open.label}, ${open.count.toLocaleString('en')} record${open.count === 1 ? '' : 's'}${level}`
      truths.set(`${text}@${open.first}`, { text, first: open.first, count: open.count })
    }
    for (const row of rows) {
      const here = fields.slice(0, depth + 1).map((_, at) => row[`v${at}`] as string)
      if (here.join('\n') !== path) {
        close()
        open = { label: labelOf(fields[depth]!, here[depth]!, people), first, count: 0 }
        path = here.join('\n')
      }
      open!.count += row['count'] as number
      first += row['count'] as number
    }
    close()
  }
  return { truths: [...truths.values()], ms, groups: rows.length }
}

/** Every heading says what is true, and stands above the rows that are its own; every row is the one that stands there. */
async function check(
  place: Place,
  fields: readonly Field[],
  truths: readonly Truth[],
  lines: readonly Line[],
) {
  const { bench, table, people } = place
  for (const [at, { kind, text }] of lines.entries()) {
    if (kind === 'row' || text.startsWith('Further groups')) continue
    const known = truths.filter((one) => one.text === text)
    if (known.length === 0) throw new Error(`no group is called "${text}"`)
    const row = lines.slice(at + 1).find((line) => line.kind === 'row')
    const next = lines[at + 1]
    if (next?.kind !== 'row' || !row) continue
    if (!known.some(({ first, count }) => row.place >= first && row.place < first + count))
      throw new Error(`row ${row.place} stands below "${text}", which begins at ${known[0]!.first}`)
  }
  const rows = lines.filter(({ kind }) => kind === 'row')
  const first = rows[0]?.place
  if (first === undefined) return 0
  const keys = [...fields.map((field) => keyOf(field, people)), 'id'].join(', ')
  const began = performance.now()
  const truth = await bench.embedded.admin.unsafe(
    `select ${table.fields[0]!.column} as name from data.${table.relation} order by ${keys} offset ${first} limit ${rows.length}`,
  )
  const ms = performance.now() - began
  for (const [at, { place: row, text }] of rows.entries()) {
    const name = truth[row - first]?.['name'] as string | undefined
    if (name !== text) throw new Error(`row ${row} (${at}) is "${text}", and "${name}" stands there`)
  }
  return ms
}

/** Groups by fields, one after the other, as a person does; then goes about in them. */
export async function measureGroups(place: Place, name: string, names: readonly string[]): Promise<void> {
  const { tab, table, url, figures } = place
  const fields = names.map((one) => fieldNamed(table, one))
  const note = (what: string, value: number) => {
    figures[`${name}.${what}`] = value
  }
  await open(tab, url)
  await act(tab, pressOn('button', 'Group'), `withText('button', 'Add a group')`)
  const begun = Date.now()
  for (const [at, one] of names.entries()) {
    await act(tab, pressOn('button', 'Add a group'), `withText('[role=menuitem]', '${one}')`)
    const truth = await truthOf(place, fields.slice(0, at + 1))
    if (at < names.length - 1) {
      await act(tab, pressOn('[role=menuitem]', one), `hasHeadings(lines(false))`)
      continue
    }
    const choose = pressOn('[role=menuitem]', one)
    // What the innermost is called stands in its headings: those of before are none of it.
    const isIt = `((list) => list && list.some(({ text }) => text.startsWith('${one}: ')) && list)`
    const headings = await act<Line[]>(tab, choose, `${isIt}(hasHeadings(lines(false)))`)
    const rows = await act<Line[]>(tab, '0', `${isIt}(hasHeadings(lines()))`)
    note('headingsMs', headings.ms)
    note('rowsMs', headings.ms + rows.ms)
    note('busyMs', headings.busyMs)
    note('rawGroupsMs', truth.ms)
    note('groups', truth.groups)
    note('rawRowsMs', await check(place, fields, truth.truths, rows.value))
    await measureJumps(place, name, fields, truth.truths)
    await measureClosing(place, name, truth.truths)
  }
  note('allMs', Date.now() - begun)
  note('heapMb', await heapOf(tab))
}

async function measureJumps(place: Place, name: string, fields: readonly Field[], truths: readonly Truth[]) {
  const { tab, figures } = place
  const times: number[] = []
  const raw: number[] = []
  const busy: number[] = []
  for (let no = 0; no < jumps; no += 1) {
    const to = `grid().scrollTop = ${(no * 0.37 + 0.11) % 1} * (grid().scrollHeight - grid().clientHeight)`
    const jump = await act<Line[]>(tab, to, 'lines()')
    times.push(jump.ms)
    busy.push(jump.busyMs)
    raw.push(await check(place, fields, truths, jump.value))
    await pause(400)
  }
  figures[`${name}.jumpP50Ms`] = percentile(times, 0.5)
  figures[`${name}.jumpMaxMs`] = percentile(times, 1)
  figures[`${name}.jumpRawMs`] = percentile(raw, 0.5)
  figures[`${name}.jumpBusyMs`] = percentile(busy, 1)
  await act(tab, 'grid().scrollTop = 0', 'hasHeadings(lines())')
}

async function measureClosing(place: Place, name: string, truths: readonly Truth[]): Promise<void> {
  const { tab, figures } = place
  const isOff = await tab.evaluate<boolean>(
    `!withText('button', 'Close all groups') && !!document.querySelector('[role=dialog]')`,
  )
  if (isOff) {
    figures[`${name}.tooManyToClose`] = 1
    return
  }
  const isClosed = `((list) => list && list.every(({ kind }) => kind === 'group') && list)(lines())`
  const closed = await act<Line[]>(tab, pressOn('button', 'Close all groups'), isClosed)
  const said = closed.value.map(({ text }) => text)
  const wrong = said.find((text) => !truths.some((truth) => truth.text === text))
  if (wrong !== undefined) throw new Error(`closed: no group is called "${wrong}"`)
  const open = `((list) => list && list.some(({ kind }) => kind === 'row') && list)(lines())`
  const opened = await act<Line[]>(tab, pressOn('button', 'Open all groups'), open)
  figures[`${name}.closeAllMs`] = closed.ms
  figures[`${name}.openAllMs`] = opened.ms
  await pause(500)
  // The popover takes the first press beside it.
  await tab.evaluate(`document.querySelector('[aria-label="Dismiss"]').click()`)
  await tab.until(`!document.querySelector('[role=dialog]')`)
  const one = `document.querySelector('[data-group] [aria-expanded]')`
  const { x, y } = await tab.evaluate<{ x: number; y: number }>(
    `(({ left, top }) => ({ x: left + 16, y: top + 20 }))(${one}.getBoundingClientRect())`,
  )
  const mouse = (type: string) =>
    tab.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 })
  await mouse('mouseMoved')
  const began = performance.now()
  await mouse('mousePressed')
  await mouse('mouseReleased')
  await act<Line[]>(tab, '0', `${one}.ariaExpanded === 'false' && lines()`)
  figures[`${name}.closeOneMs`] = performance.now() - began
}

async function heapOf(tab: Tab): Promise<number> {
  await tab.send('HeapProfiler.collectGarbage')
  const { usedSize } = await tab.send<{ usedSize: number }>('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}
