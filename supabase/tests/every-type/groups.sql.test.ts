/** Groups of every type of field: exactly those that its values make, in their order, each with its records. */
import { isGroupable } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../harness.ts'
import { Matrix, type Stage, told } from './matrix.ts'
import { type Direction, groupKeyOf, groupsOf } from './oracle.ts'
import { subjects } from './subjects.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await Matrix.start()
})
afterAll(() => matrix.stop())

interface Groups {
  readonly groups: readonly { readonly path: readonly Json[]; readonly count: number }[]
  readonly total: number
}

const directions: readonly Direction[] = ['asc', 'desc']
const byField = ({ table, field }: Stage, direction: Direction) => ({
  table: table.id,
  sorts: [],
  groups: [{ field, direction }],
})
const ask = (stage: Stage, direction: Direction) =>
  matrix.h.rpc<Groups>(matrix.world.viewer, 'view_groups', {
    query: byField(stage, direction),
    figures: {},
    skip: 0,
    take: 10,
  })

describe.each(subjects.filter(({ type }) => isGroupable(type)))('groups by $name', ({ stage: make }) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await make(matrix)
  })

  test.each(directions)('%s are those of its values, each with its count', async (direction) => {
    const { groups, total } = await ask(stage, direction)
    expect(groups.map(({ path, count }) => ({ path, count }))).toEqual(groupsOf(stage, direction))
    expect(total).toBe(stage.cells.length)
  })

  test('are left out with their records when they are collapsed', async () => {
    for (const { path, count } of groupsOf(stage, 'asc')) {
      const titles = await matrix.titles(stage, { ...byField(stage, 'asc'), collapsed: [path] })
      const others = stage.cells.filter(
        ({ value }) => JSON.stringify([groupKeyOf(stage, value)]) !== JSON.stringify(path),
      )
      expect([path, titles.toSorted()]).toEqual([path, others.map(({ title }) => title).toSorted()])
      expect(others).toHaveLength(stage.cells.length - count)
    }
  })
})

describe.each(subjects.filter(({ type }) => !isGroupable(type)))('groups by $name', ({ stage: make }) => {
  test('are refused', async () => {
    const stage = await make(matrix)
    expect(await told(ask(stage, 'asc'))).toBe('invalid_input')
    expect(await told(matrix.titles(stage, byField(stage, 'asc')))).toBe('invalid_input')
  })
})
