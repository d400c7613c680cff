import { describe, expect, it } from 'vitest'
import { parsePattern } from './pattern.ts'
import { phonePattern } from './ready-patterns.ts'

const phoneNumbers = [
  '112',
  '+43 1 234 56 78',
  '+43 (0)1 234-56-78',
  '(0)1/234 56 78',
  '(555) 555-0123',
  '555.555.0123 x42',
  '+1 555 555 0123 ext. 42',
  '0049 - 30 - 1234567',
  '+123456789012345',
]
const otherTexts = [
  '',
  '+',
  '12',
  'call me',
  '+43 1 234 56 78 or 79',
  '++43 1 234 56 78',
  '43+1 234 56 78',
  '(0 1 234 56 78',
  '1'.repeat(30),
  '+43 1 234\n56 78',
  'anna@example.org',
]

describe('the pattern of phone numbers', () => {
  const pattern = parsePattern(phonePattern.text)
  it.each(phoneNumbers)('finds %s', (text) => {
    expect(pattern?.matches(text)).toBe(true)
  })
  it.each(otherTexts)('does not find %j', (text) => {
    expect(pattern?.matches(text)).toBe(false)
  })
})
