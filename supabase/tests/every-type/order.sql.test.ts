/** Records of every type of field in the order of its values: exact in both directions, with the empty ones last, and from page to page. */
import { isSortable } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../harness.ts'
import { Matrix, type Stage, told } from './matrix.ts'
import { type Direction, sortedTitles } from './oracle.ts'
import { subjects } from './subjects.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await Matrix.start()
})
afterAll(() => matrix.stop())

const directions: readonly Direction[] = ['asc', 'desc']
const byField = ({ field }: Stage, direction: Direction) => ({ sorts: [{ field, direction }] })

/** Two records at a time, from the end that the travel begins at to the other one, each page from the key of the last. */
async function paged(stage: Stage, direction: Direction, travel: 'forward' | 'backward') {
  const found: Json[] = []
  let anchor: Json = null
  for (let atEnd = false; !atEnd; ) {
    const page = await matrix.window(stage, byField(stage, direction), { anchor, direction: travel, take: 2 })
    const titles = page.rows.map((row) => row[2]!)
    if (travel === 'forward') found.push(...titles)
    else found.unshift(...titles)
    anchor = travel === 'forward' ? page.lastKey : page.firstKey
    atEnd = page.atEnd
  }
  return found
}

describe.each(subjects.filter(({ type }) => isSortable(type)))(
  'records ordered by $name',
  ({ stage: make }) => {
    let stage: Stage
    beforeAll(async () => {
      stage = await make(matrix)
    })

    test.each(directions)('%s stand in the order of its values, and empty ones last', async (direction) => {
      const expected = sortedTitles(stage, direction)
      expect(await matrix.titles(stage, byField(stage, direction))).toEqual(expected)
    })

    test.each(directions)('%s are the same from page to page, in either direction', async (direction) => {
      const expected = sortedTitles(stage, direction)
      expect(await paged(stage, direction, 'forward')).toEqual(expected)
      expect(await paged(stage, direction, 'backward')).toEqual(expected)
    })
  },
)

describe.each(subjects.filter(({ type }) => !isSortable(type)))('an order by $name', ({ stage: make }) => {
  test('is refused', async () => {
    const stage = await make(matrix)
    expect(await told(matrix.titles(stage, byField(stage, 'asc')))).toBe('invalid_input')
    expect(await told(matrix.titles(stage, byField(stage, 'desc')))).toBe('invalid_input')
  })
})
