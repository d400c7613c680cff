/** How many records there are where, and what is added up of them: from the groups of the window, by stacks, and by lanes within them. Pure. */
import type { FieldId, Figures, GroupPath, ViewGroup } from '@plinth/domain'
import { groupKey } from '@plinth/record-store'
import type { StackValue } from './stacks.ts'

export interface BoardCounts {
  /** Null: not known, as of stacks by links. */
  readonly stacks: ReadonlyMap<StackValue, number> | null
  readonly lanes: ReadonlyMap<StackValue, number> | null
  /** Of a stack, or of what of it stands in a lane. */
  of(stack: StackValue, lane?: StackValue): number | null
  figuresOf(stack: StackValue, lane?: StackValue): Figures
}

type Group = Pick<ViewGroup, 'path' | 'count' | 'figures'>

/** `by`: the fields that the groups are by, the outer one first. Without lanes these are null. */
export function boardCounts(
  groups: readonly Group[] | null,
  by: readonly FieldId[],
  { stacks, lanes }: { readonly stacks: FieldId; readonly lanes: FieldId | null },
): BoardCounts {
  const byPath = new Map(groups?.map((group) => [groupKey(group.path), group]))
  const isKnown = groups !== null && by[0] === stacks
  const knows = (lane?: StackValue) => isKnown && (lane === undefined || by[1] === lanes)
  return {
    stacks: groups && countedBy(groups, by.indexOf(stacks)),
    lanes: groups && (lanes === null ? null : countedBy(groups, by.indexOf(lanes))),
    of: (stack, lane) => (knows(lane) ? (byPath.get(groupKey(pathOf(stack, lane)))?.count ?? 0) : null),
    figuresOf: (stack, lane) =>
      (knows(lane) ? byPath.get(groupKey(pathOf(stack, lane)))?.figures : undefined) ?? {},
  }
}

const pathOf = (stack: StackValue, lane?: StackValue): GroupPath =>
  lane === undefined ? [stack] : [stack, lane]

/** Records by the value at one place of the paths; null: there are no groups by it. */
function countedBy(groups: readonly Group[], at: number): ReadonlyMap<StackValue, number> | null {
  if (at < 0) return null
  const counts = new Map<StackValue, number>()
  for (const { path, count } of groups) {
    if (path.length !== at + 1) continue
    const value = path[at] as StackValue
    counts.set(value, (counts.get(value) ?? 0) + count)
  }
  return counts
}
