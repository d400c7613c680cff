import { appError, type Backend, err, ok, type RecordId } from '@plinth/domain'
import type { Rectangle } from '@plinth/grid'
import type { RowWindow } from '@plinth/record-store'
import { describe, expect, it } from 'vitest'
import { bulkRows } from './bulk-request.ts'

const id = (row: number) => `r${row}` as RecordId
const area = (top: number, bottom: number) => ({ top, bottom, left: 0, right: 0 }) as Rectangle

/** A window of 100,000 rows, of which those from 10 to 99 are here. */
function input({ total = 100_000, isDown = false } = {}) {
  const window = {
    query: {},
    idAt: (row: number) => (row >= 10 && row < 100 ? id(row) : null),
    snapshot: () => ({ rowCount: 100_000 }),
  } as unknown as RowWindow
  const rows = {
    stats: async () => (isDown ? err(appError('network')) : ok({ total })),
    window: async ({ skip }: { skip: number }) =>
      isDown ? err(appError('network')) : ok({ rows: [{ id: id(skip) }], lastKey: null, atEnd: false }),
  }
  return { window, backend: { rows } as unknown as Pick<Backend, 'rows'> }
}

describe('the rows of a large selection', () => {
  it('are a whole view with the number that the server counts', async () => {
    expect(await bulkRows(input({ total: 100_003 }), [area(0, 99_999)])).toEqual(
      ok({ selection: { from: null, to: null, minus: [] }, count: 100_003 }),
    )
  })

  it('are told by the records at their ends, read where these are not here', async () => {
    expect(await bulkRows(input(), [area(10, 80_000)])).toEqual(
      ok({ selection: { from: id(10), to: id(80_000), minus: [] }, count: 79_991 }),
    )
  })

  it('leave out what is between rectangles', async () => {
    expect(await bulkRows(input(), [area(14, 99_999), area(0, 11)])).toEqual(
      ok({ selection: { from: null, to: null, minus: [id(12), id(13)] }, count: 99_998 }),
    )
  })

  it.each([
    ['are not here', [area(0, 200), area(300, 99_999)]],
    ['are too many', [area(0, 20), area(20_000, 99_999)]],
    ['are all there is', []],
  ])('are none where the gaps %s', async (_name, areas) => {
    expect(await bulkRows(input(), areas)).toBeNull()
  })

  it('are not known without a line', async () => {
    const answers = [await bulkRows(input({ isDown: true }), [area(0, 99_999)])]
    answers.push(await bulkRows(input({ isDown: true }), [area(10, 80_000)]))
    expect(answers).toMatchObject([{ error: { code: 'network' } }, { error: { code: 'network' } }])
  })
})
