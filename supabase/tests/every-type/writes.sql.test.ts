/** Values of every type of field as they are written: read back as they were, changed and emptied, and refused where they are none. */
import { fieldTypeNames, isComputed, uuidV7 } from '@plinth/domain'
import { typesOfResult } from '@plinth/expression'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../harness.ts'
import { computed } from './computed.ts'
import { type Cell, Matrix, type Stage, type Subject } from './matrix.ts'
import { isWritten, samplesOf } from './samples.ts'
import { types } from './stages.ts'
import { subjects } from './subjects.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await Matrix.start()
})
afterAll(() => matrix.stop())

const valueOf = async (stage: Stage, title: string) =>
  (await matrix.read(stage)).find(([name]) => name === title)![1]
const contentOf = async ({ table }: Stage) => {
  const [row] = await matrix.h.db.sql.unsafe(`select count(*)::int as n from data.${table.relation}`)
  return row!['n'] as number
}
const insert = ({ table, field }: Stage, value: Json) =>
  matrix.apply(matrix.world.editor, {
    kind: 'insert',
    table: table.id,
    record: uuidV7(),
    values: { [field]: value },
  })

describe.each(subjects)('a value of $name', ({ stage: make }) => {
  test('is read as it was written, or computed', async () => {
    const stage = await make(matrix)
    expect(await matrix.read(stage)).toEqual(stage.cells.map(({ title, value }) => [title, value]))
  })
})

const written = fieldTypeNames.filter(isWritten)
const stageOf = (type: string): Promise<Stage> => types.find(({ name }) => name === type)!.stage(matrix)

describe.each(written)('a value of %s', (type) => {
  test('becomes each other value, is emptied, and filled again', async () => {
    const stage = await stageOf(type)
    const { record } = stage.cells.find(({ title }) => title === 'a')!
    const [first, ...others] = stage.ranked as readonly Json[]
    let base: Json = first!
    for (const value of [...others, null, first!]) {
      expect([value, await matrix.change(stage, record, value, base)]).toEqual([value, 'ok'])
      expect(await valueOf(stage, 'a')).toEqual(value)
      base = value
    }
  })
})

describe.each(written)('what is no value of %s', (type) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await stageOf(type)
  })

  test('is refused with its code, made and changed, and nothing of it stays', async () => {
    const { record, value } = stage.cells[0]!
    for (const [bad, code] of samplesOf(type, matrix.world).bad) {
      expect([bad, await insert(stage, bad)]).toEqual([bad, code])
      expect([bad, await matrix.change(stage, record, bad, value as Json)]).toEqual([bad, code])
    }
    expect(await matrix.read(stage)).toEqual(stage.cells.map(({ title, value }) => [title, value]))
  })

  test('is refused by the database, past the calls', async () => {
    const [literal, rule] = samplesOf(type, matrix.world).past
    const refusal = await matrix.insertPast(stage, literal)
    expect(refusal!.message).toContain(rule)
    expect(await contentOf(stage)).toBe(stage.cells.length)
  })
})

/** What calls of their own write: files are uploaded, links are changes and no values. */
const byCalls: Record<'attachment' | 'link', readonly Json[]> = {
  attachment: ['a.txt', [uuidV7()], [{ id: uuidV7(), name: 'a.txt' }]],
  link: [
    'Ada',
    [uuidV7()],
    { count: 1, items: [] },
    { link: 'Ada' },
    { link: ['Ada'] },
    { link: [uuidV7()] },
  ],
}

describe.each(Object.entries(byCalls))('a cell of %s', (type, values) => {
  test('takes no value, by the calls and past them', async () => {
    const stage = await stageOf(type)
    const { record, value } = stage.cells[0]!
    for (const bad of values) {
      expect([bad, await insert(stage, bad)]).toEqual([bad, 'value_invalid'])
      expect([bad, await matrix.change(stage, record, bad, value as unknown as Json)]).toEqual([
        bad,
        'value_invalid',
      ])
    }
    expect((await matrix.insertPast(stage, 'default'))!.state).toBe('42501')
    expect(await contentOf(stage)).toBe(stage.cells.length)
  })
})

const unwritten = [...types.filter(({ type }) => isComputed(type)), ...computed]

describe.each(unwritten)('nobody writes $name', ({ stage: make }: Subject) => {
  test('by the calls or past them', async () => {
    const stage = await make(matrix)
    const [{ record, value }] = stage.cells as [Cell]
    const [other] = stage.ranked.filter((one) => one !== value) as readonly Json[]
    for (const sent of [null, value as Json, other!]) {
      expect(await insert(stage, sent)).toBe('field_read_only')
      expect(await matrix.change(stage, record, sent, value as Json)).toBe('field_read_only')
    }
    expect((await matrix.insertPast(stage, 'default'))!.state).toBe('42501')
    expect(await matrix.read(stage)).toEqual(stage.cells.map(({ title, value: its }) => [title, its]))
  })
})

test('there is a formula of each type that holds results', () => {
  const kinds = ['text', 'number', 'boolean', 'date', 'datetime', 'duration'] as const
  const holders = kinds.flatMap((kind) => typesOfResult({ kind }))
  const named = holders.map((type) => `a formula (${type})`)
  expect(computed.map(({ name }) => name)).toEqual(expect.arrayContaining(named))
})
