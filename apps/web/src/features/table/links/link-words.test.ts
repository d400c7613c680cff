import { appError, type CellValue } from '@plinth/domain'
import { expect, it } from 'vitest'
import { fullText, stayingText, withCondition } from './link-words.ts'

const cell = (count: number) => ({ count, items: [] }) as CellValue

it('a cell is full when it has as many records as its field allows, those too that are not told', () => {
  const field = { options: { limit: 3 } }
  expect(fullText(null, field)).toBeNull()
  expect(fullText(cell(2), field)).toBeNull()
  for (const count of [3, 7]) expect(fullText(cell(count), field)).toMatch(/^At most 3 records/)
  expect(fullText(cell(7), { options: {} })).toBeNull()
})

it('says of emptied cells which links stay', () => {
  expect([0, 1, 1200].map(stayingText)).toEqual([
    null,
    '1 linked record stays: you may not read it.',
    '1,200 linked records stay: you may not read them.',
  ])
})

it('names the condition that a linked record does not meet', () => {
  const about = { field: { name: 'Head' }, target: { name: 'People' }, condition: 'starts_with({Name}, "S")' }
  const told = withCondition(appError('link_refused'), about)
  expect(told.code).toBe('link_refused')
  expect(told.message).toBe(
    '“Head” links only records of “People” that match its condition: starts_with({Name}, "S")',
  )
})
