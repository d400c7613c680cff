/** Where the headings of groups stand among the rows: runs, from the counts of groups and which of them are closed. */
import type { GroupPath, ViewGroup } from '@plinth/domain'

/** A group with its place. */
export interface PlacedGroup extends Omit<ViewGroup, 'collapsed'> {
  readonly key: string
  /** 0: outermost. */
  readonly depth: number
  /** The first of its rows among those that are shown. */
  readonly firstRow: number
  /** How many of its rows are shown below its own heading, without those below inner ones. */
  readonly ownRows: number
  readonly isCollapsed: boolean
}

export interface GroupLayout {
  readonly groups: readonly PlacedGroup[]
  /** Rows shown below the known headings. */
  readonly shown: number
  /** Rows of the known groups, shown or not. */
  readonly covered: number
}

export const groupKey = (path: GroupPath): string => JSON.stringify(path)

/** `groups`: all of them in view order, outer before inner; `levels`: how many fields the rows are grouped by. */
export function layOutGroups(
  groups: readonly ViewGroup[],
  collapsed: ReadonlySet<string>,
  levels: number,
): GroupLayout {
  const placed: PlacedGroup[] = []
  let shown = 0
  let covered = 0
  /** The depth of the closed group that is passed over. */
  let closed = Number.POSITIVE_INFINITY
  for (const { path, count, figures } of groups) {
    const depth = path.length - 1
    if (depth > closed) continue
    const key = groupKey(path)
    const isCollapsed = collapsed.has(key)
    closed = isCollapsed ? depth : Number.POSITIVE_INFINITY
    const ownRows = !isCollapsed && depth === levels - 1 ? count : 0
    placed.push({ key, path, depth, count, figures, isCollapsed, firstRow: shown, ownRows })
    shown += ownRows
    if (isCollapsed || depth === levels - 1) covered += count
  }
  return { groups: placed, shown, covered }
}

/** Where rows of one layout stand in another: a function from row to row; null: it is not shown there. */
export function rowMap(from: GroupLayout, to: GroupLayout): (row: number) => number | null {
  const runs = from.groups.filter(({ ownRows }) => ownRows > 0)
  const there = new Map(to.groups.filter(({ ownRows }) => ownRows > 0).map((group) => [group.key, group]))
  return (row) => {
    const run = runAt(runs, row)
    const other = run && there.get(run.key)
    if (!run || !other) return null
    const at = row - run.firstRow
    return at < Math.min(run.ownRows, other.ownRows) ? other.firstRow + at : null
  }
}

function runAt(runs: readonly PlacedGroup[], row: number): PlacedGroup | undefined {
  let low = 0
  let high = runs.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((runs[middle]?.firstRow ?? 0) <= row) low = middle + 1
    else high = middle
  }
  return runs[low - 1]
}
