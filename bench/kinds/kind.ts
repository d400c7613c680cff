/** What is measured of a kind of view: how it is made, when it is there, and what it asks of the database, by hand. */
import type { Table, ViewConfig, ViewKind } from '@plinth/domain'

export interface KindBench {
  readonly kind: ViewKind
  /** Of the view; the rest is as usual. */
  config(table: Table): Partial<ViewConfig>
  /**
   * In the page, an expression: what is on screen (`Shown[]`), or null while anything of it is missing. `inView(list, selector)` is there
   * for lists of cards.
   */
  readonly look: string
  /** In the page, an expression: what goes to another place, by three shares of one; what is looked at is there already when it is called. */
  readonly go: string
  /** Statements that the view needs before anything of it is seen, as the superuser would write them. */
  raw(table: Table): readonly string[]
  /** The names that stand in a list of cards from a place on, for comparing. */
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

/** Puts all bars of some elements anywhere. */
export const scrolled = (elements: string): string => `((shares) => {
  for (const [at, one] of ${elements}.entries())
    one.scrollTop = shares[at % shares.length] * (one.scrollHeight - one.clientHeight)
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

/** In the page: the cards of a list that are in sight, in their order; null while some are not there. */
export const inView = `
  globalThis.inView = (list, box, name = '') => {
    const { top, bottom } = box.getBoundingClientRect()
    const all = [...list.querySelectorAll('[data-place]')].map((element) => ({ element, at: element.getBoundingClientRect() }))
    const seen = all.filter(({ at }) => at.bottom > top + 1 && at.top < bottom - 1)
      .sort((a, b) => a.element.dataset.place - b.element.dataset.place)
    if (seen.length === 0) return null
    const isAtEnd = Number(seen.at(-1).element.ariaSetSize) === Number(seen.at(-1).element.dataset.place) + 1
    const end = Math.max(...seen.map(({ at }) => at.bottom))
    if (!isAtEnd && end < bottom - 24) return null
    const names = seen.map(({ element }) => element.querySelector('[data-title]')?.textContent)
    if (names.some((name) => name === undefined)) return null
    return { list: name, first: Number(seen[0].element.dataset.place), names }
  }`
