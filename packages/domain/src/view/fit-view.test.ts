import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FieldId } from '../ids.ts'
import { type FieldTypeName, fieldTypeNames } from '../schema.ts'
import type { FilterGroup } from './filter.ts'
import { completeFilter, conditionsOf, fitView, valuesForFilter } from './fit-view.ts'
import { emptyViewConfig } from './view-config.ts'

const field = (id: string, type: FieldTypeName) => ({ id: id as FieldId, type })
const fields = [
  field('name', 'text'),
  field('n', 'integer'),
  field('due', 'date'),
  field('done', 'checkbox'),
  field('who', 'person'),
  field('files', 'attachment'),
  field('data', 'json'),
]
const all = fieldTypeNames.map((type) => field(type, type))
const and = (...items: FilterGroup['items']): FilterGroup => ({ join: 'and', items })
const is = (id: string, value: string | number | boolean) =>
  ({ field: id as FieldId, operator: 'is', value }) as const

describe('fitView', () => {
  it('takes anything, and what it answers is its own answer', () => {
    const operators = fc.constantFrom('is', 'any_of', 'lt', 'within', 'empty', 'x')
    const loose = fc.record(
      {
        filter: fc.oneof(
          fc.anything(),
          fc.record({
            join: fc.constantFrom('and', 'or', 1),
            items: fc.array(
              fc.record({
                field: fc.constantFrom(...fieldTypeNames, 'zzz'),
                operator: operators,
                value: fc.anything(),
              }),
            ),
          }),
        ),
        sorts: fc.anything(),
        groups: fc.array(
          fc.record({ field: fc.constantFrom(...fieldTypeNames), direction: fc.constantFrom('asc', 'x') }),
        ),
        hidden: fc.anything(),
        widths: fc.anything(),
        frozen: fc.anything(),
        rowHeight: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), loose), (raw) => {
        const { config } = fitView(raw, all)
        expect(fitView(config, all)).toEqual({ config, isPartial: false })
      }),
    )
  })

  it('places fields that are computed when they are read, and neither finds nor orders by them', () => {
    const late = { ...field('late', 'integer'), onRead: true } as const
    const by = [{ field: 'late', direction: 'asc' }]
    const placed = { hidden: ['late'], order: ['late', 'n'], widths: { late: 90 } }
    const asked = { filter: and(is('late', 1)), sorts: by, groups: by, summaries: { late: 'sum' } }
    expect(fitView({ ...placed, ...asked }, [...fields, late])).toEqual({
      config: { ...emptyViewConfig, ...placed },
      isPartial: true,
    })
  })

  it('leaves out what does not suit, and says so of conditions alone', () => {
    const fitted = fitView(
      {
        filter: and(is('name', 'x'), is('gone', 1), { join: 'or', items: [is('n', 'text')] }),
        sorts: [
          { field: 'gone', direction: 'asc' },
          { field: 'data', direction: 'asc' },
          { field: 'files', direction: 'asc' },
          { field: 'n', direction: 'desc' },
        ],
        hidden: ['gone', 'n'],
        widths: { gone: 1, n: 100 },
      },
      fields,
    )
    expect(fitted.isPartial).toBe(true)
    expect(fitted.config).toEqual({
      ...emptyViewConfig,
      filter: and(is('name', 'x'), { join: 'or', items: [] }),
      sorts: [
        { field: 'files', direction: 'asc' },
        { field: 'n', direction: 'desc' },
      ],
      hidden: ['n'],
      widths: { n: 100 },
    })
    expect(fitView({ hidden: ['gone'] }, fields).isPartial).toBe(false)
  })
})

describe('completeFilter', () => {
  it('is without conditions that have nothing to compare with', () => {
    const open = { field: 'name' as FieldId, operator: 'contains' } as const
    expect(completeFilter(and(open))).toBeNull()
    expect(completeFilter(and(open, is('n', 0), and({ ...open, value: '' })))).toEqual(and(is('n', 0)))
    expect(conditionsOf(and(open, and(open, open)))).toHaveLength(3)
  })
})

describe('valuesForFilter', () => {
  it('are those of equalities that all have to hold', () => {
    const filter = and(is('name', 'x'), is('done', true), is('who', 'me'), and(is('n', 3)), {
      join: 'or',
      items: [is('due', '2026-01-01')],
    })
    expect(valuesForFilter(filter, fields, 'anna')).toEqual({ name: 'x', done: true, who: 'anna', n: 3 })
    expect(valuesForFilter({ ...filter, join: 'or' }, fields, 'anna')).toEqual({})
    expect(valuesForFilter(and(is('n', 3)), [{ ...fields[1]!, access: 'read' }], 'anna')).toEqual({})
  })
})
