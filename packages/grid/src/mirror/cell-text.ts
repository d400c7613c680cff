/** What a cell says to those who do not see it. */

import type { CellContent, CellMark } from '../model/cell-content.ts'
import type { GridGroup } from '../model/grid-source.ts'

/** Words of the mirror; the owner of the grid gives them in the language of the page. */
export interface MirrorWords {
  readonly checked: string
  readonly unchecked: string
  readonly loading: string
  readonly addRow: string
  readonly pending: string
  /** "Not stored: the reason." */
  readonly notStored: (reason: string) => string
  /** "Colour: what it means" */
  readonly colored: (text: string) => string
  readonly rating: (value: number, max: number) => string
  /** "Error: division by zero in {Price} / {Pieces}" */
  readonly error: (reason: string) => string
  readonly group: (group: GridGroup, label: string) => string
  /** So many more that have no names here. */
  readonly more: (count: number) => string
  readonly files: (names: readonly string[]) => string
}

const moreOf = (count: number | undefined, words: MirrorWords): string[] => (count ? [words.more(count)] : [])

export function cellText(content: CellContent, words: MirrorWords): string {
  switch (content.kind) {
    case 'empty':
      return ''
    case 'text':
    case 'link':
      return content.text
    case 'check':
      return content.isChecked ? words.checked : words.unchecked
    case 'chips':
      return [...content.chips.map((chip) => chip.text), ...moreOf(content.more, words)].join(', ')
    case 'people':
      return content.people.map((person) => person.name).join(', ')
    case 'files':
      return content.files.length === 0 ? '' : words.files(content.files.map((file) => file.name))
    case 'rating':
      return words.rating(content.value, content.max)
    case 'error':
      return words.error(content.reason)
  }
}

/** What stands behind the value: that it is not stored, or not yet. */
export function markText(mark: CellMark | undefined, words: MirrorWords): string {
  if (mark?.problem !== undefined) return words.notStored(mark.problem)
  return mark?.isPending ? words.pending : ''
}
