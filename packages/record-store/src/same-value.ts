import { type Attachment, type CellValue, isLinks, type LinkValue, type OptionId } from '@plinth/domain'

/** Whether two cell values are the same value; attachments and sets of options compare by their ids in order, links by what is shown of them. */
export function sameValue(a: CellValue | undefined, b: CellValue | undefined): boolean {
  const left = a ?? null
  const right = b ?? null
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (isLinks(left) || isLinks(right)) return isLinks(left) && isLinks(right) && sameLinks(left, right)
  return left.length === right.length && left.every((item, at) => idOf(item) === idOf(right[at]))
}

/** Of a file its id; an option is one. */
const idOf = (item: Attachment | OptionId | undefined) => (typeof item === 'object' ? item.id : item)

function sameLinks(a: LinkValue, b: LinkValue): boolean {
  if (a.count !== b.count || a.items.length !== b.items.length) return false
  return a.items.every(([id, value], at) => id === b.items[at]![0] && sameValue(value, b.items[at]![1]))
}
