/** Records in stacks: a stack for each option and one for those without; with lanes, a row of stacks for each option of another field. */
import type { Field, Table } from '@plinth/domain'
import { fieldNamed, type KindBench, namesOf, pageOf, scrolled } from './kind.ts'
import { hangPictures, pictured } from './pictures.ts'

const stateOf = (table: Table): Field => fieldNamed(table, 'State')
const optionsOf = (field: Field) => field.options.options ?? []
/** Those in sight. */
const lists = `[...document.querySelectorAll('[data-stack-list]')].filter((one) => one.getBoundingClientRect().top < innerHeight - 80)`

/** `value`: as the page has it, in JSON. */
function holds({ column }: Field, value: string): string {
  const id = JSON.parse(value) as string | null
  return id === null ? `${column} is null` : `${column} = '${id}'`
}

const valuesOf = (field: Field) => [...optionsOf(field).map(({ id }) => JSON.stringify(id)), 'null']

/** In the page: stacks that are in sight and hold records, each with its place; null while any of them is not whole. */
const stacksInSight = (withPictures = 0) => `(() => {
  const stacks = [...document.querySelectorAll('[data-stack]')]
  if (stacks.length === 0) return null
  const seen = stacks.filter((one) => {
    const { left, top } = one.getBoundingClientRect()
    return left < innerWidth && top < innerHeight - 80 && Number(one.dataset.count) > 0
  })
  if (seen.length === 0) return null
  const shown = seen.flatMap((one) => {
    const list = one.querySelector('ul')
    const name = one.dataset.stack + ' ' + one.dataset.lane
    const figure = one.querySelector('header .text-right').textContent
    const cards = list && inView(list, list.parentElement, name, ${withPictures})
    return figure === '' ? [cards] : [cards, { list: name + ' sum', first: 0, names: [figure] }]
  })
  return shown.includes(null) ? null : shown
})()`

const condition = (table: Table, list: string): string => {
  const [stack, lane] = list.split(' ')
  const team = fieldNamed(table, 'Team')
  return holds(stateOf(table), stack!) + (lane ? ` and ${holds(team, lane)}` : '')
}

export const board: KindBench = {
  name: 'board',
  kind: 'board',
  config: (table) => ({ settings: { stacks: stateOf(table).id } }),
  look: stacksInSight(),
  go: scrolled(lists),
  raw(table) {
    const { column } = stateOf(table)
    return [
      `select ${column}, count(*) from data.${table.relation} group by 1`,
      ...valuesOf(stateOf(table)).map((value) => pageOf(table, holds(stateOf(table), value))),
    ]
  },
  truth: (table, shown) => namesOf(table, shown, condition(table, shown.list)),
}

/** Two lanes or so are in sight, of four: the first ones are what is waited for. */
export const boardInLanes: KindBench = {
  ...board,
  name: 'boardInLanes',
  config: (table) => ({
    settings: { stacks: stateOf(table).id, lanes: fieldNamed(table, 'Team').id },
    summaries: { [fieldNamed(table, 'Amount').id]: 'sum' },
  }),
  raw(table) {
    const [state, team, amount] = [stateOf(table), fieldNamed(table, 'Team'), fieldNamed(table, 'Amount')]
    return [
      `select ${state.column}, ${team.column}, count(*), sum(${amount.column}) from data.${table.relation}
       group by grouping sets ((1), (1, 2))`,
      ...valuesOf(team)
        .slice(0, 2)
        .flatMap((lane) =>
          valuesOf(state).map((stack) => pageOf(table, condition(table, `${stack} ${lane}`))),
        ),
    ]
  },
  truth(table, shown) {
    if (!shown.list.endsWith(' sum')) return namesOf(table, shown, condition(table, shown.list))
    const { column } = fieldNamed(table, 'Amount')
    return `select 'Sum ' || to_char(sum(${column}), 'FM999,999,999,999,999') as name from data.${table.relation}
      where ${condition(table, shown.list.slice(0, -' sum'.length))}`
  },
}

/** Each stack holds its share of the records that have pictures. */
export const boardOfPictures = (records: number): KindBench => ({
  ...board,
  name: 'boardOfPictures',
  prepare: hangPictures,
  config: (table) => ({ settings: { stacks: stateOf(table).id, cover: fieldNamed(table, 'Pictures').id } }),
  look: stacksInSight(pictured / 5),
  go: scrolled(lists, pictured / records),
})
