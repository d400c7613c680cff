import type { Field, FieldId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { formulaText } from '../../../lib/formula-text.ts'
import { computesThis, exampleFormula, readFormula } from './formula-draft.ts'

const field = (id: string, type: Field['type'], more: Partial<Field> = {}): Field =>
  ({ id, name: id, type, options: {}, column: id, position: 0, ...more }) as Field
const fields = [field('Name', 'text'), field('Price', 'number'), field('Pieces', 'integer')]

describe('a formula while it is written', () => {
  it('says what it computes and which fields could keep it', () => {
    const { checked, types, problems } = readFormula('{Price} * {Pieces}', { fields })
    expect([checked?.type, types, problems]).toEqual([{ kind: 'number' }, ['number', 'percent'], []])
    expect(formulaText(checked!.ast, { fields })).toBe('{Price} * {Pieces}')
  })

  it('has its problems with their places', () => {
    expect(readFormula('{Price} * {Cost}', { fields }).problems[0]).toMatchObject({
      code: 'unknown_field',
      from: 10,
    })
    expect(readFormula('today()', { fields })).toMatchObject({ problems: [], isOnRead: true })
    const kept = { ...fields[0]!, id: 'kept' as FieldId, name: 'Kept' }
    expect(readFormula('today()', { fields: [...fields, kept] }, kept).problems[0]?.code).toBe('momentary')
  })

  it('is another one when the tree or the type of the field is', () => {
    const formula = { call: 'upper', args: [{ field: 'Name' }] }
    const made = field('Loud', 'text', { formula: { args: [{ field: 'Name' }], call: 'upper' } })
    expect(computesThis(made, { formula }, 'text')).toBe(true)
    expect(computesThis(made, { formula }, 'long_text')).toBe(false)
    expect(computesThis(made, { formula: { field: 'Name' } }, 'text')).toBe(false)
  })

  it('begins with an example that the table could compute', () => {
    expect(exampleFormula({ fields })).toBe('{Price} * {Pieces}')
    expect(exampleFormula({ fields: fields.slice(0, 1) })).toBe('upper({Name})')
    for (const count of [1, 2, 3]) {
      const some = { fields: fields.slice(0, count) }
      expect(readFormula(exampleFormula(some), some).checked).not.toBeNull()
    }
  })
})
