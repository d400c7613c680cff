import { rowsInSight } from '../measure/rows-in-sight.ts'
import { countOf, type KindBench, namesOf, pageOf, scrolled } from './kind.ts'

/** Rows of a table. */
export const grid: KindBench = {
  name: 'grid',
  kind: 'grid',
  config: () => ({}),
  look: `(() => {
    const rows = ${rowsInSight('Records')}
    return rows && [{ list: '', first: rows[0][0], names: rows.map(([, name]) => name) }]
  })()`,
  go: scrolled(`[document.querySelector('[role=grid]')]`),
  raw: (table) => [countOf(table), pageOf(table)],
  truth: namesOf,
}
