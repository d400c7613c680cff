import { describe, expect, test } from 'vitest'
import { durationMs, power, remainder, sum } from './numbers.ts'
import { compareValues, endOfInstants, firstInstant, sameValue, settle } from './value.ts'

describe('what a step leaves', () => {
  test.each([
    ['', 'text', null],
    ['a', 'text', 'a'],
    ['x'.repeat(100_001), 'text', null],
    [Number.NaN, 'number', null],
    [Number.NEGATIVE_INFINITY, 'duration', null],
    [-0, 'number', 0],
    [firstInstant, 'datetime', firstInstant],
    [firstInstant - 1, 'datetime', null],
    [endOfInstants - 1, 'datetime', endOfInstants - 1],
    [endOfInstants, 'datetime', null],
    [endOfInstants, 'number', endOfInstants],
    [[], 'list', null],
    [[1], 'list', [1]],
    [false, 'boolean', false],
    [null, 'text', null],
  ])('of %j as %s is %j', (value, kind, left) => {
    expect(settle(value, kind)).toEqual(left)
  })

  test('knows both ends of time', () => {
    expect(new Date(firstInstant).toISOString()).toBe('0001-01-01T00:00:00.000Z')
    expect(new Date(endOfInstants - 1).toISOString()).toBe('9999-12-31T23:59:59.999Z')
  })
})

describe('values', () => {
  test.each([
    [null, null, true],
    [null, 0, false],
    [[1, 2], [1, 2], true],
    [[1, 2], [1], false],
    [[1], null, false],
    ['a', 'a', true],
  ])('%j and %j: same is %s', (a, b, same) => {
    expect(sameValue(a, b)).toBe(same)
  })

  test('have an order by type', () => {
    expect(compareValues(2, 10)).toBeLessThan(0)
    expect(compareValues('2', '10')).toBeGreaterThan(0)
    expect(compareValues('a', 'a')).toBe(0)
  })
})

describe('arithmetic', () => {
  test('a duration is whole milliseconds', () => {
    expect([0.0005, -0.0005, 0.0004, 1.0015, -1.5].map(durationMs)).toEqual([1, 0, 0, 1002, -1500])
  })

  test('a remainder has the sign of the divisor', () => {
    expect([remainder(7, 3), remainder(-7, 3), remainder(7, -3), remainder(-7, -3)]).toEqual([1, 2, -2, -1])
  })

  test('a power takes whole exponents', () => {
    expect([power(2, 3), power(2, -3), power(0, 0)]).toEqual([8, 0.125, 1])
    expect(power(4, 0.5)).toBeNaN()
    expect(power(1, 1001)).toBeNaN()
  })

  test('a sum goes from left to right', () => {
    expect(sum([1e16, 1, 1])).toBe(1e16)
    expect(sum([1, 1, 1e16])).toBe(1e16 + 2)
  })
})
