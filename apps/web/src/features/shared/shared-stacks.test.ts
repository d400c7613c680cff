import type { OptionId, SharedField, SharedPage, SharedValue } from '@plinth/domain'
import { expect, test } from 'vitest'
import type { BoardLayout } from './shared-kinds.ts'
import { countIn, stackWords } from './shared-stacks.ts'

const page: SharedPage = {
  kind: 'view',
  name: 'Work',
  fields: [],
  total: 0,
  timeZone: 'Europe/Vienna',
  locale: 'en',
  weekStart: 1,
}
const field = (type: SharedField['type'], options: SharedField['options'] = {}): SharedField => ({
  name: 'State',
  type,
  options,
})
const states = field('status', { options: [{ id: 'a' as OptionId, label: 'To do', hue: 'amber' }] })

test.each<[SharedField, SharedValue, string]>([
  [states, 'a', 'To do'],
  [field('checkbox'), true, 'State'],
  [field('checkbox'), false, 'Not State'],
  [field('checkbox'), null, 'Not State'],
  [field('person'), 'Olga', 'Olga'],
  [field('person'), null, 'No State'],
  [states, null, 'No State'],
  [field('link'), 'Vienna', 'Vienna'],
  [field('link'), '', 'Unnamed record'],
  [field('link'), null, 'No State'],
])('a stack of %o: %o is called %j', (of, value, label) => {
  expect(stackWords(of, value, page).label).toBe(label)
})

test('a stack of an option has its colour, one of a person is known for it, and one of nothing for that', () => {
  expect(stackWords(states, 'a', page)).toMatchObject({ hue: 'amber', isPerson: false, isNothing: false })
  expect(stackWords(field('person'), 'Olga', page)).toMatchObject({ hue: null, isPerson: true })
  expect(stackWords(field('person'), null, page)).toMatchObject({ isPerson: false, isNothing: true })
  expect(stackWords(field('checkbox'), null, page)).toMatchObject({ isNothing: false })
})

const stack = (count: number) => ({ mark: `m${count}`, value: 'a', count })
const board: BoardLayout = { kind: 'board', by: 0, cover: null, fit: 'crop', stacks: [0, 3, 4].map(stack) }
const counted = (layout: BoardLayout) =>
  [0, 1, 2].map((lane) => [0, 1, 2].map((at) => countIn(layout, at, lane)))

test('what stands in a lane is what was counted, and nothing where the stack or the lane has nothing', () => {
  const counts = [
    [0, 2, 1],
    [0, 0, 0],
    [0, 1, 3],
  ]
  const lanes = { by: 1, stacks: [3, 0, 4].map(stack), counts }
  expect(counted({ ...board, lanes })).toEqual(counts)
  const { counts: _, ...uncounted } = lanes
  expect(counted({ ...board, lanes: uncounted })).toEqual([
    [0, null, null],
    [0, 0, 0],
    [0, null, null],
  ])
  // A page that tells too little of them is no reason to say that there is nothing.
  expect(countIn({ ...board, lanes: { ...lanes, counts: [] } }, 1, 0)).toBeNull()
})
