import type { FieldId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { boardCounts } from './board-counts.ts'

const [state, area, hours] = ['state', 'area', 'hours'] as FieldId[] as [FieldId, FieldId, FieldId]
const group = (path: readonly string[], count: number, sum: number) => ({
  path,
  count,
  figures: { [hours]: sum },
})

describe('what is counted on a board', () => {
  const groups = [
    group(['todo'], 3, 30),
    group(['todo', 'a'], 1, 10),
    group(['todo', 'b'], 2, 20),
    group(['done'], 4, 40),
    group(['done', 'a'], 4, 40),
  ]

  it('is known of stacks, and of what of them stands in lanes', () => {
    const counts = boardCounts(groups, [state, area], { stacks: state, lanes: area })
    expect([...counts.stacks!]).toEqual([
      ['todo', 3],
      ['done', 4],
    ])
    expect([...counts.lanes!]).toEqual([
      ['a', 5],
      ['b', 2],
    ])
    expect([counts.of('todo'), counts.of('todo', 'b'), counts.of('done', 'b')]).toEqual([3, 2, 0])
    expect([counts.figuresOf('todo'), counts.figuresOf('todo', 'b'), counts.figuresOf('done', 'b')]).toEqual([
      { hours: 30 },
      { hours: 20 },
      {},
    ])
  })

  it('is not taken from groups by something else', () => {
    // Records are not grouped by links: of such stacks there is nothing but the lanes.
    const byLanes = [group(['a'], 5, 50), group(['b'], 2, 20)]
    const counts = boardCounts(byLanes, [area], { stacks: state, lanes: area })
    expect([...counts.lanes!]).toEqual([
      ['a', 5],
      ['b', 2],
    ])
    expect([counts.stacks, counts.of('a'), counts.of('a', 'a'), counts.figuresOf('a')]).toEqual([
      null,
      null,
      null,
      {},
    ])
  })

  it('is not known before it has come', () => {
    const counts = boardCounts(null, [state], { stacks: state, lanes: null })
    expect([counts.stacks, counts.lanes, counts.of('todo'), counts.figuresOf('todo')]).toEqual([
      null,
      null,
      null,
      {},
    ])
  })
})
