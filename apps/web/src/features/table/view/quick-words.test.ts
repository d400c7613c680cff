import { type Field, fieldTypeNames, fitQuickValues, isQuick, type OptionId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { isSingle, pickedIds, quickChoices, valueOfIds } from './quick-words.ts'

const options = [{ id: 'a' as OptionId, label: 'A', hue: 'red' as const }]
const fieldOf = (type: Field['type']) =>
  ({
    id: `f-${type}`,
    name: type,
    type,
    options: ['single_select', 'multi_select', 'status'].includes(type) ? { options } : {},
  }) as unknown as Field
const fields = fieldTypeNames.map(fieldOf).filter(isQuick)

const labels = (type: Field['type']) => quickChoices(fieldOf(type), []).map(({ label }) => label)

describe('quick filters in words', () => {
  it.each(fields)('of $name offer choices that are kept as they are picked', (field) => {
    for (const { id } of quickChoices(field, [])) {
      const value = valueOfIds(field, [id])!
      expect(fitQuickValues({ [field.id]: value }, [field.id], fields)).toEqual({ [field.id]: value })
      expect(pickedIds(value)).toEqual([id])
    }
    expect(valueOfIds(field, [])).toBeNull()
    expect(pickedIds(undefined)).toEqual([])
  })

  it('offer me, and nobody where nobody may be', () => {
    expect(labels('person')).toEqual(['Me', 'Nobody'])
    expect(labels('created_by')).toEqual(['Me'])
    expect(labels('single_select')).toEqual(['A', 'Empty'])
    expect(labels('status')).toEqual(['A'])
    expect(labels('created_time')).not.toContain('Tomorrow')
    expect(labels('date')).toContain('No date')
  })

  it('are one at a time for days and ticks, several for the others', () => {
    expect(fields.filter(isSingle).map(({ type }) => type)).toEqual([
      'checkbox',
      'date',
      'datetime',
      'created_time',
      'changed_time',
    ])
  })
})
