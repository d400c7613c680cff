/** Fields of every type that become one of another: exactly what becomes of their values, and which types become no other. */
import {
  type CellValue,
  type FieldOptions,
  type FieldTypeName,
  fieldTypeNames,
  fieldTypes,
  hasOptions,
  type OptionId,
  type TableId,
  targetsOf,
  typeTargets,
  type UserId,
  uuidV7,
} from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldOf, type Json, type TestTable } from '../harness.ts'
import { conversionsOf, givenConversions } from './conversions.ts'
import { Matrix, told } from './matrix.ts'
import { isBuilt, isWritten, type Written } from './samples.ts'
import { types } from './stages.ts'
import { subjects } from './subjects.ts'
import { labels, linkable, type Targets } from './text-conversions.ts'

let matrix: Matrix
/** What becomes a link links its records. */
let named: TestTable
beforeAll(async () => {
  matrix = await Matrix.start()
  named = await matrix.table([fieldOf('Name', 'text')])
  for (const name of linkable) await matrix.make(named, uuidV7(), { [named.fields[0]!.id]: name })
})
afterAll(() => matrix.stop())

const listOf = (each: readonly (readonly [id: string, label: string])[]) => ({
  options: each.map(([id, label]) => ({ id: id as OptionId, label, hue: 'blue' as const })),
})
const optionsAfter = (type: FieldTypeName) => {
  if (type === 'currency') return { currency: 'EUR' }
  if (type === 'link') return { target: named.id as TableId }
  return hasOptions(type) ? listOf(Object.entries(labels)) : {}
}

/** Options that mean the same as those of the field to be, by other ids; and one that it has not. */
function optionsBefore(type: Written, conversions: Targets): FieldOptions {
  if (type === 'multi_select') return listOf([...Object.entries(labels), ['nowhere', 'Nowhere']].map(was))
  if (!hasOptions(type)) return optionsAfter(type)
  const named = new Set(Object.values(conversions).flatMap((pairs) => pairs.map(([from]) => from as string)))
  return listOf([...named].map((label, n) => [`was${n}`, label]))
}
const was = ([id, label]: readonly string[]) => [`was${id}`, label!] as const

/** A field for each type that it becomes, with the values that are to become others. */
interface Stage {
  readonly table: TestTable
  readonly records: readonly string[]
  readonly fieldFor: (target: FieldTypeName) => string
}

async function stageOf(type: Written): Promise<Stage> {
  const conversions = conversionsOf(type, matrix.world)
  const options = optionsBefore(type, conversions)
  const targets = Object.keys(conversions) as FieldTypeName[]
  const table = await matrix.table([
    fieldOf('Title', 'text'),
    ...targets.map((target) => fieldOf(`To ${target}`, type, options as unknown as Json)),
  ])
  const fieldFor = (target: FieldTypeName) => table.fields.find(({ name }) => name === `To ${target}`)!.id
  const idOf = (value: CellValue) => options.options?.find(({ label }) => label === value)?.id ?? value
  const depth = Math.max(...Object.values(conversions).map((pairs) => pairs.length))
  const records = Array.from({ length: depth }, () => uuidV7() as string)
  for (const [n, record] of records.entries()) {
    const filled = targets.filter((target) => conversions[target]![n] !== undefined)
    const values = filled.map((target) => [fieldFor(target), idOf(conversions[target]![n]![0])] as const)
    await matrix.make(table, record, Object.fromEntries(values))
  }
  return { table, records, fieldFor }
}

async function valuesOf(
  { table, records }: Pick<Stage, 'table' | 'records'>,
  field: string,
): Promise<readonly Json[]> {
  const query = { table: table.id, sorts: [], fields: [field] }
  const { rows } = await matrix.h.rpc<{ rows: Json[][] }>(matrix.world.viewer, 'rows_by_id', {
    query,
    ids: records,
  })
  return records.map((record) => plain(rows.find(([id]) => id === record)![2]!))
}
/** Links as what the records are called. */
const plain = (value: Json) =>
  typeof value === 'object' && value !== null && 'items' in value
    ? (value.items as Json[][]).map(([, name]) => name!)
    : value

const change = (field: string, type: FieldTypeName, options: object = optionsAfter(type)) =>
  matrix.h.rpc<{ field: { id: string; type: string } }>(matrix.world.creator, 'change_type', {
    field,
    type,
    options,
  })
const preview = (field: string, type: FieldTypeName) =>
  matrix.h.rpc<{ converts: number; empties: number }>(matrix.world.creator, 'preview_type_change', {
    field,
    type,
    options: optionsAfter(type),
  })

const written = fieldTypeNames.filter(isWritten)

describe.each(written)('a field of type %s', (type) => {
  let stage: Stage
  let conversions: Targets
  beforeAll(async () => {
    conversions = conversionsOf(type, matrix.world)
    stage = await stageOf(type)
  })

  test('has values here for each type that it can become', () => {
    expect(Object.keys(conversions).toSorted()).toEqual(typeTargets(type).toSorted())
  })

  test.each(typeTargets(type))('becomes one of type %s, with exactly what its values say', async (target) => {
    const field = stage.fieldFor(target)
    const expected = conversions[target]!.map(([, to]) => to)
    const fits = expected.filter((value) => value !== null).length
    expect(await preview(field, target)).toMatchObject({ converts: fits, empties: expected.length - fits })
    expect((await change(field, target)).field).toMatchObject({ id: field, type: target })
    expect((await valuesOf(stage, field)).slice(0, expected.length)).toEqual(expected)
  })
})

const given = types.flatMap(({ type, stage }) =>
  isBuilt(type) ? typeTargets(type).map((target) => ({ type, target, stage })) : [],
)

describe.each(given)('a field of type $type', ({ type, target, stage: make }) => {
  test(`becomes one of type ${target}, with exactly what its values say`, async () => {
    const { table, field, cells } = await make(matrix)
    const become = givenConversions(type, matrix.world)[target]!
    const expected = cells.map(({ value }) => (value === null ? null : become(value)))
    const converts = expected.filter((value) => value !== null).length
    const filled = cells.filter(({ value }) => value !== null).length
    expect(await preview(field, target)).toMatchObject({ converts, empties: filled - converts })
    expect((await change(field, target)).field).toMatchObject({ id: field, type: target })
    const records = cells.map(({ record }) => record)
    expect(await valuesOf({ table, records }, field)).toEqual(expected)
  })
})

describe.each(subjects)('$name', ({ type, name, stage: make }) => {
  // What computed fields become, and how they are computed again, is in tests of its own.
  const isComputed = name !== type
  const targets = targetsOf({ type, ...(isComputed ? { formula: {} } : {}) })

  test('becomes no other type', async () => {
    const { field } = await make(matrix)
    const others = fieldTypeNames.filter((one) => !targets.includes(one) && (isComputed || one !== type))
    for (const target of others) {
      expect([target, await told(change(field, target))]).toEqual([target, 'invalid_input'])
      expect([target, await told(preview(field, target))]).toEqual([target, 'invalid_input'])
    }
  })
})

// Which records a text means, the database knows alone.
describe.each(typeTargets('text').filter((target) => target !== 'link'))(
  'a text that becomes %s',
  (target) => {
    test('is what the app reads from it, where it reads it', () => {
      const { editor, viewer } = matrix.world
      const people = [editor, viewer].map(({ id, email }) => ({
        id: id as UserId,
        email,
        name: email.split('-')[0]!,
      }))
      const context = { locale: 'en', timeZone: 'Europe/Vienna', people }
      const shape = { options: optionsAfter(target) }
      const pairs = conversionsOf('text', matrix.world)[target]!.filter(([, to]) => to !== null)
      const read = pairs
        .map(([text, to]) => ({ to, reading: fieldTypes[target].parseText(text as string, shape, context) }))
        .filter(({ reading }) => reading.ok)
      expect(read.map(({ reading }) => reading)).toEqual(read.map(({ to: value }) => ({ ok: true, value })))
      expect(read.length).toBeGreaterThan(0)
    })
  },
)
