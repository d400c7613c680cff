/** Lines of a list by their numbers, in which headings count too. Pure. */
import type { GroupRun, LineLayout } from '@plinth/grid'

type Lines = LineLayout<GroupRun>
export type ListedLine = NonNullable<ReturnType<Lines['lineAt']>>

export const lineCount = ({ rowCount, groups }: Pick<Lines, 'rowCount' | 'groups'>): number =>
  rowCount + groups.length

export function numberOfLine(lines: Lines, line: ListedLine): number {
  if (line.kind === 'group') return lines.linesAboveGroup(line.group)
  return lines.linesAboveRow(line.kind === 'row' ? line.row : lines.rowCount)
}

/** The heading of a line: itself, or the one above its record; −1: none. */
export function groupOfLine(lines: Lines, line: ListedLine): number {
  if (line.kind === 'group') return line.group
  return line.kind === 'row' ? lines.groupOfRow(line.row) : -1
}

/** Those that are drawn, from top to bottom, and the one that has the focus. */
export function drawnLines(
  lines: Lines,
  { from, to }: { readonly from: number; readonly to: number },
  pinned: number | null,
): readonly ListedLine[] {
  const drawn = [...lines.linesBetween(from, to)]
  const line = pinned === null ? null : lines.lineOfNumber(pinned)
  if (line === null || (line.y + line.height > from && line.y < to)) return drawn
  return line.y < from ? [line, ...drawn] : [...drawn, line]
}

/** The heading of the first line that is seen as a whole, where that heading is not seen itself; −1: none. */
export function stuckGroup(lines: Lines, seenFrom: number): number {
  const line = lines.lineAt(seenFrom)
  if (line?.kind !== 'row') return -1
  const group = lines.groupOfRow(line.row)
  // Right above it, it may be seen in part: then it goes out of sight by itself.
  return group >= 0 && lines.yOfGroup(group) + lines.headingHeight < line.y ? group : -1
}
