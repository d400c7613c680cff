import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PgOutputReader, standbyStatus } from './pgoutput.ts'

const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
const int32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const cstring = (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0])])

function xlog(walEnd: bigint, message: Buffer): Buffer {
  const header = Buffer.alloc(25)
  header[0] = 0x77
  header.writeBigUInt64BE(walEnd, 1)
  return Buffer.concat([header, message])
}

function relation(id: number, columns: string[]): Buffer {
  const described = columns.map((name) =>
    Buffer.concat([Buffer.from([1]), cstring(name), int32(25), int32(0xffffffff)]),
  )
  return Buffer.concat([
    Buffer.from('R'),
    int32(id),
    cstring('realtime'),
    cstring('messages'),
    Buffer.from('d'),
    int16(columns.length),
    ...described,
  ])
}

function insert(id: number, values: (string | null)[]): Buffer {
  const tuple = values.map((value) => {
    if (value === null) return Buffer.from('n')
    const bytes = Buffer.from(value)
    return Buffer.concat([Buffer.from('t'), int32(bytes.length), bytes])
  })
  return Buffer.concat([Buffer.from('I'), int32(id), Buffer.from('N'), int16(values.length), ...tuple])
}

describe('the reader of the replication stream', () => {
  it('gives each inserted row by the names of its columns', () => {
    const cell = fc.option(fc.string({ unit: 'grapheme' }), { nil: null })
    fc.assert(
      fc.property(cell, cell, (payload, event) => {
        const reader = new PgOutputReader()
        reader.read(xlog(1n, relation(7, ['payload', 'event'])))
        const found = reader.read(xlog(2n, insert(7, [payload, event])))
        expect(found).toMatchObject({
          type: 'insert',
          walEnd: 2n,
          row: { relation: { schema: 'realtime', table: 'messages' }, values: { payload, event } },
        })
      }),
    )
  })

  it('passes over rows of tables that were not announced, and other messages', () => {
    const reader = new PgOutputReader()
    expect(reader.read(xlog(3n, insert(9, ['x'])))).toEqual({ type: 'other', walEnd: 3n })
    expect(reader.read(xlog(4n, Buffer.from('C')))).toEqual({ type: 'other', walEnd: 4n })
    expect(reader.read(Buffer.from('?'))).toBeNull()
  })

  it('answers a keepalive with the position it names', () => {
    const keepalive = Buffer.alloc(18)
    keepalive[0] = 0x6b
    keepalive.writeBigUInt64BE(99n, 1)
    keepalive[17] = 1
    expect(new PgOutputReader().read(keepalive)).toEqual({ type: 'keepalive', walEnd: 99n, wantsReply: true })
    const status = standbyStatus(99n, true, Date.UTC(2000, 0, 1) + 1)
    expect([status.readBigUInt64BE(1), status.readBigUInt64BE(17)]).toEqual([99n, 99n])
    expect([status.readBigInt64BE(25), status[33], standbyStatus(1n)[33]]).toEqual([1_000n, 1, 0])
  })
})
