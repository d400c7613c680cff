import type { ShareLink } from '@plinth/domain'
import { expect, test } from 'vitest'
import { endOf, linkFacts, passwordProblem } from './share-words.ts'

const link = {
  fields: ['a', 'b'],
  hasPassword: false,
  expiresAt: null,
  state: 'open',
  madeBy: 'Olga',
  opened: 0,
  openedAt: null,
} as unknown as ShareLink

test('a link is said to be what it is', () => {
  expect(linkFacts(link)).toBe('2 fields · not opened yet · by Olga')
  const open = { ...link, opened: 1200, openedAt: '2026-01-02T12:00:00Z', hasPassword: true }
  expect(linkFacts(open)).toMatch(/^2 fields · password · opened 1.200 times, last .*2026.* · by Olga$/)
  expect(linkFacts({ ...open, opened: 1 })).toContain('opened once')
  expect(linkFacts({ ...link, kind: 'form' })).toBe('form · not opened yet · by Olga')
  expect(linkFacts({ ...link, expiresAt: '2026-01-02T12:00:00Z' })).toMatch(/until .*2026/)
  expect(linkFacts({ ...link, expiresAt: '2026-01-02T12:00:00Z', state: 'expired' })).toMatch(/ended .*2026/)
})

test('an end is counted from now', () => {
  const now = new Date('2026-01-01T00:00:00Z')
  expect(endOf('never', now)).toBeNull()
  expect(endOf('day', now)).toBe('2026-01-02T00:00:00.000Z')
  expect(endOf('week', now)).toBe('2026-01-08T00:00:00.000Z')
  expect(endOf('year', now)).toBe('2027-01-01T00:00:00.000Z')
})

test('a password has eight characters and no more than 72 bytes', () => {
  expect(passwordProblem('short77')).toMatch(/8/)
  expect(passwordProblem('eight888')).toBeNull()
  expect(passwordProblem('é'.repeat(36))).toBeNull()
  expect(passwordProblem('é'.repeat(37))).toMatch(/72/)
})
