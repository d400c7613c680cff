/** Kinds of views that put records in time. */
import type { Table } from '@plinth/domain'
import { countOf, fieldNamed, type KindBench, namesOf, pageOf, scrolled } from './kind.ts'

/** What begins first comes first. */
const byStart = (table: Table): string => `${fieldNamed(table, 'Begins').column}, id`

/** Rows one after the other, with their bars beside them. */
export const timeline: KindBench = {
  name: 'timeline',
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
/** Records go on for none to eight days more. */
const daysOn = 8

/** In the page: what each day of a month says how many records it has; null while one says less than `least`, an expression over `days`. */
const daysSaid = (least: string) => `(() => {
  const days = [...document.querySelectorAll('[role=gridcell][data-day]')]
  if (days.length === 0 || !document.querySelector('[data-event]')) return null
  const shown = days.map((day) => ({
    list: [day, days[0], days.at(-1)].map((one) => one.dataset.day).join(' '),
    first: 0,
    names: [day.ariaLabel.match(/, ([0-9,]+) records?$/)?.[1].replaceAll(',', '') ?? '0'],
  }))
  return shown.every(({ names: [count] }) => Number(count) >= ${least}) ? shown : null
})()`

const otherMonth = `((shares) => {
  const side = shares[0] < 0.5 ? 'Previous' : 'Next'
  document.querySelector('button[aria-label="' + side + ' month"]').click()
})`

/** The shown days of this month, as SQL: whole weeks. */
const firstShown = `date_trunc('week', date_trunc('month', now()))::date`
const lastShown = `date_trunc('week', date_trunc('month', now()) + interval '1 month - 1 day')::date + 6`

/** A month: until each of its days says how many records it has, some of them by name. */
export const calendar = (perDay: number): KindBench => ({
  name: 'calendar',
  kind: 'calendar',
  config: (table) => ({ settings: { start: fieldNamed(table, 'Begins').id } }),
  look: daysSaid(`${perDay}`),
  go: otherMonth,
  raw(table) {
    const { column } = fieldNamed(table, 'Begins')
    const range = `${column} between ${firstShown} and ${lastShown}`
    return [
      countOf(table, range),
      pageOf(table, range, readAtOnce),
      `select ${column}, count(*) from data.${table.relation} where ${range} group by 1`,
    ]
  },
  truth: (table, { list }) =>
    `select count(*)::text as name from data.${table.relation}
     where ${fieldNamed(table, 'Begins').column} = '${list.split(' ')[0]}'`,
})

const standing = (table: Table, first: string, last: string): string => {
  const [begins, ends] = [fieldNamed(table, 'Begins').column, fieldNamed(table, 'Ends').column]
  return `${begins} <= ${last} and (${begins} >= ${first} or ${ends} >= ${first})`
}

/** The same with records that go on for days: each counts on all of its days. */
export const calendarWithEnds = (perDay: number): KindBench => ({
  ...calendar(perDay),
  name: 'calendarWithEnds',
  config: (table) => ({
    settings: { start: fieldNamed(table, 'Begins').id, end: fieldNamed(table, 'Ends').id },
  }),
  // More than a day has of what is read of a month before its days are counted.
  look: daysSaid(`${0.9 * (daysOn / 2 + 1) * perDay}`),
  raw(table) {
    const range = standing(table, firstShown, lastShown)
    return [
      countOf(table, range),
      pageOf(table, range, readAtOnce),
      `select ${fieldNamed(table, 'Begins').column}, count(*) from data.${table.relation} where ${range} group by 1`,
    ]
  },
  truth(table, { list }) {
    const day = `date '${list.split(' ')[0]}'`
    return `select count(*)::text as name from data.${table.relation} where ${standing(table, day, day)}`
  },
})
