import { expect, test } from 'vitest'
import { readInvitationFragment } from './invitation-link.ts'
import { embedCode, shareAddress } from './share-link.ts'

const embedded = { url: 'http://127.0.0.1:4100', publishableKey: 'sb_publishable_1', embedded: true }
const hosted = { url: 'https://x.example.co', publishableKey: 'sb_publishable_2', embedded: false }
const origin = 'https://app.example.org'

test('the token stands in the fragment alone', () => {
  const address = new URL(shareAddress('secret-token', embedded, origin))
  expect([address.origin, address.pathname, address.search]).toEqual([origin, '/s', ''])
  expect(readInvitationFragment(address.hash)).toEqual({ token: 'secret-token', project: null })
})

test('a hosted project goes with it', () => {
  const { hash } = new URL(shareAddress('secret-token', hosted, origin))
  expect(readInvitationFragment(hash)).toEqual({
    token: 'secret-token',
    project: { url: hosted.url, publishableKey: hosted.publishableKey },
  })
})

test('a name breaks out of no attribute of the embed code', () => {
  const code = embedCode('t', hosted, '"><script>alert(1)</script>&', origin)
  expect(code).not.toContain('<script')
  expect(code.match(/</g)).toHaveLength(2)
  expect(code).toContain('src="https://app.example.org/s?embed#token=t&amp;url=')
  expect(code).toContain('title="&quot;&gt;&lt;script&gt;')
})
