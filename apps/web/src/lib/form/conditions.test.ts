import type { FieldId } from '@plinth/domain'
import { type ExpressionField, parseExpression } from '@plinth/expression'
import { describe, expect, it } from 'vitest'
import { conditionsOver, readBy } from './conditions.ts'

const id = (name: string) => name as FieldId
const fields: readonly ExpressionField[] = [
  { id: id('name'), name: 'Name', type: 'text' },
  { id: id('age'), name: 'Age', type: 'integer' },
]
const tree = (text: string) => {
  const parsed = parseExpression(text, { fields })
  if (!parsed.ok) throw new Error(text)
  return parsed.value.ast
}
const holds = conditionsOver(fields, { timeZone: 'UTC', me: null, role: null, roles: [] })

describe('conditionsOver', () => {
  it('is true for answers that meet a condition, each time anew', () => {
    const adult = tree('{Age} >= 18')
    expect(holds(adult, { [id('age')]: 18 })).toBe(true)
    expect(holds(adult, { [id('age')]: 17 })).toBe(false)
    expect(holds(adult, {})).toBe(false)
  })

  it('is never true for what is no condition of these fields', () => {
    const gone = { ...tree('is_empty({Age})') }
    expect(holds(gone, {})).toBe(true)
    expect(conditionsOver([fields[0]!], { timeZone: 'UTC', me: null, role: null, roles: [] })(gone, {})).toBe(
      false,
    )
    for (const when of [tree('{Age} + 1'), null, 'true', { no: 'tree' }])
      expect(holds(when, { [id('age')]: 1 })).toBe(false)
  })
})

describe('readBy', () => {
  it('names the fields of a condition, as long as they are there', () => {
    expect([...(readBy(tree('{Age} > 1'), fields) ?? [])]).toEqual(['age'])
    expect(readBy(tree('{Age} > 1'), [])).toBeNull()
  })
})
