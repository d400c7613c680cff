/** Records in the order of what they link, by the first field of the other table, whatever type that has. */
import { uuidV7 } from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldOf } from '../harness.ts'
import { Matrix, type Stage } from './matrix.ts'
import { isWritten, samplesOf, type Written } from './samples.ts'
import { types } from './stages.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await Matrix.start()
})
afterAll(() => matrix.stop())

/** Records named after what they link: `a` the first of the values, `unnamed` a record without one, `none` nothing. */
async function linking(type: Written): Promise<Pick<Stage, 'table' | 'title' | 'field'>> {
  const { values, options = {} } = samplesOf(type, matrix.world)
  const others = await matrix.table([fieldOf('Name', type, options)])
  const named = await Promise.all(
    [...values, null].map(async (value) => {
      const record = uuidV7()
      await matrix.make(others, record, value === null ? {} : { [others.fields[0]!.id]: value })
      return record
    }),
  )
  const table = await matrix.table([fieldOf('Title', 'text')])
  const { id: field } = await matrix.addField(table, {
    name: 'Value',
    type: 'link',
    options: { target: others.id, single: true },
  })
  const title = table.fields[0]!.id
  const cells = [
    ...values.map((_, n) => ['abc'[n]!, named[n]!] as const),
    ['unnamed', named.at(-1)!] as const,
  ]
  await matrix.make(table, uuidV7(), { [title]: 'none' })
  for (const [name, record] of cells.toReversed())
    await matrix.make(table, uuidV7(), { [title]: name, [field]: { link: [record] } })
  return { table, title, field }
}

/** What has no value of this type when nothing is said. */
const isNamedByItself = (type: Written) => type === 'status' || type === 'checkbox'
const subjects = types.map(({ type }) => type).filter(isWritten)
const ordered = subjects.filter((type) => type !== 'json')

describe.each(ordered)('records ordered by what they link, by its first field of type %s', (type) => {
  test('stand in the order of those values, then what has none, then what links nothing', async () => {
    const stage = (await linking(type)) as Stage
    const { values } = samplesOf(type, matrix.world)
    const named = values.map((_, n) => 'abc'[n]!)
    const unnamed = isNamedByItself(type) ? [] : ['unnamed']
    const titles = async (direction: string) => {
      const found = await matrix.titles(stage, { sorts: [{ field: stage.field, direction }] })
      return found.filter((title) => title !== 'unnamed' || unnamed.length > 0)
    }
    expect(await titles('asc')).toEqual([...named, ...unnamed, 'none'])
    expect(await titles('desc')).toEqual([...unnamed, ...named.toReversed(), 'none'])
  })
})

test('documents order nothing: what links one stands behind each other as it was linked', async () => {
  const stage = (await linking('json')) as Stage
  const found = await matrix.titles(stage, { sorts: [{ field: stage.field, direction: 'asc' }] })
  expect(found.toSorted()).toEqual(['a', 'b', 'c', 'none', 'unnamed'])
  expect(found.at(-1)).toBe('none')
})
