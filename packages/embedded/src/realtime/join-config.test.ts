import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseJoinPayload } from './join-config.ts'

it('reads what a client asks for', () => {
  const config = parseJoinPayload({
    access_token: 'token',
    config: {
      private: true,
      broadcast: { ack: true, self: true },
      presence: { key: 'ann', enabled: true },
      postgres_changes: [{ event: '*' }, null, { event: 'INSERT' }],
    },
  })
  expect(config).toEqual({
    isPrivate: true,
    acksBroadcasts: true,
    echoesBroadcasts: true,
    awaitsReplication: false,
    presenceKey: 'ann',
    presenceEnabled: true,
    postgresChanges: [{ event: '*' }, { event: 'INSERT' }],
    accessToken: 'token',
  })
})

it('takes any payload, gives each nameless presence a key of its own, and privacy only to a true', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (payload, value) => {
      expect(parseJoinPayload(payload).presenceKey).not.toBe(parseJoinPayload(payload).presenceKey)
      expect(parseJoinPayload({ config: { private: value } }).isPrivate).toBe(value === true)
    }),
  )
})
