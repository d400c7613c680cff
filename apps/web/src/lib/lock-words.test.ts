import type { RecordLock } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { openersText } from './lock-words.ts'

describe('who may change what is locked', () => {
  it('is told by name', () => {
    const roles = [
      { id: 'a', kind: 'editor', name: 'editor' },
      { id: 'b', kind: 'custom', name: 'Auditor' },
    ] as unknown as RecordLock['roles']
    expect(openersText({ creators: true, roles })).toBe(
      'Only creators, “Editor”, and “Auditor” may change it.',
    )
    expect(openersText({ creators: true, roles: [] })).toBe('Only creators may change it.')
    expect(openersText({ creators: false, roles: [] })).toBe(
      'Nobody may change it. A creator can change the lock.',
    )
  })
})
