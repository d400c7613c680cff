/** A table or a view of it as CSV: pages of rows by keyset, in the order of the view, written as they come. */
import {
  type Backend,
  byteOrderMark,
  type CellValue,
  csvRecord,
  err,
  type Field,
  type FieldId,
  fieldTypes,
  guardFormula,
  isLinks,
  type LinkItem,
  limits,
  ok,
  type PersonName,
  type RecordId,
  type Result,
  type Row,
  type RowKey,
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
  /** Those of the base, where links lead. */
  readonly tables?: readonly Table[]
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

export interface Exported {
  readonly rows: number
  /** Cells of links with records that whoever exports may not read. A word for these would be one of a record when the file is imported. */
  readonly restricted: number
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
  let restricted = 0
  for (;;) {
    if (signal?.aborted) break
    const page = { query, anchor, direction: 'forward', skip: 0, take: limits.rowsPerWindow } as const
    const result = await backend.rows.window(page, signal)
    if (signal?.aborted) break
    if (!result.ok) return err(result.error)
    const { value } = result
    const whole = await withWholeLinks(value.rows, fields, request)
    if (signal?.aborted) break
    if (!whole.ok) return err(whole.error)
    let text = ''
    for (const { values } of whole.value) {
      const cells = fields.map(({ id }) => values[id] ?? null)
      restricted += cells.filter((cell) => isLinks(cell) && cell.count > cell.items.length).length
      text += csvRecord(fields.map((field, at) => guard(exportCell(field, cells[at] ?? null, request))))
    }
    if (text !== '') await sink.write(text)
    rows += value.rows.length
    request.onProgress?.(rows)
    if (value.atEnd || value.lastKey === null) break
    anchor = value.lastKey
  }
  return ok({ rows, restricted })
}

/** The rows with all linked records that may be read: of many a cell tells the first alone. */
async function withWholeLinks(
  rows: readonly Row[],
  fields: readonly Field[],
  request: ExportRequest,
): Promise<Result<readonly Row[]>> {
  const whole: Row[] = []
  for (const row of rows) {
    const values: Record<FieldId, CellValue> = { ...row.values }
    for (const field of fields) {
      const value = values[field.id]
      if (!isLinks(value) || value.count <= limits.linksPerCell) continue
      const items = await allLinked(row.id, field, request)
      if (!items.ok) return err(items.error)
      values[field.id] = { ...value, items: items.value }
    }
    whole.push({ ...row, values })
  }
  return ok(whole)
}

/** Nothing where the table of the linked records is none of whoever exports. */
async function allLinked(
  record: RecordId,
  { id: field, options: { target } }: Field,
  { backend, tables = [], signal }: ExportRequest,
): Promise<Result<readonly LinkItem[]>> {
  const table = tables.find(({ id }) => id === target)
  const label = table?.fields[0]?.id
  if (!table || !label) return ok([])
  const items: LinkItem[] = []
  let anchor: RowKey | null = null
  for (;;) {
    const query = { table: table.id, sorts: [], fields: [label], linkedTo: { field, record } }
    const page = { query, anchor, direction: 'forward', skip: 0, take: limits.rowsPerWindow } as const
    const answer = await backend.rows.window(page, signal)
    if (!answer.ok) return err(answer.error)
    const { rows, lastKey, atEnd } = answer.value
    items.push(...rows.map(({ id, values }): LinkItem => [id, values[label] ?? null]))
    if (atEnd || lastKey === null) return ok(items)
    anchor = lastKey
  }
}

/** Those of the view that are there still. */
function fieldsOf({ table, query }: ExportRequest): readonly Field[] {
  return query.fields?.flatMap((id) => table.fields.find((field) => field.id === id) ?? []) ?? table.fields
}

function exportCell(field: Field, value: CellValue, { people = [], labelFieldOf }: ExportRequest): string {
  return fieldTypes[field.type].toExport(value, field, { people, ...(labelFieldOf ? { labelFieldOf } : {}) })
}
