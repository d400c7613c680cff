import { describe, expect, test } from 'vitest'
import { valueOfText } from '../testing/value-of-text.ts'

describe('lists', () => {
  test.each([
    ['[1, empty, 2]', [1, 2]],
    ['["", "a"]', ['a']],
    ['[]', null],
    ['[1 / 0]', null],
    ['count([1, 1])', 2],
    ['count([])', 0],
    ['count(empty)', 0],
    ['count({Files})', 0],
    ['has_any([1, 2], [2, 3])', true],
    ['has_any([1, 2], [3])', false],
    ['has_any([], [])', false],
    ['has_any(empty, [1])', false],
    ['has_any([1], empty)', false],
    ['has_all([1, 2], [1])', true],
    ['has_all([1, 2], [1, 3])', false],
    ['has_all([], [1])', false],
    ['has_all([1], [])', true],
    ['has_all(empty, empty)', true],
    ['first([2, 1])', 2],
    ['last([2, 1])', 1],
    ['first([])', null],
    ['item([2, 1], 1)', 2],
    ['item([2, 1], 2.9)', 1],
    ['item([2, 1], 3)', null],
    ['item([2, 1], 0)', null],
    ['item([2, 1], -1)', null],
    ['item([2, 1], 1e308)', null],
    ['unique([2, 1, 2])', [2, 1]],
    ['unique(["a", "A"])', ['a', 'A']],
    ['unique([-0, 0])', [0]],
    ['join(["a", "b"], "-")', 'a-b'],
    ['join(["a", empty, "b"], "-")', 'a-b'],
    ['join(["a", "b"], "")', 'ab'],
    ['join([], "-")', null],
    ['join(split("a b", " "), "")', 'ab'],
  ])('%s is %j', (text, value) => {
    expect(valueOfText(text)).toEqual(value)
  })

  test('that would make a text too long leave nothing', () => {
    const cells = { 'Notes {long\\wide}': 'x,'.repeat(50_000) }
    const notes = '{Notes {long\\\\wide\\}}'
    expect(valueOfText(`join(split(${notes}, ","), ${notes})`, cells)).toBe(null)
    expect(valueOfText(`length(join(split(${notes}, ","), ";"))`, cells)).toBe(99_999)
  })

  test('of options hold labels of that field', () => {
    const cells = { Region: 'o10x0' }
    expect(valueOfText('{Region} in ["UK", "EU"]', cells)).toBe(true)
    expect(valueOfText('[{Region}, "UK"]', cells)).toEqual(['o10x0', 'o10x1'])
    expect(valueOfText('["UK", "EU"] has {Region}', cells)).toBe(true)
  })
})
