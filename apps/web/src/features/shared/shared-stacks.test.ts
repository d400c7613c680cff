import type { OptionId, SharedField, SharedPage, SharedValue } from '@plinth/domain'
import { expect, test } from 'vitest'
import { stackWords } from './shared-stacks.ts'

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
