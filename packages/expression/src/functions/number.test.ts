import { describe, expect, test } from 'vitest'
import { valueOfText } from '../testing/value-of-text.ts'

describe('simple ones', () => {
  test.each([
    ['abs(-2.5)', 2.5],
    ['sign(-2)', -1],
    ['sign(0)', 0],
    ['sqrt(2)', Math.SQRT2],
    ['sqrt(-1)', null],
    ['floor(-1.5)', -2],
    ['ceiling(-1.5)', -1],
    ['truncate(-1.5)', -1],
    ['abs(empty)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('rounding is that of the decimal one sees', () => {
  test.each([
    ['round(0.5)', 1],
    ['round(1.5)', 2],
    ['round(2.5)', 3],
    ['round(-2.5)', -3],
    ['round(1.005, 2)', 1.01],
    ['round(2.675, 2)', 2.68],
    ['round(1.45, 1)', 1.5],
    ['round(0.285, 2)', 0.29],
    ['round(1234.5678, -2)', 1200],
    ['round(50, -2)', 100],
    ['round(49, -2)', 0],
    ['round(5, -1)', 10],
    ['round(1, -3)', 0],
    ['round(1.23456, 2.9)', 1.23],
    ['round(1.5, 100)', 1.5],
    ['round(1e-16, 100)', 0],
    ['round(5e-16, 15)', 1e-15],
    ['round(1e15, -100)', 1e15],
    ['round(4e14, -100)', 0],
    ['round(1e308, -15)', 1e308],
    ['round(1.7976931348623157e308, 0)', Number.MAX_VALUE],
    ['round_up(1.001, 2)', 1.01],
    ['round_up(-1.001, 2)', -1.01],
    ['round_up(1.01, 2)', 1.01],
    ['round_up(5e-324, 15)', 1e-15],
    ['round_up(0, 2)', 0],
    ['round_up(1, -2)', 100],
    ['round_down(1.019, 2)', 1.01],
    ['round_down(-1.019, 2)', -1.01],
    ['round_down(0.1 + 0.2, 1)', 0.3],
    ['round_down(1e23, -15)', 9.9999999e22],
    ['round(1.5, empty)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('powers', () => {
  test.each([
    ['power(2, 10)', 1024],
    ['power(-2, 3)', -8],
    ['power(0, 0)', 1],
    ['power(0, -1)', null],
    ['power(10, -2)', 0.01],
    ['power(10, 308)', 1.0000000000000006e308],
    ['power(10, 309)', null],
    ['power(10, -400)', 0],
    ['power(0.1, 400)', 0],
    ['power(0.1, -400)', null],
    ['power(1.1, 5)', 1.1 * (1.1 * 1.1 * (1.1 * 1.1))],
    ['power(1, 1001)', null],
    ['power(1, -1001)', null],
    ['power(2, 0.5)', null],
    ['power(2, 1e308)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})

describe('the others', () => {
  test.each([
    ['mod(-7, 3)', 2],
    ['mod(1e308, 5e-324)', null],
    ['clamp(5, 1, 3)', 3],
    ['clamp(0, 1, 3)', 1],
    ['clamp(2, 1, 3)', 2],
    ['clamp(2, 3, 1)', null],
    ['is_even(4)', true],
    ['is_even(-3)', false],
    ['is_even(2.5)', false],
    ['is_even(1e308)', true],
    ['is_even(empty)', false],
    ['is_odd(-3)', true],
    ['is_odd(0)', false],
    ['is_odd(9007199254740991)', true],
    ['is_odd(empty)', false],
    ['min(3, 1, 2)', 1],
    ['min(empty, 2)', 2],
    ['min(empty, empty)', null],
    ['min([3, 1])', 1],
    ['min([])', null],
    ['max("a", "😀", "\uffff")', '😀'],
    ['max(days(1), hours(25))', 90_000],
    ['max({Due}, date(2024, 1, 1))', '2024-01-01'],
    ['sum(1, 2, 3)', 6],
    ['sum([1, 2, empty])', 3],
    ['sum(empty)', 0],
    ['sum(1e308, 1e308, -1e308)', null],
    ['sum(1e16, 1, 1)', 1e16],
    ['average(1, 2)', 1.5],
    ['average(1, empty)', 1],
    ['average(empty)', null],
    ['average([])', null],
    ['average(1e308, 1e308)', null],
  ])('%s is %s', (text, value) => {
    expect(valueOfText(text)).toBe(value)
  })
})
