/** Kinds of views that show all records one after the other. */
import type { ViewKind } from '@plinth/domain'
import { countOf, type KindBench, namesOf, pageOf, scrolled } from './kind.ts'

const list = `document.querySelector('ul[aria-label="Records"]')`

const oneAfterTheOther = (kind: ViewKind): KindBench => ({
  kind,
  config: () => ({}),
  look: `(() => {
    const list = ${list}
    const shown = list && inView(list, list.parentElement)
    return shown && [shown]
  })()`,
  go: scrolled(`[${list}.parentElement]`),
  raw: (table) => [countOf(table), pageOf(table)],
  truth: namesOf,
})

export const gallery = oneAfterTheOther('gallery')
export const listOfLines = oneAfterTheOther('list')
