/**
 * Changes of a cell of links: what is linked and what is unlinked, so that people who work on one cell at once never undo each
 * other's work. Until a change is stored it keeps the names of its records too, so that it can be shown and taken back. Pure.
 *
 * A change says of each record whether it is linked in the end, and is made over a cell in which that was not so. Of a cell with
 * more records than are told, that is all that is known of the others: they are counted, not shown.
 */
import {
  type CellValue,
  isLinks,
  type LinkChange,
  type LinkItem,
  type LinkValue,
  limits,
  type RecordId,
} from '@plinth/domain'

export interface LinkEdit {
  readonly link: readonly LinkItem[]
  readonly unlink: readonly LinkItem[]
}

/** What is done to a cell: of links a change, of all else the new value. */
export type OwnValue = CellValue | LinkEdit

export function isLinkEdit(value: OwnValue | undefined): value is LinkEdit {
  return typeof value === 'object' && value !== null && 'unlink' in value
}

export const linksTo = (items: readonly LinkItem[]): LinkValue => ({ count: items.length, items })

const noLinks = linksTo([])
const linksOf = (value: CellValue | undefined): LinkValue => (isLinks(value) ? value : noLinks)

const idsOf = (items: readonly LinkItem[]): ReadonlySet<RecordId> => new Set(items.map(([id]) => id))

/** All of the cell's records are told. */
export const isWhole = (value: CellValue | undefined): boolean => {
  const { count, items } = linksOf(value)
  return count === items.length
}

/** What really changes in a cell that shows `before`; null: nothing. `wanted`: a change, or all that it is to hold. */
export function linkEdit(before: CellValue | undefined, wanted: OwnValue): LinkEdit | null {
  const shown = linksOf(before).items
  const here = idsOf(shown)
  const isNew = ([id]: LinkItem) => !here.has(id)
  let edit: LinkEdit
  if (isLinkEdit(wanted)) {
    const unlink = isWhole(before) ? wanted.unlink.filter(([id]) => here.has(id)) : wanted.unlink
    edit = { link: wanted.link.filter(isNew), unlink }
  } else {
    const { items } = linksOf(wanted)
    const kept = idsOf(items)
    edit = { link: items.filter(isNew), unlink: shown.filter(([id]) => !kept.has(id)) }
  }
  return edit.link.length + edit.unlink.length > 0 ? edit : null
}

export const inverseOf = ({ link, unlink }: LinkEdit): LinkEdit => ({ link: unlink, unlink: link })

interface Ends {
  readonly item: LinkItem
  /** Before the first change, as far as that can be told from it. */
  readonly before: boolean
  readonly after: boolean
}

/** The cell with changes on top, in order; what it contains of them already counts once. */
export function foldLinks(value: CellValue | undefined, edits: readonly LinkEdit[]): LinkValue | null {
  const { count, items, isPartial } = linksOf(value)
  const here = idsOf(items)
  const ends = endsOf(edits)
  const gone = new Set<RecordId>()
  const added: LinkItem[] = []
  let all = count
  for (const [id, { item, before, after }] of ends) {
    const wasLinked = here.has(id) || (!isWhole(value) && before)
    if (after && !here.has(id)) added.push(item)
    if (!after) gone.add(id)
    all += Number(after) - Number(wasLinked)
  }
  const shown = [...items.filter(([id]) => !gone.has(id)), ...added]
  if (all <= 0 && shown.length === 0) return null
  const hasMore = isPartial || count > limits.linksPerCell
  return { count: Math.max(all, shown.length), items: shown, ...(hasMore ? { isPartial: true } : {}) }
}

function endsOf(edits: readonly LinkEdit[]): Map<RecordId, Ends> {
  const ends = new Map<RecordId, Ends>()
  const note = (item: LinkItem, after: boolean) => {
    const [id] = item
    ends.set(id, { item, before: ends.get(id)?.before ?? !after, after })
  }
  for (const { link, unlink } of edits) {
    for (const item of unlink) note(item, false)
    for (const item of link) note(item, true)
  }
  return ends
}

/** What is sent of it. A new record links all that it is made with. */
export function wireValue(value: OwnValue): CellValue | LinkChange {
  if (isLinkEdit(value)) return { link: value.link.map(idOf), unlink: value.unlink.map(idOf) }
  return isLinks(value) ? { link: value.items.map(idOf) } : value
}

const idOf = ([id]: LinkItem): RecordId => id
