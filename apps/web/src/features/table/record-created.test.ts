import type { RecordId } from '@plinth/domain'
import { uuidV7 } from '@plinth/domain'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createdAt } from './record-created.ts'
import { recordLink } from './record-link.ts'

it('reads the instant from an id made by the app', () => {
  const now = Date.now()
  const made = createdAt(uuidV7())?.getTime() ?? 0
  expect(Math.abs(made - now)).toBeLessThan(5_000)
})

it('reads nothing from ids of other kinds', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), (id) => {
      expect(createdAt(id)).toBeNull()
    }),
  )
})

it('links to a record beside the sort that is open', () => {
  const link = recordLink('r2' as RecordId, 'https://x.test/b/1/t/2?sort=f%3Aasc&record=r1')
  expect(link).toBe('https://x.test/b/1/t/2?sort=f%3Aasc&record=r2')
})
