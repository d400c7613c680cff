import { describe, expect, test } from 'vitest'
import { didYouMean, nearestName } from './suggest.ts'

describe('the nearest name', () => {
  const names = ['Budget', 'Region', 'Assignee', 'Id']
  test.each([
    ['Budgt', 'Budget'],
    ['budget', 'Budget'],
    ['Bugdet', 'Budget'],
    ['Regoin', 'Region'],
    ['Asignees', 'Assignee'],
    ['Ix', 'Id'],
    ['Something', null],
    ['', null],
  ])('to %s is %s', (wrong, expected) => {
    expect(nearestName(wrong, names)).toBe(expected)
  })

  test('is the first of two at the same distance', () => {
    expect(nearestName('cat', ['bat', 'hat'])).toBe('bat')
  })

  test('is asked for in a sentence', () => {
    expect(didYouMean('“Budget”')).toBe(' Did you mean “Budget”?')
    expect(didYouMean(null)).toBe('')
  })
})
