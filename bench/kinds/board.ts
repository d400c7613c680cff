import type { Field, Table } from '@plinth/domain'
import { type KindBench, namesOf, pageOf, scrolled } from './kind.ts'

const stateOf = (table: Table): Field => table.fields.find(({ type }) => type === 'single_select')!
const optionsOf = (table: Table) => stateOf(table).options.options ?? []
const inStack = (table: Table, label: string): string => {
  const option = optionsOf(table).find((one) => one.label === label)
  return option ? `${stateOf(table).column} = '${option.id}'` : `${stateOf(table).column} is null`
}

/** A stack for each option, and one for those without. */
export const board: KindBench = {
  kind: 'board',
  config: (table) => ({ settings: { stacks: stateOf(table).id } }),
  look: `(() => {
    const stacks = [...document.querySelectorAll('[data-stack]')]
    if (stacks.length === 0) return null
    const seen = stacks.filter((one) => one.getBoundingClientRect().left < innerWidth && Number(one.dataset.count) > 0)
    if (seen.length === 0) return null
    const shown = seen.map((one) => {
      const list = one.querySelector('ul')
      return list && inView(list, list.parentElement, list.ariaLabel)
    })
    return shown.includes(null) ? null : shown
  })()`,
  go: scrolled(`[...document.querySelectorAll('[data-stack-list]')]`),
  raw(table) {
    const { column } = stateOf(table)
    return [
      `select ${column}, count(*) from data.${table.relation} group by 1`,
      ...optionsOf(table).map(({ label }) => pageOf(table, inStack(table, label))),
      pageOf(table, `${column} is null`),
    ]
  },
  truth: (table, shown) => namesOf(table, shown, inStack(table, shown.list)),
}
