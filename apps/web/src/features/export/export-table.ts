/** A table or a view of it as CSV: pages of rows by keyset, in the order of the view, written as they come. */
import {
  type Backend,
  byteOrderMark,
  type CellValue,
  csvRecord,
  err,
  type Field,
  fieldTypes,
  guardFormula,
  isLinks,
  limits,
  ok,
  type PersonName,
  type Result,
  type Row,
  type RowKey,
  restrictedLinks,
  type Table,
  type ValueContext,
  type ViewQuery,
} from '@plinth/domain'

/** Where the text goes; `write` may take its time. */
export interface TextSink {
  write(text: string): Promise<void>
}

export interface ExportRequest {
  readonly backend: Pick<Backend, 'rows'>
  /** Who is in the base, for fields of people. */
  readonly people?: readonly PersonName[]
  /** Names records of other tables, for links. */
  readonly labelFieldOf?: ValueContext['labelFieldOf']
  readonly table: Table
  /** Which rows, in which order, and which fields; all fields where it names none. */
  readonly query: ViewQuery
  readonly sink: TextSink
  /** Puts an apostrophe before cells that a spreadsheet would run as a formula. */
  readonly guardsFormulas?: boolean
  /** Told the rows written so far. */
  readonly onProgress?: (rows: number) => void
  readonly signal?: AbortSignal
}

/** Cells of links that do not name all of their records. A name for the rest would be one of a record when the file is imported. */
export interface LeftOut {
  /** Some may not be read by whoever exports. */
  readonly restricted: number
  /** More records are linked than are told with a cell. */
  readonly cut: number
}

export interface Exported {
  readonly rows: number
  readonly leftOut: LeftOut
}

/** Errors: those of reading; an ended `signal` answers the rows written until then. */
export async function exportTableCsv(request: ExportRequest): Promise<Result<Exported>> {
  const { backend, sink, signal } = request
  const fields = fieldsOf(request)
  const guard = request.guardsFormulas ? guardFormula : (cell: string) => cell
  await sink.write(byteOrderMark + csvRecord(fields.map(({ name }) => guard(name))))
  const query = { ...request.query, fields: fields.map(({ id }) => id) }
  let anchor: RowKey | null = null
  let rows = 0
  let leftOut: LeftOut = { restricted: 0, cut: 0 }
  for (;;) {
    if (signal?.aborted) break
    const page = { query, anchor, direction: 'forward', skip: 0, take: limits.rowsPerWindow } as const
    const result = await backend.rows.window(page, signal)
    if (signal?.aborted) break
    if (!result.ok) return err(result.error)
    const { value } = result
    let text = ''
    for (const row of value.rows) {
      leftOut = withRow(leftOut, fields, row)
      text += csvRecord(
        fields.map((field) => guard(exportCell(field, row.values[field.id] ?? null, request))),
      )
    }
    if (text !== '') await sink.write(text)
    rows += value.rows.length
    request.onProgress?.(rows)
    if (value.atEnd || value.lastKey === null) break
    anchor = value.lastKey
  }
  return ok({ rows, leftOut })
}

function withRow(leftOut: LeftOut, fields: readonly Field[], { values }: Row): LeftOut {
  let { restricted, cut } = leftOut
  for (const { id } of fields) {
    const value = values[id]
    if (!isLinks(value) || value.count <= value.items.length) continue
    if (restrictedLinks(value) > 0) restricted += 1
    else cut += 1
  }
  return { restricted, cut }
}

/** Those of the view that are there still. */
function fieldsOf({ table, query }: ExportRequest): readonly Field[] {
  return query.fields?.flatMap((id) => table.fields.find((field) => field.id === id) ?? []) ?? table.fields
}

function exportCell(field: Field, value: CellValue, { people = [], labelFieldOf }: ExportRequest): string {
  return fieldTypes[field.type].toExport(value, field, { people, ...(labelFieldOf ? { labelFieldOf } : {}) })
}
