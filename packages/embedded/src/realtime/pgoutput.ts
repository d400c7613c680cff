/**
 * Reader of the logical replication stream (`pgoutput`, protocol 1) as far as inserts need it.
 * Formats: Postgres documentation, "Message Formats" and "Logical Replication Message Formats".
 */

export interface Relation {
  schema: string
  table: string
  columns: string[]
}

export interface InsertedRow {
  relation: Relation
  /** Column name → text form, or null. */
  values: Record<string, string | null>
}

/** What a frame of the replication stream says. */
export type StreamEvent =
  | { type: 'insert'; row: InsertedRow; walEnd: bigint }
  | { type: 'keepalive'; walEnd: bigint; wantsReply: boolean }
  | { type: 'other'; walEnd: bigint }

const XLOG_DATA = 0x77
const KEEPALIVE = 0x6b
const XLOG_HEADER_BYTES = 25
const MICROSECONDS = 1000n
const POSTGRES_EPOCH_MS = BigInt(Date.UTC(2000, 0, 1))

/** Decodes a stream frame by frame; remembers the relations that the server announced. */
export class PgOutputReader {
  private readonly relations = new Map<number, Relation>()

  read(frame: Buffer): StreamEvent | null {
    if (frame[0] === KEEPALIVE) {
      return { type: 'keepalive', walEnd: frame.readBigUInt64BE(1), wantsReply: frame[17] === 1 }
    }
    if (frame[0] !== XLOG_DATA) return null
    const walEnd = frame.readBigUInt64BE(1)
    const cursor = new Cursor(frame, XLOG_HEADER_BYTES)
    switch (cursor.char()) {
      case 'R':
        this.readRelation(cursor)
        return { type: 'other', walEnd }
      case 'I': {
        const row = this.readInsert(cursor)
        return row ? { type: 'insert', row, walEnd } : { type: 'other', walEnd }
      }
      default:
        return { type: 'other', walEnd }
    }
  }

  private readRelation(cursor: Cursor): void {
    const id = cursor.uint32()
    const schema = cursor.cstring() || 'pg_catalog'
    const table = cursor.cstring()
    cursor.skip(1) // replica identity
    const columns = Array.from({ length: cursor.uint16() }, () => {
      cursor.skip(1) // flags
      const name = cursor.cstring()
      cursor.skip(8) // type and its modifier
      return name
    })
    this.relations.set(id, { schema, table, columns })
  }

  private readInsert(cursor: Cursor): InsertedRow | null {
    const relation = this.relations.get(cursor.uint32())
    if (!relation) return null
    cursor.skip(1) // 'N': the new tuple follows
    cursor.skip(2) // number of columns, as announced
    const values: Record<string, string | null> = {}
    for (const column of relation.columns) {
      values[column] = cursor.char() === 't' ? cursor.text(cursor.uint32()) : null
    }
    return { relation, values }
  }
}

/**
 * Tells the server that everything up to `walEnd` was received, written and applied, and asks for a
 * keepalive in return when `wantsReply`.
 */
export function standbyStatus(walEnd: bigint, wantsReply = false, nowMs = Date.now()): Buffer {
  const frame = Buffer.alloc(34)
  frame[0] = 'r'.charCodeAt(0)
  for (const offset of [1, 9, 17]) frame.writeBigUInt64BE(walEnd, offset)
  frame.writeBigInt64BE((BigInt(nowMs) - POSTGRES_EPOCH_MS) * MICROSECONDS, 25)
  frame[33] = wantsReply ? 1 : 0
  return frame
}

class Cursor {
  constructor(
    private readonly bytes: Buffer,
    private offset: number,
  ) {}

  skip(count: number): void {
    this.offset += count
  }

  char(): string {
    const code = this.bytes[this.offset] ?? 0
    this.offset += 1
    return String.fromCharCode(code)
  }

  uint16(): number {
    const value = this.bytes.readUInt16BE(this.offset)
    this.offset += 2
    return value
  }

  uint32(): number {
    const value = this.bytes.readUInt32BE(this.offset)
    this.offset += 4
    return value
  }

  cstring(): string {
    const end = this.bytes.indexOf(0, this.offset)
    const text = this.bytes.toString('utf8', this.offset, end)
    this.offset = end + 1
    return text
  }

  text(length: number): string {
    const value = this.bytes.toString('utf8', this.offset, this.offset + length)
    this.offset += length
    return value
  }
}
