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

const row = (type: SharedField['type'], options: SharedField['options'] = {}): SharedField => ({
  ...field('long_text'),
  listed: { type, options },
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

test('values in a row are read as values of their type, in the language of the link', () => {
  expect(sharedText(row('date'), '2026-03-01, 2026-04-02', { ...page, locale: 'de' })).toBe(
    '01.03.2026, 02.04.2026',
  )
  expect(sharedText(row('currency', { currency: 'EUR' }), '12.50, 3.00', page)).toBe('€12.50, €3.00')
  expect(sharedText(row('text'), '2026-03-01, b', page)).toBe('2026-03-01, b')
})

test('what is empty is empty whatever its type, but a box is ticked or not', () => {
  expect(isEmptyShared(field('text'), '')).toBe(true)
  expect(isEmptyShared(field('multi_select'), null)).toBe(true)
  expect(isEmptyShared(field('checkbox'), null)).toBe(false)
  expect(isEmptyShared(field('created_by'), 'Olga')).toBe(false)
})
