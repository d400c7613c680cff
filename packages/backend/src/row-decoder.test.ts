import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeRows } from './row-decoder.ts'

const fields = ['0192f0c1-0000-7000-8000-000000000001', '0192f0c1-0000-7000-8000-000000000002']
const file = {
  id: '0192f0c1-0000-7000-8000-00000000000a',
  name: 'plan.pdf',
  mime: 'application/pdf',
  bytes: 12,
  key: 'a/b/c/d',
  thumbKey: null,
}

describe('decodeRows', () => {
  it('puts every value under the field at its place', () => {
    const cells = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.constant(null))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.uuid(), fc.nat(), cells, cells)), (rows) => {
        const decoded = decodeRows({ fields, rows })
        expect(decoded.ok).toBe(true)
        if (!decoded.ok) return
        const again = decoded.value.map((row) => [
          row.id,
          row.ver,
          ...fields.map((id) => row.values[id as never]),
        ])
        expect(again).toEqual(rows)
      }),
    )
  })

  it('reads attachments and drops what is not part of one', () => {
    const decoded = decodeRows({ fields, rows: [['r', 1, [{ ...file, secret: 1 }], null]] })
    expect(decoded).toEqual({
      ok: true,
      value: [{ id: 'r', ver: 1, values: { [fields[0]!]: [file], [fields[1]!]: null } }],
    })
  })

  it('reads linked records with the values that name them', () => {
    const links = {
      count: 3,
      items: [
        ['a', 'Heat'],
        ['b', null],
      ],
    }
    const decoded = decodeRows({ fields, rows: [['r', 1, links, null]] })
    expect(decoded).toEqual({
      ok: true,
      value: [{ id: 'r', ver: 1, values: { [fields[0]!]: links, [fields[1]!]: null } }],
    })
  })

  it.each([
    ['a value too few', ['r', 1, 'x']],
    ['a value too many', ['r', 1, 'x', 'y', 'z']],
    ['no version', ['r', '1', 'x', 'y']],
    ['no id', [7, 1, 'x', 'y']],
    ['an object for a row', { id: 'r' }],
    ['a cell that is an object', ['r', 1, { a: 1 }, 'y']],
    ['links without a count', ['r', 1, { items: [] }, 'y']],
    ['a linked record without an id', ['r', 1, { count: 1, items: [[null, 'Heat']] }, 'y']],
    ['an attachment without a key', ['r', 1, [{ ...file, key: undefined }], 'y']],
  ])('refuses a row with %s', (_, row) => {
    expect(decodeRows({ fields, rows: [row] })).toMatchObject({ ok: false, error: { code: 'unexpected' } })
  })
})
