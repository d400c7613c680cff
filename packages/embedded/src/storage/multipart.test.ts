import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryOf, MultipartError, readParts } from './multipart.ts'

interface ReadPart {
  name: string
  filename: string | null
  contentType: string | null
  body: Buffer
}

async function* inPieces(bytes: Uint8Array, sizes: number[]): AsyncGenerator<Uint8Array> {
  let offset = 0
  for (let n = 0; offset < bytes.length; n += 1) {
    const size = sizes[n % sizes.length] ?? 1
    yield bytes.subarray(offset, offset + size)
    offset += size
  }
}

async function read(chunks: AsyncIterable<Uint8Array>, boundary: string): Promise<ReadPart[]> {
  const parts: ReadPart[] = []
  for await (const { body, ...part } of readParts(chunks, boundary)) {
    const pieces: Buffer[] = []
    for await (const piece of body) pieces.push(piece)
    parts.push({ ...part, body: Buffer.concat(pieces) })
  }
  return parts
}

/** A form as browsers and Node write it. */
async function encoded(form: FormData): Promise<{ bytes: Uint8Array; boundary: string }> {
  const response = new Response(form)
  const boundary = boundaryOf(response.headers.get('content-type') ?? '') ?? ''
  return { bytes: new Uint8Array(await response.arrayBuffer()), boundary }
}

const sizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 })

describe('a multipart body', () => {
  it('is read part by part, however it is cut into chunks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 500 }), fc.string(), sizes, async (file, text, cuts) => {
        const form = new FormData()
        form.append('cacheControl', text)
        form.append('', new File([new Uint8Array(file)], 'a "b".png', { type: 'image/png' }))
        const { bytes, boundary } = await encoded(form)
        const parts = await read(inPieces(bytes, cuts), boundary)
        expect(parts.map(({ name, contentType }) => [name, contentType])).toEqual([
          ['cacheControl', null],
          ['', 'image/png'],
        ])
        expect(parts[0]?.filename).toBeNull()
        expect(parts[1]?.filename).not.toBeNull()
        expect(parts[1]?.body.equals(Buffer.from(file))).toBe(true)
      }),
    )
  })

  it('may hold text that looks like a boundary', async () => {
    const form = new FormData()
    form.append('', new Blob(['\r\n--', '\r\n\r\n--x\r\n', '--']))
    const { bytes, boundary } = await encoded(form)
    const [part] = await read(inPieces(bytes, [3]), boundary)
    expect(part?.body.toString()).toBe('\r\n--\r\n\r\n--x\r\n--')
  })

  it('that is cut off is refused, wherever it is cut', async () => {
    const form = new FormData()
    form.append('a', 'b')
    const { bytes, boundary } = await encoded(form)
    const end = Buffer.from(bytes).lastIndexOf(`${boundary}--`) + boundary.length + 2
    for (let length = 0; length < end; length += 1) {
      await expect(read(inPieces(bytes.subarray(0, length), [7]), boundary)).rejects.toThrow(MultipartError)
    }
  })

  it('with an endless header is refused', async () => {
    const body = Buffer.from(`--b\r\ncontent-disposition: form-data; name="${'x'.repeat(20_000)}`)
    await expect(read(inPieces(body, [1_000]), 'b')).rejects.toThrow('too long')
  })
})

it('the boundary is found in the content type, quoted or not', () => {
  expect(boundaryOf('multipart/form-data; boundary=abc')).toBe('abc')
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b')
  expect(boundaryOf('multipart/mixed; boundary=abc')).toBeNull()
  expect(boundaryOf('image/png')).toBeNull()
})
