import {
  emptyViewConfig,
  type Field,
  type FieldId,
  type FieldTypeName,
  type ViewConfig,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { isSameView, orderedFields, readView, shownFields, writeView } from './view-params.ts'

const field = (id: string, type: FieldTypeName): Field => ({
  id: id as FieldId,
  name: id,
  type,
  options: {},
  column: id,
  position: 0,
})
const fields = [field('a', 'text'), field('b', 'integer'), field('c', 'date'), field('d', 'text')]
const id = (name: string) => name as FieldId
const names = (list: readonly Field[]) => list.map(({ name }) => name).join('')
const saved: ViewConfig = {
  ...emptyViewConfig,
  sorts: [{ field: id('b'), direction: 'asc' }],
  filter: { join: 'and', items: [{ field: id('b'), operator: 'gt', value: 3 }] },
  widths: { [id('a')]: 200, [id('b')]: 90 },
}

describe('a view in the address', () => {
  it('is nothing while it is as saved', () => {
    expect(writeView(saved, saved)).toEqual({ sort: undefined, view: undefined })
    const same = { ...saved, widths: { [id('b')]: 90, [id('a')]: 200 } }
    expect([isSameView(saved, same), writeView(same, saved).view]).toEqual([true, undefined])
    expect(readView({}, saved, { fields })).toEqual({ config: saved, isPartial: false })
  })

  it('is the same where a condition is not complete yet', () => {
    const [begun, whole] = ['', 'x'].map((value) => ({
      ...saved,
      filter: {
        join: 'and' as const,
        items: [...saved.filter!.items, { field: id('a'), operator: 'contains' as const, value }],
      },
    }))
    expect([isSameView(begun!, saved), isSameView(whole!, saved)]).toEqual([true, false])
    expect(readView(writeView(begun!, saved), saved, { fields }).config).toEqual(begun)
  })

  it('comes back as it was written', () => {
    const changes: Partial<ViewConfig>[] = [
      { sorts: [] },
      { sorts: [{ field: id('c'), direction: 'desc' }], filter: null },
      { hidden: [id('d')], order: [id('d'), id('c')], rowHeight: 'tall', frozen: 2 },
      { filter: { join: 'or', items: [{ field: id('c'), operator: 'lt', value: { day: 0 } }] } },
      { groups: [{ field: id('a'), direction: 'asc' }], summaries: { [id('b')]: 'sum' } },
    ]
    for (const change of changes) {
      const view = { ...saved, ...change }
      expect(readView(writeView(view, saved), saved, { fields }).config).toEqual(view)
    }
  })

  it('is the saved one where the address holds nothing that suits', () => {
    const params = { sort: 'zzz:up', view: { filter: 'x', widths: 3, frozen: 'all', rowHeight: 'huge' } }
    expect(readView(params, emptyViewConfig, { fields }).config).toEqual(emptyViewConfig)
  })
})

describe('the fields of a view', () => {
  it('are in its order, the first one first, and those that it does not name behind', () => {
    const view = { order: [id('c'), id('a')], hidden: [id('b'), id('a')] }
    expect(names(orderedFields(fields, view))).toBe('acbd')
    expect(names(shownFields(fields, view))).toBe('acd')
  })
})
