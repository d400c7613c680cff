import { expect, test } from 'vitest'
import { mayBeCommitted } from './commit-outcome.ts'
import { failures } from './storage-failure.ts'

const failing = (code: string) => Object.assign(new Error('failed'), { code })

test.each(['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNRESET', '08006', '57P01'])(
  'after %s nobody knows whether the commit went through',
  (code) => expect(mayBeCommitted(failing(code))).toBe(true),
)

test.each(['42501', '23505', 'ENOSPC', '40001'])('after %s nothing was committed', (code) =>
  expect(mayBeCommitted(failing(code))).toBe(false),
)

test('a refusal of the storage service is no commit', () => {
  expect(mayBeCommitted(failures.accessDenied())).toBe(false)
  expect(mayBeCommitted('gone')).toBe(false)
})
