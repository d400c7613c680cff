import {
  appError,
  type Backend,
  type CellValue,
  err,
  type FieldId,
  limits,
  type OptionId,
  ok,
  type RecordId,
  type Row,
  type Table,
  type ViewQuery,
  type WindowRequest,
} from '@plinth/domain'
import { describe, expect, it } from 'vitest'
import { exportTableCsv } from './export-table.ts'

const [name, kind, at] = ['name', 'kind', 'at'] as unknown as [FieldId, FieldId, FieldId]
const table = {
  id: 't',
  name: 'T',
  relation: 't',
  position: 0,
  fields: [
    { id: name, name: 'Name', type: 'text', options: {} },
    {
      id: kind,
      name: 'Kind, of',
      type: 'single_select',
      options: { options: [{ id: 'o1' as OptionId, label: 'Big "one"', hue: 'red' }] },
    },
    { id: at, name: 'At', type: 'datetime', options: {} },
  ],
} as unknown as Table
const query: ViewQuery = { table: table.id, sorts: [] }

function rowOf(index: number, values: Record<string, CellValue>): Row {
  return { id: `r${index}` as RecordId, ver: 1, values }
}

/** Serves rows by keyset, the key being the index of the row. */
function fakeRows(rows: readonly Row[], requests: WindowRequest[] = []): Pick<Backend, 'rows'> {
  const window: Backend['rows']['window'] = async (request) => {
    requests.push(request)
    const from = request.anchor === null ? 0 : Number(request.anchor[0]) + 1
    const page = rows.slice(from, from + request.take)
    const last = from + page.length - 1
    const lastKey = page.length > 0 ? [last] : null
    return ok({ rows: page, firstKey: null, lastKey, atSeq: '1', atEnd: last >= rows.length - 1 })
  }
  return { rows: { window } as Backend['rows'] }
}

function collect() {
  const parts: string[] = []
  return { parts, sink: { write: async (text: string) => void parts.push(text) } }
}

describe('exportTableCsv', () => {
  it('writes names and values of all types as files hold them', async () => {
    const { parts, sink } = collect()
    const rows = [
      rowOf(0, { [name]: '=1+1', [kind]: 'o1', [at]: '2024-06-12T08:30:00.000Z' }),
      rowOf(1, { [name]: null, [kind]: null }),
    ]
    const result = await exportTableCsv({ backend: fakeRows(rows), table, query, sink })
    expect(result).toEqual({ ok: true, value: { rows: 2, leftOut: { restricted: 0, cut: 0 } } })
    expect(parts.join('')).toBe(
      '\ufeffName,"Kind, of",At\r\n=1+1,"Big ""one""",2024-06-12T08:30:00.000Z\r\n,,\r\n',
    )
  })

  it('counts the cells of links that do not name all of their records', async () => {
    const { parts, sink } = collect()
    const film = ['r9' as RecordId, 'Heat'] as const
    const linked = (count: number) => rowOf(count, { [name]: { count, items: [film] } })
    const links = [{ id: name, name: 'Films', type: 'link', options: {} }] as unknown as Table['fields']
    const backend = fakeRows([linked(1), linked(2), linked(3), linked(limits.linksPerCell + 1)])
    const result = await exportTableCsv({ backend, table: { ...table, fields: links }, query, sink })
    expect(result).toMatchObject({ ok: true, value: { rows: 4, leftOut: { restricted: 2, cut: 1 } } })
    expect(parts.join('')).not.toContain('restricted')
  })

  it('guards formulas when asked', async () => {
    const { parts, sink } = collect()
    const rows = [rowOf(0, { [name]: '=1+1' })]
    await exportTableCsv({ backend: fakeRows(rows), table, query, sink, guardsFormulas: true })
    expect(parts.join('')).toContain("\r\n'=1+1,,\r\n")
  })

  it('pages through the table in the order that is looked at and writes every row once', async () => {
    const { parts, sink } = collect()
    const requests: WindowRequest[] = []
    const rows = Array.from({ length: 2_500 }, (_, index) => rowOf(index, { [name]: `n${index}` }))
    const progress: number[] = []
    const sorts = [{ field: name, direction: 'desc' }] as const
    const backend = fakeRows(rows, requests)
    await exportTableCsv({
      backend,
      table,
      query: { ...query, sorts },
      sink,
      onProgress: (count) => progress.push(count),
    })
    expect(progress).toEqual([1_000, 2_000, 2_500])
    expect(requests.map(({ anchor, take, query }) => [anchor, take, query.sorts])).toEqual([
      [null, 1_000, sorts],
      [[999], 1_000, sorts],
      [[1_999], 1_000, sorts],
    ])
    const lines = parts.join('').trim().split('\r\n').slice(1)
    expect(lines).toEqual(rows.map((_, index) => `n${index},,`))
  })

  it('writes what a view shows: its filter, its order, its fields in their order, and none that has gone', async () => {
    const { parts, sink } = collect()
    const requests: WindowRequest[] = []
    const backend = fakeRows([rowOf(0, { [name]: 'One', [at]: '2024-06-12T08:30:00.000Z' })], requests)
    const view: ViewQuery = {
      ...query,
      search: 'one',
      filter: { join: 'and', items: [{ field: name, operator: 'not_empty' }] },
      fields: [at, 'gone' as FieldId, name],
    }
    await exportTableCsv({ backend, table, query: view, sink })
    expect(parts.join('')).toBe('\ufeffAt,Name\r\n2024-06-12T08:30:00.000Z,One\r\n')
    expect(requests.map((request) => request.query)).toEqual([{ ...view, fields: [at, name] }])
  })

  it('stops when cancelled and tells refusals', async () => {
    const rows = Array.from({ length: 5_000 }, (_, index) => rowOf(index, {}))
    const controller = new AbortController()
    const cancelled = await exportTableCsv({
      backend: fakeRows(rows),
      table,
      query,
      sink: collect().sink,
      signal: controller.signal,
      onProgress: () => controller.abort(),
    })
    expect(cancelled).toEqual({ ok: true, value: { rows: 1_000, leftOut: { restricted: 0, cut: 0 } } })
    const refusing = {
      rows: { window: async () => err(appError('not_found')) } as unknown as Backend['rows'],
    }
    const refused = await exportTableCsv({ backend: refusing, table, query, sink: collect().sink })
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })
})
