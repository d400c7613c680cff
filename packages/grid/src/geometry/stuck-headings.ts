/** The headings that stay at the top of the view while lines of their groups are seen below them. */
import type { LineLayout } from './line-layout.ts'

export interface StuckHeading {
  readonly group: number
  /** From the top of the view; below 0 while the next group pushes it out. */
  readonly top: number
}

/** Outer headings first; `y`: the content's pixel at the top of the view. */
export function stuckHeadings(lines: LineLayout, y: number): StuckHeading[] {
  const stuck: StuckHeading[] = []
  const height = lines.headingHeight
  while (lines.groups.length > 0) {
    const stack = stuck.length * height
    const group = groupOfDepth(lines, lines.groupAbove(y + stack), stuck.length)
    // A heading at its own place is painted there; so are those below it.
    if (group < 0 || lines.yOfGroup(group) >= y + stack || lines.endOfGroup(group) <= y) break
    const top = Math.min(stack, lines.endOfGroup(group) - y - height)
    stuck.push({ group, top })
  }
  return stuck
}

/** How much of the view they cover. */
export function stuckHeight(lines: LineLayout, stuck: readonly StuckHeading[]): number {
  return stuck.reduce((most, { top }) => Math.max(most, top + lines.headingHeight), 0)
}

/** The group of a depth around a group, or -1. */
function groupOfDepth(lines: LineLayout, group: number, depth: number): number {
  let one = group
  while (one >= 0 && lines.groups[one]!.depth > depth) one = lines.outerOf(one)
  return one >= 0 && lines.groups[one]!.depth === depth ? one : -1
}
