import { describe, expect, it } from 'vitest'
import { EncodingDetector, looksBinary } from './encoding.ts'

const utf8 = new TextEncoder()

function detect(...pieces: (number[] | Uint8Array)[]) {
  const detector = new EncodingDetector()
  for (const piece of pieces) detector.push(Uint8Array.from(piece))
  return detector.end()
}

describe('EncodingDetector', () => {
  it('trusts a byte order mark', () => {
    expect(detect([0xef, 0xbb, 0xbf, 0x61])).toEqual({ encoding: 'utf-8', hasMark: true })
    expect(detect([0xff, 0xfe, 0x61, 0])).toEqual({ encoding: 'utf-16le', hasMark: true })
    expect(detect([0xfe, 0xff, 0, 0x61])).toEqual({ encoding: 'utf-16be', hasMark: true })
  })

  it('sees UTF-8 whose characters are cut between pieces', () => {
    const bytes = utf8.encode('Zürich 東京')
    expect(detect(bytes.subarray(0, 2), bytes.subarray(2, 9), bytes.subarray(9)).encoding).toBe('utf-8')
  })

  it('falls back to windows-1252 for a single invalid byte at the very end of a large file', () => {
    const large = utf8.encode('a,b\n'.repeat(10_000))
    expect(detect(large, [0x5a, 0xfc]).encoding).toBe('windows-1252')
    expect(detect(large).encoding).toBe('utf-8')
  })
})

/** Each character as two bytes. */
const wide = (text: string, order: 'le' | 'be') =>
  [...text].flatMap((letter) => {
    const code = letter.charCodeAt(0)
    return order === 'le' ? [code & 0xff, code >> 8] : [code >> 8, code & 0xff]
  })

describe('UTF-16 without a byte order mark', () => {
  const text = 'name,city\r\nZoë,Łódź\r\nAnn,東京\r\n'

  it('is told by the zeros of its separators and line ends', () => {
    expect(detect(wide(text, 'le'))).toEqual({ encoding: 'utf-16le', hasMark: false })
    expect(detect(wide(text, 'be'))).toEqual({ encoding: 'utf-16be', hasMark: false })
    expect(looksBinary(Uint8Array.from(wide(text, 'le')))).toBe(false)
    expect(looksBinary(Uint8Array.from(wide(text, 'be')))).toBe(false)
  })

  it('is not seen in a text with a stray NUL', () => {
    expect(detect(utf8.encode('a,b\0c\n'.repeat(50))).encoding).toBe('utf-8')
  })
})

describe('looksBinary', () => {
  it('tells pictures and archives from text', () => {
    expect(looksBinary(Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]))).toBe(true)
    expect(looksBinary(Uint8Array.from({ length: 100 }, (_, at) => at % 10))).toBe(true)
    expect(looksBinary(utf8.encode('a,b'))).toBe(false)
    expect(looksBinary(utf8.encode(`a,b\0${'c,d\n'.repeat(10)}`))).toBe(false)
    expect(looksBinary(Uint8Array.from([0xff, 0xfe, 0x61, 0]))).toBe(false)
  })
})
