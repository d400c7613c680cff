import { describe, expect, it } from 'vitest'
import { unusedText } from './unused-text.ts'

describe('what is said of unused files', () => {
  it.each([
    [{ files: 1, bytes: 12, missing: 0 }, '1 file in storage is in no record: 12 bytes.'],
    [{ files: 1_200, bytes: 3 * 1024 ** 2, missing: 0 }, '1,200 files in storage are in no record: 3 MB.'],
    [{ files: 0, bytes: 0, missing: 1 }, '1 file in records is not in storage any more.'],
    [
      { files: 2, bytes: 10, missing: 3 },
      '2 files in storage are in no record: 10 bytes. 3 files in records are not in storage any more.',
    ],
  ])('%j', (unused, text) => {
    expect(unusedText(unused)).toBe(text)
  })
})
