import { describe, expect, test } from 'vitest'
import { samplePeople } from '../testing/records.ts'
import { valueOfText } from '../testing/value-of-text.ts'

describe('conditions', () => {
  test.each([
    ['true and true and true', true],
    ['true and empty', false],
    ['true and false and true', false],
    ['empty or empty', false],
    ['false or empty or true', true],
    ['not empty', true],
    ['not not empty', false],
    ['{Done}', null],
    ['not {Done}', true],
    ['{Done} = false', false],
    ['{Done} = empty', true],
  ])('%s is %s for an empty record', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

const nobody = (text: string) => valueOfText(text, {}, { me: null, role: null })

describe('equality', () => {
  test.each([
    ['empty = empty', true],
    ['"" = empty', true],
    ['[] = empty', true],
    ['[empty] = []', true],
    ['0 = empty', false],
    ['false = empty', false],
    ['1 != 1', false],
    ['1 != empty', true],
    ['"a" = "A"', false],
    ['"é" = "e\u0301"', false],
    ['-0 = 0', true],
    ['0.1 + 0.2 = 0.3', false],
    ['[1, 2] = [1, 2]', true],
    ['[1, 2] = [2, 1]', false],
    ['[1, empty, 2] = [1, 2]', true],
    ['[1] = [1, 1]', false],
    ['1 / 0 = empty', true],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('compares options of one field, written by their labels', () => {
    expect(valueOfText('{Region} = "UK"', { Region: 'o10x1' })).toBe(true)
    expect(valueOfText('{Region} = "UK"', { Region: 'o10x0' })).toBe(false)
    expect(valueOfText('{Region} != "UK"')).toBe(true)
  })

  test('does not take nobody for an empty cell', () => {
    expect(nobody('{Assignee} = me()')).toBe(false)
    expect(nobody('me() = {Assignee}')).toBe(false)
    expect(nobody('{Assignee} != me()')).toBe(true)
    expect(nobody('me() = me()')).toBe(false)
    expect(nobody('{Name} = my_role()')).toBe(false)
    // Only the call itself is meant.
    expect(nobody('{Assignee} = first_filled(me())')).toBe(true)
  })

  test('knows who is asking', () => {
    const [me, other] = samplePeople
    expect(valueOfText('{Assignee} = me()', { Assignee: me! }, { me: me! })).toBe(true)
    expect(valueOfText('{Assignee} = me()', { Assignee: me! }, { me: other! })).toBe(false)
    expect(valueOfText('{Assignee} = me()', {}, { me: me! })).toBe(false)
  })
})

describe('order', () => {
  test.each([
    ['1 < 2', true],
    ['2 <= 2', true],
    ['2 > 2', false],
    ['-1 >= -2', true],
    ['1 < empty', false],
    ['1 >= empty', false],
    ['empty <= empty', false],
    ['"Z" < "a"', true],
    ['"a" < "ab"', true],
    ['"\uffff" < "😀"', true],
    ['"😀" > "\ue000"', true],
    ['date(2024, 1, 31) < date(2024, 2, 1)', true],
    ['date(999, 1, 1) < date(1000, 1, 1)', true],
    ['days(1) > hours(23)', true],
    ['now() > now() - seconds(1)', true],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('lists', () => {
  test.each([
    ['2 in [1, 2]', true],
    ['3 in [1, 2]', false],
    ['empty in [1, 2]', false],
    ['empty in [empty]', false],
    ['1 in []', false],
    ['[1, 2] has 2', true],
    ['[1, 2] has empty', false],
    ['[] has 1', false],
    ['not (1 in empty)', true],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('arithmetic', () => {
  test.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 3 - 2', 5],
    ['2 / 4 / 2', 0.25],
    ['1e16 + 1 + 1', 1e16],
    ['1e308 * 10', null],
    ['1e308 * 10 - 1e308 * 10', null],
    ['5e-324 / 2', 0],
    ['-5e-324 / 2', 0],
    ['0 * -1', 0],
    ['-0', 0],
    ['1 / 0', null],
    ['0 / 0', null],
    ['1 + empty', null],
    ['-empty', null],
    ['7 % 3', 1],
    ['-7 % 3', 2],
    ['7 % -3', -2],
    ['-7 % -3', -1],
    ['7.5 % 2', 1.5],
    ['7 % 0', null],
    ['-1e-300 % 1e300', -1e-300],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('leaves no negative zero', () => {
    for (const text of [
      '-0',
      '0 * -1',
      '-5e-324 / 2',
      'round(-0.4)',
      'truncate(-0.5)',
      'ceiling(-0.5)',
      'number("-0")',
    ]) {
      expect(Object.is(valueOfText(text), 0)).toBe(true)
    }
  })
})

describe('durations', () => {
  const at = Date.parse('2024-07-05T22:30:00.250Z')
  test.each([
    ['now() + seconds(0.0004)', at],
    ['now() + seconds(0.0005)', at + 1],
    ['now() + seconds(-0.0005)', at],
    ['now() - seconds(0.0005)', at - 1],
    ['now() + days(1)', at + 86_400_000],
    ['now() + days(1e300)', null],
    ['now() - days(1e6)', null],
    ['now() - (now() - hours(1))', 3600],
    ['date(2024, 3, 1) - date(2024, 2, 28)', 172_800],
    ['date(9999, 12, 31) - date(1, 1, 1)', 315_537_811_200],
    ['days(1) + hours(1)', 90_000],
    ['hours(1) * 2', 7200],
    ['2 * hours(1)', 7200],
    ['hours(1) / 2', 1800],
    ['hours(1) / minutes(1)', 60],
    ['-hours(1)', -3600],
    ['hours(1) / hours(0)', null],
    ['now() - empty', null],
    ['empty - empty', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('reach to both ends of the calendar and no further', () => {
    const first = { 'Seen at': '0001-01-01T00:00:00.000Z' }
    expect(valueOfText('{Seen at} - seconds(0.001)', first)).toBe(null)
    expect(valueOfText('{Seen at} + seconds(0.001)', first)).toBe(-62_135_596_799_999)
    const last = { 'Seen at': '9999-12-31T23:59:59.999Z' }
    expect(valueOfText('{Seen at} + seconds(0.001)', last)).toBe(null)
  })
})

describe('&', () => {
  test.each([
    ['"a" & "b" & "c"', 'abc'],
    ['"a" & empty', 'a'],
    ['empty & empty', null],
    ['"" & ""', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })

  test('is empty when the result is longer than a text may be', () => {
    const long = { 'Notes {long\\wide}': 'x'.repeat(100_000) }
    expect(valueOfText('{Notes {long\\\\wide\\}} & ""', long)).toHaveLength(100_000)
    expect(valueOfText('{Notes {long\\\\wide\\}} & "x"', long)).toBe(null)
    expect(valueOfText('{Notes {long\\\\wide\\}} & {Notes {long\\\\wide\\}} & "x"', long)).toBe(null)
  })
})
