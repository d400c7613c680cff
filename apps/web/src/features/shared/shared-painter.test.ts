import type { RuleTree, SharedColor, SharedField, SharedPage } from '@plinth/domain'
import { expect, test } from 'vitest'
import { legendOf, seenColors } from './shared-colors.ts'
import { createSharedPainter } from './shared-painter.ts'

const field = (name: string, type: SharedField['type'], options = {}): SharedField => ({
  name,
  type,
  options,
})
const options = [{ id: 'late' as never, label: 'Late', hue: 'red' as const }]
const fields = [
  field('Name', 'text'),
  field('Price', 'currency', { currency: 'EUR' }),
  field('State', 'single_select', { options }),
]
const page = { fields, timeZone: 'Europe/Vienna' }
const call = (name: string, ...args: RuleTree[]) => ({ call: name, args }) as unknown as RuleTree
const place = (at: number) => ({ field: String(at) }) as unknown as RuleTree
const over = (price: number) => call('>', place(1), { number: price } as unknown as RuleTree)
const color = (name: string, when: RuleTree, paints: SharedColor['paints'] = 'row'): SharedColor => ({
  name,
  when,
  hue: 'red',
  paints,
})

test('the first rule that is true paints the record, and a field the first of those that paint it', () => {
  const [dear, dearer] = [color('Dear', over(10)), color('Dearer', over(20))]
  const [late, mark] = [
    color('Late', call('=', place(2), { field: '2', option: 'late' } as unknown as RuleTree), 2),
    color('Mark', over(5), 2),
  ]
  const paintOf = createSharedPainter(page, [dear, dearer, late, mark])
  // In minor units, as amounts travel.
  expect(paintOf(['a', 2_500, 'late'])).toEqual({ row: dear, cells: new Map([[2, late]]) })
  expect(paintOf(['a', 700, null])).toEqual({ row: null, cells: new Map([[2, mark]]) })
  expect(paintOf(['a', null, null])).toEqual({ row: null, cells: new Map() })
})

test('a rule that does not suit the fields is left out', () => {
  const paintOf = createSharedPainter(page, [
    color('Odd', call('>', place(0), place(1))),
    color('Dear', over(1)),
  ])
  expect(paintOf(['a', 500, null]).row?.name).toBe('Dear')
})

test('days and bars show no single values', () => {
  const colors = [color('Dear', over(10)), color('Mark', over(5), 2)]
  const grid = { ...page, colors } as unknown as SharedPage
  expect(legendOf(grid)).toEqual([
    { key: '0', name: 'Dear', hue: 'red', field: undefined },
    { key: '1', name: 'Mark', hue: 'red', field: 'State' },
  ])
  const days = { ...grid, layout: { kind: 'calendar', start: 0, end: null } } as const
  expect(seenColors(days).map(({ name }) => name)).toEqual(['Dear'])
})
