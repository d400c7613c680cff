/** Filters by every operator of every type of field: exactly the records that it means, and no operator of another type. */
import {
  type FieldTypeName,
  type FilterOperator,
  familyOf,
  filterOperators,
  operatorsOf,
} from '@plinth/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparedWith } from './compared.ts'
import { Matrix, type Stage, told } from './matrix.ts'
import { type Condition, foundBy } from './oracle.ts'
import { subjects } from './subjects.ts'

let matrix: Matrix
beforeAll(async () => {
  matrix = await Matrix.start()
})
afterAll(() => matrix.stop())

const find = (stage: Stage, condition: Condition) => {
  const items = [{ field: stage.field, ...condition }]
  return matrix.titles(stage, { filter: { join: 'and', items } })
}

/** Every condition by an operator, with what it is to find. */
const expectedOf = (stage: Stage, operator: FilterOperator) =>
  comparedWith(stage, operator).map((value) => {
    const condition = value === undefined ? { operator } : { operator, value }
    return [condition, foundBy(stage, condition, matrix.world.viewer.id)] as const
  })

/** Is it compared with texts, of which any may be one of its own? */
const isOfTexts = (type: FieldTypeName): boolean =>
  ['text', 'json', 'link', 'choice', 'multi_select'].includes(familyOf(type))

const withoutValue: readonly FilterOperator[] = ['empty', 'not_empty']

describe.each(subjects)('$name', ({ type, stage: make }) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await make(matrix)
  })

  test.each(operatorsOf(type))('is filtered by %s', async (operator) => {
    const expected = expectedOf(stage, operator)
    for (const [condition, titles] of expected)
      expect([condition, await find(stage, condition)]).toEqual([condition, titles])
  })

  test.each(operatorsOf(type).filter((operator) => !withoutValue.includes(operator)))(
    'is compared by %s with what it finds and with what it does not',
    (operator) => {
      const answers = expectedOf(stage, operator).map(([, titles]) => titles.join())
      expect(new Set(answers).size).toBeGreaterThan(1)
    },
  )

  test('takes no operator of another type', async () => {
    for (const operator of filterOperators.filter((one) => !operatorsOf(type).includes(one)))
      expect([operator, await told(find(stage, { operator, value: 'x' }))]).toEqual([
        operator,
        'invalid_input',
      ])
  })

  test.each(operatorsOf(type).filter((operator) => !withoutValue.includes(operator)))(
    'compares by %s with no value of another type',
    async (operator) => {
      const value = isOfTexts(type) ? 7 : 'no value'
      expect(await told(find(stage, { operator, value }))).toBe('invalid_input')
    },
  )
})
