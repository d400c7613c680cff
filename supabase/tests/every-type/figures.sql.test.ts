/** Figures of every type of field: each exactly what its values give, of a view and of its groups, and no figure of another type. */
import { figuresOf, type SummaryKind, summaryKinds } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../harness.ts'
import { Matrix, type Stage, told } from './matrix.ts'
import { figureOf } from './oracle.ts'
import { subjects } from './subjects.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await Matrix.start()
})
afterAll(() => matrix.stop())

interface Summary {
  readonly figures: Readonly<Record<string, Json>>
  readonly total: number
}

const summary = ({ table, field }: Stage, kind: SummaryKind) =>
  matrix.h.rpc<Summary>(matrix.world.viewer, 'view_summary', {
    query: { table: table.id, sorts: [] },
    figures: { [field]: kind },
  })

/** Of the group of each record by its title, which no other record has. */
async function byTitle({ table, title, field }: Stage, kind: SummaryKind) {
  const { groups } = await matrix.h.rpc<{
    groups: readonly { readonly path: readonly [string]; readonly figures: Readonly<Record<string, Json>> }[]
  }>(matrix.world.viewer, 'view_groups', {
    query: { table: table.id, sorts: [], groups: [{ field: title, direction: 'asc' }] },
    figures: { [field]: kind },
    skip: 0,
    take: 10,
  })
  return groups.map(({ path, figures }) => [path[0], figures[field]])
}

describe.each(subjects)('of $name', ({ type, stage: make }) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await make(matrix)
  })

  test.each(figuresOf(type))('%s is exact', async (kind) => {
    const { figures, total } = await summary(stage, kind)
    expect([figures[stage.field], total]).toEqual([figureOf(stage, kind), stage.cells.length])
  })

  test.each(figuresOf(type))('%s is exact of groups', async (kind) => {
    const expected = stage.cells
      .toSorted((a, b) => (a.title < b.title ? -1 : 1))
      .map((cell) => [cell.title, figureOf({ ...stage, cells: [cell] }, kind)])
    expect(await byTitle(stage, kind)).toEqual(expected)
  })

  test('no figure of another type is told', async () => {
    for (const kind of summaryKinds.filter((one) => !figuresOf(type).includes(one)))
      expect([kind, await told(summary(stage, kind))]).toEqual([kind, 'invalid_input'])
  })
})
