import { posix } from 'node:path'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isObjectKey, requireBucketName } from './object-key.ts'

it('a key never leads out of its folder, and is the same after normalizing', () => {
  const segment = fc.oneof(fc.constantFrom('.', '..', '', 'a', 'b.c'), fc.string())
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 5 }), (segments) => {
      const key = segments.join('/')
      fc.pre(isObjectKey(key))
      expect(posix.normalize(key)).toBe(key)
      expect(posix.resolve('/root', key).startsWith('/root/')).toBe(true)
    }),
  )
})

it('keys are ASCII of limited length', () => {
  for (const key of ['a', 'a/b.png', "folder (1)/it's & more_$@=;:+,?!*.txt", '.hidden', '...']) {
    expect([key, isObjectKey(key)]).toEqual([key, true])
  }
  for (const key of [
    '',
    '/',
    '/a',
    'a/',
    'a//b',
    '..',
    'a/../b',
    './a',
    'é',
    'a\\b',
    'a\0',
    'a\n',
    'a%2f',
    'a#',
    'x'.repeat(1025),
  ]) {
    expect([key, isObjectKey(key)]).toEqual([key, false])
  }
})

it('bucket names have no slash and no space at their ends', () => {
  expect(requireBucketName('my bucket')).toBe('my bucket')
  for (const name of ['', ' a', 'a/b', 'x'.repeat(64), 7, null]) {
    expect(() => requireBucketName(name)).toThrow('Bucket name invalid')
  }
})
