/** What is measured of a kind of view: how it is made, when it is there, and what it asks of the database, by hand. */
import type { Table, ViewConfig, ViewKind } from '@plinth/domain'
import type { Tab } from '../measure/browser.ts'
import type { Workbench } from '../measure/workbench.ts'

export interface KindBench {
  /** In the report: some kinds are measured in several ways. */
  readonly name: string
  readonly kind: ViewKind
  /** Makes what the view needs beside the records, and answers the table whose view it is; absent: there is nothing to make. */
  prepare?(table: Table, bench: Workbench, tab: Tab): Promise<Table>
  /** Of the view; the rest is as usual. `table`: whose view it is. */
  config(table: Table): Partial<ViewConfig>
  /**
   * In the page, an expression: what is on screen (`Shown[]`), or null while anything of it is missing. `inView(list, box, name, pictured)`
   * is there for lists of cards.
   */
  readonly look: string
  /** In the page, an expression: what makes ready for a jump and does not count; may be waited for. */
  readonly ready?: string
  /**
   * In the page, an expression: what goes to another place, by three shares of one; what is looked at is there already when it is called.
   * Absent: there is none.
   */
  readonly go?: string
  /** Statements that the view needs before anything of it is seen, as the superuser would write them; `table`: of the records. */
  raw(table: Table): readonly string[]
  /** What a jump needs, where that is another thing than the first. */
  rawJump?(table: Table, shown: readonly Shown[]): readonly string[]
  /** The names that stand in a list from a place on, for comparing; `table`: of the records. */
  truth(table: Table, shown: Shown): string
}

/** Cards of a list that are on screen. */
export interface Shown {
  /** Which of several lists; empty where there is one. */
  readonly list: string
  readonly first: number
  readonly names: readonly string[]
}

/** As many as the app asks for at once. */
const page = 200

/** Puts all bars of some elements anywhere; `part`: of the first share of each. */
export const scrolled = (elements: string, part = 1): string => `((shares) => {
  for (const [at, one] of ${elements}.entries())
    one.scrollTop = ${part} * shares[at % shares.length] * (one.scrollHeight - one.clientHeight)
})`

/** A page of records as the app gets it, by ids first. */
export function pageOf(table: Table, where = 'true', take = page, order = 'id'): string {
  const relation = `data.${table.relation}`
  const columns = table.fields.map(({ column }) => column).join(', ')
  return `with ids as materialized (select id from ${relation} where ${where} order by ${order} limit ${take})
    select jsonb_agg(jsonb_build_array(id, ver, ${columns}) order by ${order})::text from ids join ${relation} using (id)`
}

export const countOf = (table: Table, where = 'true'): string =>
  `select count(*) from data.${table.relation} where ${where}`

/** Names of the records from a place on, in the order of creation if in no other. */
export function namesOf(table: Table, { first, names }: Shown, where = 'true', order = 'id'): string {
  const { column } = table.fields[0]!
  return `select ${column} as name from data.${table.relation} where ${where} order by ${order} offset ${first} limit ${names.length}`
}

export const fieldNamed = (table: Table, name: string) => table.fields.find((field) => field.name === name)!

/** In the page: the cards of a list that are in sight, in their order; null while some are not there, or a picture of the first ones. */
export const inView = `
  globalThis.inView = (list, box, name = '', pictured = 0) => {
    const { top, bottom } = box.getBoundingClientRect()
    const all = [...list.querySelectorAll('[data-place]')].map((element) => ({ element, at: element.getBoundingClientRect() }))
    const seen = all.filter(({ at }) => at.bottom > top + 1 && at.top < Math.min(bottom, innerHeight) - 1)
      .sort((a, b) => a.element.dataset.place - b.element.dataset.place)
    if (seen.length === 0) return null
    const isAtEnd = Number(seen.at(-1).element.ariaSetSize) === Number(seen.at(-1).element.dataset.place) + 1
    const end = Math.max(...seen.map(({ at }) => at.bottom))
    if (!isAtEnd && end < Math.min(bottom, innerHeight) - 24) return null
    const names = seen.map(({ element }) => element.querySelector('[data-title]')?.textContent)
    if (names.some((name) => name === undefined)) return null
    const bare = seen.find(({ element }) => element.dataset.place < pictured && !element.querySelector('img')?.naturalWidth)
    if (bare) return null
    return { list: name, first: Number(seen[0].element.dataset.place), names }
  }`
