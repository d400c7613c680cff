import type { SharedPage } from '@plinth/domain'
import { expect, it } from 'vitest'
import { legendOf, tintsOf } from './shared-colors.ts'

const options = [
  { id: 'a', label: 'Stage A', hue: 'red' },
  { id: 'b', label: 'Stage B', hue: 'blue' },
]
const page = (layout: object, more: object = {}) =>
  ({
    fields: [
      { name: 'What', type: 'text', options: {} },
      { name: 'Room', type: 'single_select', options: { options } },
    ],
    layout: { start: 0, end: null, ...layout },
    ...more,
  }) as unknown as SharedPage

it('colours records by the choice of a calendar or a timeline', () => {
  const calendar = tintsOf(page({ kind: 'calendar', color: 1 }))
  expect(calendar(['x', 'b'])).toEqual({ name: 'Stage B', hue: 'blue' })
  expect(calendar(['x', null])).toEqual({ name: 'No Room', hue: 'stone' })
  expect(tintsOf(page({ kind: 'timeline', color: 1 }))(['x', null])).toBeNull()
  expect(tintsOf(page({ kind: 'timeline' }))(['x', 'a'])).toBeNull()
  expect(tintsOf(page({ kind: 'list', color: 1 }))(['x', 'a'])).toBeNull()
})

it('says what they mean, behind the rules', () => {
  const colors = [{ name: 'Late', when: true, hue: 'amber', paints: 'row' }]
  expect(
    legendOf(page({ kind: 'timeline', color: 1 }, { colors })).map(({ name, hue }) => [name, hue]),
  ).toEqual([
    ['Late', 'amber'],
    ['Stage A', 'red'],
    ['Stage B', 'blue'],
  ])
  expect(legendOf(page({ kind: 'timeline' }))).toEqual([])
})
