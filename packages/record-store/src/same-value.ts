import { type CellValue, isLinks, type LinkValue } from '@plinth/domain'

/** Whether two cell values are the same value; attachments compare by their ids in order, links by what is shown of them. */
export function sameValue(a: CellValue | undefined, b: CellValue | undefined): boolean {
  const left = a ?? null
  const right = b ?? null
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (isLinks(left) || isLinks(right)) return isLinks(left) && isLinks(right) && sameLinks(left, right)
  return left.length === right.length && left.every((item, at) => item.id === right[at]?.id)
}

function sameLinks(a: LinkValue, b: LinkValue): boolean {
  if (a.count !== b.count || a.items.length !== b.items.length) return false
  return a.items.every(([id, value], at) => id === b.items[at]![0] && sameValue(value, b.items[at]![1]))
}
