/**
 * A group was opened or closed: another window, with the same rows but those of that group. Where they stand follows from
 * the counts of the groups, so the screen has them at once; they are claims of no generation, and fetched again when seen.
 */
import type { RecordId, ViewQuery } from '@plinth/domain'
import type { Anchor } from './anchors.ts'
import { type GroupLayout, rowMap } from './group-layout.ts'
import type { PlacedRows } from './placed-rows.ts'
import type { RecordStore } from './record-store.ts'

export function carryRows(
  { placed: from, layout: before }: { placed: PlacedRows; layout: GroupLayout },
  { placed: to, layout: after }: { placed: PlacedRows; layout: GroupLayout },
  store: RecordStore,
): void {
  const rowOf = rowMap(before, after)
  const { size } = to.blocks
  const blocks = new Map<number, (RecordId | null)[]>()
  for (const id of from.blocks.ids()) {
    const row = rowOf(from.blocks.indexOf(id) ?? -1)
    if (row === null) continue
    const no = Math.floor(row / size)
    const ids = blocks.get(no) ?? Array.from({ length: Math.min(size, after.shown - no * size) }, () => null)
    blocks.set(no, ids)
    ids[row - no * size] = id
  }
  const claim = { asOf: '0', generation: 0, isFirm: false, isDrifting: false }
  for (const [no, ids] of blocks) store.retain(to.blocks.put({ no, first: no * size, ids, ...claim }).added)
  const kept: Anchor[] = []
  from.anchors.each((anchor) => {
    const index = rowOf(anchor.index)
    if (index !== null) kept.push({ ...anchor, index, generation: 0 })
  })
  to.anchors.add(kept)
}

/** Do two queries differ by nothing but which groups are closed? */
export function isSameButClosed(a: ViewQuery, b: ViewQuery): boolean {
  return (a.groups ?? []).length > 0 && withoutClosed(a) === withoutClosed(b)
}

function withoutClosed(query: ViewQuery): string {
  return JSON.stringify({ ...query, collapsed: [] })
}
