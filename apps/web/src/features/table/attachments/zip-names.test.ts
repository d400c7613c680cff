import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createZipNames } from './zip-names.ts'

it('numbers names that come again, before their ending', () => {
  const name = createZipNames()
  expect(['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf', '.env', '.env'].map(name)).toEqual([
    'a.pdf',
    'A (2).pdf',
    'a (3).pdf',
    'a (2) (2).pdf',
    '.env',
    '.env (2)',
  ])
})

it('gives no name twice, and none that leads out of the folder', () => {
  // Few characters, so that names come again.
  const unit = fc.constantFrom('a', 'A', '.', ' ', '/', '\\', 'ß', '\u0000', ')')
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 4, unit }), { maxLength: 20 }), (names) => {
      const name = createZipNames()
      const given = names.map((each) => name(each))
      expect(new Set(given.map((each) => each.toLowerCase())).size).toBe(names.length)
      for (const each of given) expect(each).not.toMatch(/[/\\]|^\.\.?$|^$/)
    }),
  )
})
