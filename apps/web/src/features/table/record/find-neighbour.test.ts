import { appError, err, ok, type RecordId, type Row, type RowsApi, type TableId } from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { findNeighbour } from './find-neighbour.ts'

const query = { table: 't' as TableId, sorts: [] }
const order = ['a', 'b', 'c'] as RecordId[]

/** A view of three records, by keys that are their ids. */
const rows: Pick<RowsApi, 'rank' | 'window'> = {
  async rank({ record }) {
    const index = order.indexOf(record)
    return ok({ index: index < 0 ? null : index, key: index < 0 ? null : [record], atSeq: '1' })
  },
  async window({ anchor, direction }) {
    const at = order.indexOf(anchor![0] as RecordId) + (direction === 'forward' ? 1 : -1)
    const found = order[at] ? [{ id: order[at], ver: 1, values: {} } satisfies Row] : []
    return ok({ rows: found, firstKey: null, lastKey: null, atSeq: '1', atEnd: false })
  },
}

describe('findNeighbour', () => {
  it('answers the record behind, and the one before', async () => {
    expect(await findNeighbour(rows, query, order[1]!, 1)).toBe('c')
    expect(await findNeighbour(rows, query, order[1]!, -1)).toBe('a')
  })

  it('answers nothing at the ends', async () => {
    expect(await findNeighbour(rows, query, order[2]!, 1)).toBeNull()
    expect(await findNeighbour(rows, query, order[0]!, -1)).toBeNull()
  })

  it('says that a record is not in the view', async () => {
    expect(await findNeighbour(rows, query, 'x' as RecordId, 1)).toBe('outside')
  })

  it('answers nothing where the server does not', async () => {
    const broken = { ...rows, rank: async () => err(appError('network')) }
    expect(await findNeighbour(broken, query, order[1]!, 1)).toBeNull()
  })
})
