/** Kinds of views that put records in time. */
import type { Field, Table } from '@plinth/domain'
import { countOf, type KindBench, namesOf, pageOf, scrolled } from './kind.ts'

const fieldNamed = (table: Table, name: string): Field => table.fields.find((field) => field.name === name)!

/** What begins first comes first. */
const byStart = (table: Table): string => `${fieldNamed(table, 'Begins').column}, id`

/** Rows one after the other, with their bars beside them. */
export const timeline: KindBench = {
  kind: 'timeline',
  config: (table) => ({
    settings: { start: fieldNamed(table, 'Begins').id, end: fieldNamed(table, 'Ends').id },
  }),
  look: `(() => {
    const box = document.querySelector('[data-timeline]')
    const list = box?.querySelector('ul')
    if (!list) return null
    const { bottom } = box.getBoundingClientRect()
    const top = box.firstElementChild.getBoundingClientRect().bottom
    const seen = [...list.children].map((line) => ({ line, at: line.getBoundingClientRect() }))
      .filter(({ at }) => at.bottom > top + 1 && at.top < bottom - 1)
      .sort((a, b) => a.at.top - b.at.top)
    if (seen.length === 0) return null
    const isAtEnd = seen.at(-1).line.ariaPosInSet === seen.at(-1).line.ariaSetSize
    if (!isAtEnd && seen.at(-1).at.bottom < bottom - 24) return null
    const names = seen.map(({ line }) => line.querySelector('button[data-card]:enabled span')?.textContent)
    if (names.includes(undefined)) return null
    return [{ list: '', first: Number(seen[0].line.ariaPosInSet) - 1, names }]
  })()`,
  go: scrolled(`[document.querySelector('[data-timeline]')]`),
  raw: (table) => [countOf(table), pageOf(table, 'true', undefined, byStart(table))],
  truth: (table, shown) => namesOf(table, shown, 'true', byStart(table)),
}

/** As many as are read of a month; of the others the number is told, by days. */
const readAtOnce = 1_000
/** A month shows six weeks, from a Monday on. */
const shownDays = 42

/** A month: until each of its days says how many records it has, some of them by name. */
export const calendar = (perDay: number): KindBench => ({
  kind: 'calendar',
  config: (table) => ({ settings: { start: fieldNamed(table, 'Begins').id } }),
  look: `(() => {
    const days = [...document.querySelectorAll('[role=gridcell][data-day]')]
    if (days.length === 0 || !document.querySelector('[data-event]')) return null
    const shown = days.map((day) => ({
      list: day.dataset.day, first: 0, names: [day.ariaLabel.match(/, ([0-9,]+) records?$/)?.[1] ?? '0'],
    }))
    return shown.every(({ names: [count] }) => Number(count.replaceAll(',', '')) >= ${perDay}) ? shown : null
  })()`,
  go: `((shares) => {
    const side = shares[0] < 0.5 ? 'Previous' : 'Next'
    document.querySelector('button[aria-label="' + side + ' month"]').click()
  })`,
  raw(table) {
    const { column } = fieldNamed(table, 'Begins')
    const month = `date_trunc('month', now())::date`
    const range = `${column} between ${month} - 6 and ${month} - 6 + ${shownDays}`
    return [
      countOf(table, range),
      pageOf(table, range, readAtOnce),
      `select ${column}, count(*) from data.${table.relation} where ${range} group by 1`,
    ]
  },
  truth: (table, { list }) =>
    `select count(*)::text as name from data.${table.relation}
     where ${fieldNamed(table, 'Begins').column} = '${list}'`,
})
