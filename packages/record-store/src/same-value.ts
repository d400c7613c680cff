import type { CellValue } from '@plinth/domain'

/** Whether two cell values are the same value; attachments compare by their ids in order. */
export function sameValue(a: CellValue | undefined, b: CellValue | undefined): boolean {
  const left = a ?? null
  const right = b ?? null
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  return left.length === right.length && left.every((item, at) => item.id === right[at]?.id)
}
