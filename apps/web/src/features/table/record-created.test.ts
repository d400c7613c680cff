import type { RecordId } from '@plinth/domain'
import { uuidV7Sequence } from '@plinth/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createdAt, createdText } from './record-created.ts'
import { recordLink } from './record-link.ts'

it('reads the instant from an id made by the app', () => {
  const now = Date.parse('2026-03-24T22:41:07.089Z')
  expect(createdAt(uuidV7Sequence()(now))?.getTime()).toBe(now)
})

it('reads nothing from ids of other kinds', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 4 }), (id) => {
      expect(createdAt(id)).toBeNull()
    }),
  )
})

describe('createdText', () => {
  const made = new Date('2026-03-24T22:41:07Z')

  it('writes the instant as people of the base write it', () => {
    expect(createdText(made, { locale: 'en-GB', timeZone: 'Europe/Berlin' })).toBe('24 Mar 2026, 23:41')
  })

  it('writes it in English and in UTC where this browser knows neither the language nor the zone', () => {
    expect(createdText(made, { locale: 'en_US@posix', timeZone: 'Mars/Base' })).toBe('Mar 24, 2026, 10:41 PM')
  })
})

it('links to a record beside the sort that is open', () => {
  const link = recordLink('r2' as RecordId, 'https://x.test/b/1/t/2?sort=f%3Aasc&record=r1')
  expect(link).toBe('https://x.test/b/1/t/2?sort=f%3Aasc&record=r2')
})

it('links to the page of a record where a page is open', () => {
  const link = recordLink('r2' as RecordId, 'https://x.test/b/1/t/2/v/3/r/r1?sort=f%3Aasc')
  expect(link).toBe('https://x.test/b/1/t/2/v/3/r/r2?sort=f%3Aasc')
})
