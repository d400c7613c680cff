import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldId } from '../ids.ts'
import { type FieldTypeName, fieldTypeNames } from '../schema.ts'
import { conditionsOf, fitView, valuesForFilter } from './fit-view.ts'
import {
  fitQuick,
  fitQuickValues,
  isQuick,
  type QuickValue,
  quickCondition,
  quickDays,
  withQuickValues,
} from './quick-filters.ts'

const fields = fieldTypeNames.map((type) => ({ id: `f-${type}` as FieldId, type }))
const of = (type: FieldTypeName) => fields.find((field) => field.type === type)!
const able = fields.filter(isQuick)

/** Values that suit a field. */
function valuesFor(type: FieldTypeName): fc.Arbitrary<QuickValue> {
  if (type === 'checkbox') return fc.boolean()
  if (type === 'date' || type === 'datetime' || type === 'created_time' || type === 'changed_time')
    return fc.constantFrom(...quickDays)
  return fc.uniqueArray(fc.constantFrom('a', 'b', 'me', 'none'), { minLength: 1 })
}

describe('quick filters', () => {
  it('are offered for choices, people, links, ticks and days', () => {
    expect(able.map(({ type }) => type).toSorted()).toEqual(
      [
        'changed_by',
        'changed_time',
        'checkbox',
        'created_by',
        'created_time',
        'date',
        'datetime',
        'link',
        'multi_select',
        'person',
        'single_select',
        'status',
      ].toSorted(),
    )
    expect(isQuick({ type: 'date', onRead: true })).toBe(false)
  })

  it('are conditions that the fields take, whatever is picked', () => {
    const picked = fc
      .constantFrom(...able)
      .chain((field) => valuesFor(field.type).map((value) => ({ field, value })))
    fc.assert(
      fc.property(picked, ({ field, value }) => {
        const filter = { join: 'and', items: [quickCondition(field, value)] }
        expect(fitView({ filter }, fields)).toMatchObject({ isPartial: false, config: { filter } })
        expect(fitQuickValues({ [field.id]: value }, [field.id], fields)).toEqual({ [field.id]: value })
      }),
    )
  })

  it('are equalities where one is picked, so that a new record is among what is looked at', () => {
    const [select, person] = [of('single_select'), of('person')]
    const values = { [select.id]: ['a'], [person.id]: ['me'], [of('checkbox').id]: true }
    const filter = withQuickValues(null, values, fields)
    expect(valuesForFilter(filter, fields, 'ada')).toEqual({
      [select.id]: 'a',
      [person.id]: 'ada',
      [of('checkbox').id]: true,
    })
    expect(quickCondition(select, ['a', 'b'])).toMatchObject({ operator: 'any_of' })
  })

  it('count records without a value where that is picked too', () => {
    const status = of('status')
    expect(quickCondition(status, ['none'])).toEqual({ field: status.id, operator: 'empty' })
    expect(quickCondition(status, ['a', 'none'])).toMatchObject({ join: 'or', items: [{ value: ['a'] }, {}] })
  })

  it('leave out what suits no pinned field', () => {
    const [status, date, done] = [of('status').id, of('date').id, of('checkbox').id]
    const raw = { [status]: ['a', 7], [date]: 'someday', [done]: 'yes', gone: ['a'] }
    expect(fitQuickValues(raw, [status, date, done], fields)).toEqual({ [status]: ['a'] })
    expect(fitQuickValues(raw, [date], fields)).toEqual({})
    expect(fitQuickValues(null, [status], fields)).toEqual({})
    expect(fitQuick([status, 'gone', status, of('text').id], fields)).toEqual([status])
    expect(fitQuick('x', fields)).toEqual([])
  })

  it('narrow the filter of the view, and are nothing where nothing is picked', () => {
    const own = { field: of('text').id, operator: 'contains', value: 'x' } as const
    const values = { [of('checkbox').id]: true }
    expect(withQuickValues(null, {}, fields)).toBeNull()
    const either = { join: 'or', items: [own, own] } as const
    expect(withQuickValues(either, {}, fields)).toBe(either)
    expect(withQuickValues(either, values, fields)).toMatchObject({ join: 'and', items: [either, {}] })
    expect(conditionsOf(withQuickValues({ join: 'and', items: [own] }, values, fields))).toHaveLength(2)
  })
})
