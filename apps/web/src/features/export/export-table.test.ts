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
import { labelFieldsOf } from '../../lib/label-field.ts'
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

const person = (index: number) => [`p${index}` as RecordId, `Person ${index}`] as const

describe('exportTableCsv', () => {
  it('writes names and values of all types as files hold them', async () => {
    const { parts, sink } = collect()
    const rows = [
      rowOf(0, { [name]: '=1+1', [kind]: 'o1', [at]: '2024-06-12T08:30:00.000Z' }),
      rowOf(1, { [name]: null, [kind]: null }),
    ]
    const result = await exportTableCsv({ backend: fakeRows(rows), table, query, sink })
    expect(result).toEqual({ ok: true, value: { rows: 2, restricted: 0 } })
    expect(parts.join('')).toBe(
      '\ufeffName,"Kind, of",At\r\n=1+1,"Big ""one""",2024-06-12T08:30:00.000Z\r\n,,\r\n',
    )
  })

  describe('of links', () => {
    const people = {
      id: 'p',
      fields: [{ id: at, name: 'Who', type: 'text', options: {} }],
    } as unknown as Table
    const link = { id: name, name: 'Cast', type: 'link', options: { target: people.id } }
    const films = { ...table, fields: [link] } as unknown as Table
    const shared = { table: films, tables: [people, films], query, labelFieldOf: labelFieldsOf([people]) }
    const cell = (count: number, told: number) => ({
      [name]: { count, items: Array.from({ length: told }, (_, index) => person(index)) },
    })

    it('counts the cells that do not name all of their records', async () => {
      const { parts, sink } = collect()
      const backend = fakeRows([rowOf(0, cell(1, 1)), rowOf(1, cell(3, 2)), rowOf(2, cell(2, 0))])
      const result = await exportTableCsv({ ...shared, backend, sink })
      expect(result).toEqual(ok({ rows: 3, restricted: 2 }))
      expect(parts.join('')).toBe('\ufeffCast\r\nPerson 0\r\n"Person 0, Person 1"\r\n""\r\n')
    })

    it('names all of many that may be read, page by page', async () => {
      const { parts, sink } = collect()
      const many = 1_500
      const asked = new Set<string | undefined>()
      const cells = fakeRows([rowOf(7, cell(many + 1, limits.linksPerCell))])
      const linked = fakeRows(
        Array.from({ length: many }, (_, index) => ({ ...rowOf(index, { [at]: `Person ${index}` }) })),
      )
      const window: Backend['rows']['window'] = (request, signal) => {
        const { linkedTo } = request.query
        asked.add(JSON.stringify(linkedTo))
        return (linkedTo ? linked : cells).rows.window(request, signal)
      }
      const result = await exportTableCsv({
        ...shared,
        backend: { rows: { window } as Backend['rows'] },
        sink,
      })
      expect(result).toEqual(ok({ rows: 1, restricted: 1 }))
      expect(asked).toEqual(new Set([undefined, JSON.stringify({ field: name, record: 'r7' })]))
      expect(parts.join('').match(/Person \d+/g)).toHaveLength(many)
    })
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
    expect(cancelled).toEqual({ ok: true, value: { rows: 1_000, restricted: 0 } })
    const refusing = {
      rows: { window: async () => err(appError('not_found')) } as unknown as Backend['rows'],
    }
    const refused = await exportTableCsv({ backend: refusing, table, query, sink: collect().sink })
    expect(refused).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })
})
