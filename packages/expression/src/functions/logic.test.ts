import { describe, expect, test } from 'vitest'
import { valueOfText } from '../testing/value-of-text.ts'

describe('if and ifs', () => {
  test.each([
    ['if(true, 1, 2)', 1],
    ['if(false, 1, 2)', 2],
    ['if(empty, 1, 2)', 2],
    ['if(false, 1)', null],
    ['if(true, empty, 2)', null],
    ['if({Done}, "yes", "no")', 'no'],
    ['ifs(true, 1, true, 2)', 1],
    ['ifs(empty, 1, true, 2)', 2],
    ['ifs(false, 1, false, 2)', null],
    ['ifs(false, 1, false, 2, 3)', 3],
    ['ifs(false, 1, empty)', null],
    ['ifs(true, empty, 3)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('give options and lists, too', () => {
    expect(valueOfText('if({Region} = "EU", {Region}, "UK")', { Region: 'o10x2' })).toBe('o10x1')
    expect(valueOfText('if(true, [1, 2], [])')).toEqual([1, 2])
  })
})

describe('is_empty and is_filled', () => {
  test.each([
    ['is_empty(empty)', true],
    ['is_empty("")', true],
    ['is_empty(" ")', false],
    ['is_empty([])', true],
    ['is_empty(["", empty])', true],
    ['is_empty(false)', false],
    ['is_filled(0)', true],
    ['is_filled(1 / 0)', false],
    ['is_empty({Files})', true],
    ['is_filled({Files})', false],
    ['is_empty({Done})', true],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('see files', () => {
    const file = { id: 'f' as never, name: 'a', mime: 'b', bytes: 1, key: 'k', thumbKey: null }
    expect(valueOfText('is_filled({Files}) and count({Files}) = 2', { Files: [file, file] })).toBe(true)
    expect(valueOfText('is_empty({Files})', { Files: [] })).toBe(true)
  })
})

describe('the others', () => {
  test.each([
    ['first_filled(empty, "", "b", "c")', 'b'],
    ['first_filled(empty)', null],
    ['first_filled(false, true)', false],
    ['between(2, 1, 3)', true],
    ['between(1, 1, 3)', true],
    ['between(3, 1, 3)', true],
    ['between(4, 1, 3)', false],
    ['between(2, 3, 1)', false],
    ['between(empty, 1, 3)', false],
    ['between(2, empty, 3)', false],
    ['between("b", "a", "c")', true],
    ['between(date(2024, 2, 1), date(2024, 1, 1), date(2024, 3, 1))', true],
    ['xor(true, false)', true],
    ['xor(false, true)', true],
    ['xor(true, true)', false],
    ['xor(empty, empty)', false],
    ['xor(empty, true)', true],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})
