/** Every figure below the columns: from the choice in its menu to the right value, beside the same aggregate by hand. */
import { type Field, fieldTypes, figuresOf, type SummaryKind } from '@plinth/domain'
import { million } from '../measure/million.ts'
import type { Place } from './groups.ts'
import { act, open, pressOn } from './page.ts'
import { fieldNamed } from './table.ts'

const of = ['Amount', 'Ratio', 'Day', 'Done', 'City', 'Region', 'Person']
const said = (kind: SummaryKind) => `${kind[0]!.toUpperCase()}${kind.slice(1)}`

function byHand(kind: SummaryKind, column: string): string {
  switch (kind) {
    case 'count':
      return 'count(*)'
    case 'empty':
      return `count(*) - count(${column})`
    case 'filled':
      return `count(${column})`
    case 'unique':
      return `count(distinct ${column})`
    case 'average':
      return `avg(${column})`
    case 'median':
      return `percentile_cont(0.5) within group (order by ${column})`
    case 'earliest':
      return `min(${column})`
    case 'latest':
      return `max(${column})`
    case 'checked':
      return `round(100.0 * count(*) filter (where ${column}) / count(*))`
    default:
      return `${kind}(${column})`
  }
}

/** Is what is told the value, as it is rounded for reading? */
function isRight(text: string, value: string, field: Field, kind: SummaryKind): boolean {
  if (kind === 'earliest' || kind === 'latest') {
    return text === fieldTypes.date.formatText(value, field, { locale: 'en', timeZone: 'UTC' } as never)
  }
  const shown = Number(text.replace(/[^\d.-]/g, ''))
  return Math.abs(shown - Number(value)) <= Math.max(0.006, Math.abs(Number(value)) * 1e-9)
}

export async function measureFigures({ bench, tab, table, url, figures }: Place): Promise<void> {
  await open(tab, url)
  for (const name of of) {
    const field = fieldNamed(table, name)
    const button = `document.querySelector('[data-figure="${table.fields.indexOf(field)}"]')`
    for (const kind of figuresOf(field.type)) {
      await act(tab, `${button}.click()`, `withText('[role=menuitemradio]', '${said(kind)}')`)
      const label = `${button}.ariaLabel`
      const there = `${label}.startsWith('${name}: ${said(kind)} ') && !${label}.endsWith('…') && ${label}`
      const shown = await act<string>(tab, pressOn('[role=menuitemradio]', said(kind)), there)
      const began = performance.now()
      const [row] = await bench.embedded.admin.unsafe(
        `select (${byHand(kind, field.column)})::text as value from data.${table.relation}`,
      )
      const raw = performance.now() - began
      const text = shown.value.slice(`${name}: ${said(kind)} `.length)
      if (!isRight(text, row!['value'] as string, field, kind))
        throw new Error(`${name}: ${kind} is told as ${text} and is ${row!['value']}`)
      figures[`${name}.${kind}Ms`] = shown.ms
      figures[`${name}.${kind}RawMs`] = raw
    }
    await act(tab, `${button}.click()`, `withText('[role=menuitemradio]', 'None')`)
    await act(tab, pressOn('[role=menuitemradio]', 'None'), `${button}.ariaLabel.startsWith('Add')`)
  }
  figures['figuresOf'] = million
}
