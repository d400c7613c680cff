import { describe, expect, it } from 'vitest'
import { ColumnProfiler } from './column-profile.ts'
import { describeLoss } from './loss.ts'
import { shapeContext } from './plan.ts'

function evidenceOf(...cells: string[]) {
  const profiler = new ColumnProfiler(shapeContext('en', 'UTC'))
  cells.forEach((cell, at) => profiler.add(cell, at + 2))
  return profiler.evidence()
}

describe('describeLoss', () => {
  it('names the first value that a number would shorten', () => {
    expect(describeLoss({ type: 'integer', mark: '.' }, evidenceOf('12', '007', '010'))).toBe(
      '2 values would not stay as they are: “007” in line 3 becomes 7.',
    )
    expect(describeLoss({ type: 'number', mark: '.' }, evidenceOf('12345678901234567890'))).toBe(
      '1 value would not stay as it is: “12345678901234567890” in line 2 becomes 12345678901234567000.',
    )
    expect(describeLoss({ type: 'number', mark: ',' }, evidenceOf('+1,5'))).toContain('becomes 1.5')
  })

  it('says when times would be cut', () => {
    const evidence = evidenceOf('2024-01-01T10:00:00.123456Z', '2024-01-01T10:00:00Z')
    expect(describeLoss({ type: 'datetime', order: 'mdy' }, evidence)).toBe(
      '1 time is finer than a millisecond and would be cut.',
    )
  })

  it('has nothing to say where values stay, or do not fit at all', () => {
    expect(describeLoss({ type: 'integer', mark: '.' }, evidenceOf('12', '7', 'x'))).toBeNull()
    expect(describeLoss({ type: 'integer', mark: '.' }, evidenceOf('12345678901234567890'))).toBeNull()
    expect(describeLoss({ type: 'text' }, evidenceOf('007'))).toBeNull()
    expect(describeLoss({ type: 'date', order: 'mdy' }, evidenceOf('2024-01-01'))).toBeNull()
  })
})
