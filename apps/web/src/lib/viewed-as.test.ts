import { uuidV7 } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { formatViewedAs, parseViewedAs } from './viewed-as.ts'

describe('through whose eyes', () => {
  it('reads what it writes', () => {
    const id = uuidV7() as never
    for (const who of [{ role: id }, { person: id }]) expect(parseViewedAs(formatViewedAs(who))).toEqual(who)
  })

  it('takes nothing else', () => {
    for (const text of [
      undefined,
      '',
      'role:',
      'role:x',
      `me:${uuidV7()}`,
      `role:${uuidV7()} `,
      `role:role:${uuidV7()}`,
    ])
      expect(parseViewedAs(text)).toBeNull()
  })
})
