import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzyScore } from './fuzzy.ts'

const rank = (query: string, texts: string[]) =>
  texts
    .map((text) => ({ text, score: fuzzyScore(query, text) }))
    .filter((entry) => entry.score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map((entry) => entry.text)

describe('fuzzyScore', () => {
  it('matches every text against a subsequence of its words’ beginnings', () => {
    expect(fuzzyScore('nb', 'New base')).not.toBeNull()
    expect(fuzzyScore('bn', 'New base')).toBeNull()
  })

  it('puts whole words before scattered letters', () => {
    expect(rank('base', ['Bright and sunny estate', 'New base', 'Base settings'])).toEqual([
      'Base settings',
      'New base',
      'Bright and sunny estate',
    ])
  })

  it('ignores accents and case', () => {
    expect(fuzzyScore('sao', 'São Paulo')).not.toBeNull()
  })

  it('does not lose letters by jumping to the beginning of a later word', () => {
    expect(fuzzyScore('abb', 'a cb b')).not.toBeNull()
  })

  it('finds any text by itself and by its own letters in order', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z ]{1,20}$/),
        fc.array(fc.boolean(), { maxLength: 20 }),
        (text, keep) => {
          const part = [...text].filter((_, at) => keep[at] ?? true).join('')
          expect(fuzzyScore(part, text)).not.toBeNull()
        },
      ),
    )
  })
})
