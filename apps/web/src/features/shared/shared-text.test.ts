import type { SharedField, SharedPage } from '@plinth/domain'
import { expect, test } from 'vitest'
import { isEmptyShared, sharedText } from './shared-text.ts'

const page: SharedPage = {
  kind: 'view',
  name: 'Cities',
  fields: [],
  total: 1,
  timeZone: 'Europe/Vienna',
  locale: 'en',
  weekStart: 1,
}
const field = (type: SharedField['type'], options: SharedField['options'] = {}): SharedField => ({
  name: 'F',
  type,
  options,
})

test.each([
  [field('text'), 'Linz', 'Linz'],
  [field('checkbox'), null, 'No'],
  [field('checkbox'), true, 'Yes'],
  [field('currency', { currency: 'EUR' }), 1250, '€12.50'],
  [field('person'), 'Olga', 'Olga'],
  [field('person'), null, ''],
  [field('link'), null, ''],
  [field('link'), { count: 1, names: [] }, '1 record'],
  [field('link'), { count: 1200, names: [] }, '1,200 records'],
  [field('link'), { count: 3, names: ['Ann', null, ''] }, 'Ann, and 2 more'],
  [field('link'), { count: 2, names: ['Ann', 'Ben'] }, 'Ann, Ben'],
] as const)('%o: %o is shown as %j', (of, value, text) => {
  expect(sharedText(of, value, page)).toBe(text)
})

test('what is empty is empty whatever its type, but a box is ticked or not', () => {
  expect(isEmptyShared(field('text'), '')).toBe(true)
  expect(isEmptyShared(field('multi_select'), null)).toBe(true)
  expect(isEmptyShared(field('checkbox'), null)).toBe(false)
  expect(isEmptyShared(field('created_by'), 'Olga')).toBe(false)
})
