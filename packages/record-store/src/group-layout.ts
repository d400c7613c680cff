/** Where the headings of groups stand among the rows: runs, from the counts of groups and which of them are closed. */
import type { GroupPath, LinkItem, ViewGroup } from '@plinth/domain'

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
  /** The linked record that its path ends with, where that may be read. */
  readonly linked: LinkItem | null
}

export interface GroupLayout {
  readonly groups: readonly PlacedGroup[]
  /** Rows shown below the known headings. */
  readonly shown: number
  /** Rows of the known groups, shown or not. */
  readonly covered: number
}

export const groupKey = (path: GroupPath): string => JSON.stringify(path)

/**
 * What of a list of groups that ends before all were told can be shown: where not all inner groups of one are here, none of them
 * is, because the rows of the others would stand below a heading that is not theirs.
 */
export function wholeGroups(groups: readonly ViewGroup[]): readonly ViewGroup[] {
  const inner = new Map<string, number>()
  for (const { path, count } of groups) {
    const outer = groupKey(path.slice(0, -1))
    inner.set(outer, (inner.get(outer) ?? 0) + count)
  }
  const broken = new Set<string>()
  for (const { path, count } of groups) {
    const key = groupKey(path)
    const isOutOfPlace = broken.has(groupKey(path.slice(0, -1)))
    if (isOutOfPlace || (inner.has(key) && inner.get(key) !== count)) broken.add(key)
  }
  return groups.filter(({ path }) => !broken.has(groupKey(path.slice(0, -1))))
}

/**
 * `groups`: in view order, outer before inner; one without inner groups has its rows below its own heading. `linked`: records by which they
 * are groups, by their ids.
 */
export function layOutGroups(
  groups: readonly ViewGroup[],
  collapsed: ReadonlySet<string>,
  linked: ReadonlyMap<string, LinkItem> = new Map(),
): GroupLayout {
  const placed: PlacedGroup[] = []
  let shown = 0
  let covered = 0
  /** The depth of the closed group that is passed over. */
  let closed = Number.POSITIVE_INFINITY
  for (const [at, { path, count, figures }] of groups.entries()) {
    const depth = path.length - 1
    if (depth > closed) continue
    const key = groupKey(path)
    const isCollapsed = collapsed.has(key)
    closed = isCollapsed ? depth : Number.POSITIVE_INFINITY
    const isInnermost = (groups[at + 1]?.path.length ?? 0) <= path.length
    const ownRows = !isCollapsed && isInnermost ? count : 0
    const item = linked.get(String(path.at(-1))) ?? null
    placed.push({ key, path, depth, count, figures, isCollapsed, firstRow: shown, ownRows, linked: item })
    shown += ownRows
    if (isCollapsed || isInnermost) covered += count
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
