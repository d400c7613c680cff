import type { GroupPath, ViewGroup } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupKey, layOutGroups, rowMap, wholeGroups } from './group-layout.ts'

/** Rows as pairs of values, in order; which groups are closed. */
const world = fc.record({
  rows: fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { maxLength: 40 }).map((rows) => rows.toSorted(order)),
  closed: fc.array(fc.tuple(fc.nat(3), fc.option(fc.nat(2), { nil: undefined })), { maxLength: 6 }),
  closedThen: fc.array(fc.tuple(fc.nat(3), fc.option(fc.nat(2), { nil: undefined })), { maxLength: 6 }),
})

type Pair = readonly [number, number]
type Closed = readonly (readonly [number, number | undefined])[]
const order = (a: Pair, b: Pair) => a[0] - b[0] || a[1] - b[1]
const pathOf = ([outer, inner]: Closed[number]): GroupPath => (inner === undefined ? [outer] : [outer, inner])
const keysOf = (closed: Closed) => new Set(closed.map((one) => groupKey(pathOf(one))))

function groupsOf(rows: readonly Pair[]): ViewGroup[] {
  const counts = new Map<string, { path: GroupPath; count: number }>()
  for (const [outer, inner] of rows)
    for (const path of [[outer], [outer, inner]]) {
      const known = counts.get(groupKey(path))
      counts.set(groupKey(path), { path, count: (known?.count ?? 0) + 1 })
    }
  return [...counts.values()].map((group) => ({ ...group, collapsed: false, figures: {} }))
}

const isShown = ([outer, inner]: Pair, closed: ReadonlySet<string>) =>
  !closed.has(groupKey([outer])) && !closed.has(groupKey([outer, inner]))

describe('the places of headings', () => {
  it('are those of the first rows that are shown, whatever is closed', () => {
    fc.assert(
      fc.property(world, ({ rows, closed }) => {
        const keys = keysOf(closed)
        const layout = layOutGroups(groupsOf(rows), keys)
        const shown = rows.filter((row) => isShown(row, keys))
        expect([layout.shown, layout.covered]).toEqual([shown.length, rows.length])
        for (const { path, depth, firstRow, ownRows, isCollapsed } of layout.groups) {
          const isIn = (row: Pair) => path.every((value, at) => value === row[at])
          const own = shown.filter(isIn)
          expect(ownRows).toBe(depth === 1 && !isCollapsed ? own.length : 0)
          expect(firstRow).toBe(own.length > 0 ? shown.findIndex(isIn) : firstRow)
        }
      }),
    )
  })

  it('are never those of other groups, however few of them are told', () => {
    fc.assert(
      fc.property(world, fc.nat(12), ({ rows }, taken) => {
        const all = groupsOf(rows)
        const outerFirst = all.toSorted((a, b) => a.path.length - b.path.length)
        const told = new Set(outerFirst.slice(0, taken))
        const layout = layOutGroups(wholeGroups(all.filter((group) => told.has(group))), new Set())
        for (const { path, firstRow, ownRows } of layout.groups)
          for (const row of rows.slice(firstRow, firstRow + ownRows))
            expect(path.every((value, at) => value === row[at])).toBe(true)
        const outer = all.filter(({ path }) => path.length === 1)
        const covered = outer.slice(0, taken).reduce((sum, { count }) => sum + count, 0)
        expect([layout.shown, layout.covered]).toEqual([covered, covered])
      }),
    )
  })

  it('say where a row stands when other groups are closed', () => {
    fc.assert(
      fc.property(world, ({ rows, closed, closedThen }) => {
        const [before, after] = [keysOf(closed), keysOf(closedThen)]
        const groups = groupsOf(rows)
        const rowOf = rowMap(layOutGroups(groups, before), layOutGroups(groups, after))
        const then = rows.filter((row) => isShown(row, after))
        rows
          .filter((row) => isShown(row, before))
          .forEach((row, at) => expect(rowOf(at)).toBe(then.includes(row) ? then.indexOf(row) : null))
      }),
    )
  })
})
