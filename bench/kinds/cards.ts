/** Kinds of views that show all records one after the other. */
import type { ViewKind } from '@plinth/domain'
import { countOf, type KindBench, namesOf, pageOf, scrolled } from './kind.ts'
import { hangPictures, pictured } from './pictures.ts'

const list = `document.querySelector('ul[aria-label="Records"]')`

const oneAfterTheOther = (kind: ViewKind, name: string, withPictures = 0): KindBench => ({
  name,
  kind,
  config: () => ({}),
  look: `(() => {
    const list = ${list}
    const shown = list && inView(list, list.parentElement, '', ${withPictures})
    return shown && [shown]
  })()`,
  go: scrolled(`[${list}.parentElement]`),
  raw: (table) => [countOf(table), pageOf(table)],
  truth: namesOf,
})

export const gallery = oneAfterTheOther('gallery', 'gallery')
export const listOfLines = oneAfterTheOther('list', 'list')

/** Among the records that have pictures. */
export const galleryOfPictures = (records: number): KindBench => ({
  ...oneAfterTheOther('gallery', 'galleryOfPictures', pictured),
  prepare: hangPictures,
  go: scrolled(`[${list}.parentElement]`, pictured / records),
})
