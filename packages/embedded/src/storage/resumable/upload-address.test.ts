import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeAddress, encodeAddress, slotOf } from './upload-address.ts'

const person = (userId: string) => ({ role: 'authenticated', claims: {}, userId }) as const

it('reads back every address that it writes', () => {
  const segment = fc.stringMatching(/^[a-z0-9_-]{1,20}$/)
  fc.assert(
    fc.property(segment, fc.array(segment, { minLength: 1, maxLength: 5 }), (bucket, parts) => {
      const address = { bucket, key: parts.join('/'), version: randomUUID() }
      expect(decodeAddress(encodeAddress(address))).toEqual(address)
    }),
  )
})

it('takes nothing else for an address', () => {
  for (const text of ['', 'a/b', `a/${randomUUID()}`, `a/b/${randomUUID()}x`]) {
    expect(decodeAddress(Buffer.from(text).toString('base64url'))).toBeNull()
  }
  const climbing = Buffer.from(`a/../../b/${randomUUID()}`).toString('base64url')
  expect(() => decodeAddress(climbing)).toThrow('Invalid key')
})

it('gives each uploader and each object a place of their own', () => {
  const address = { bucket: 'b', key: 'k', version: randomUUID() }
  const [one, other] = [randomUUID(), randomUUID()]
  expect(slotOf(person(one), address)).toBe(slotOf(person(one), { ...address, version: randomUUID() }))
  expect(slotOf(person(one), address)).not.toBe(slotOf(person(other), address))
  expect(slotOf(person(one), address)).not.toBe(slotOf(person(one), { ...address, key: 'l' }))
  const anyone = { role: 'anon', claims: {}, userId: null } as const
  expect(slotOf(anyone, address)).not.toBe(slotOf({ ...anyone, role: 'service_role' }, address))
})
