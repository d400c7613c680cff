/**
 * Rows travel as `[id, ver, value, …]`, the values in the order of `fields`. The frame is checked, the cells are not:
 * a window holds thousands of them, the database has typed columns behind them, and every field type formats whatever it
 * is given. Lists are the exception, since code walks into them.
 */
import {
  type Attachment,
  appError,
  type CellValue,
  err,
  type FieldId,
  type LinkItem,
  type LinkValue,
  type OptionId,
  ok,
  type RecordId,
  type Result,
  type Row,
} from '@plinth/domain'
import * as v from 'valibot'
import { attachmentId } from './wire/ids.ts'

export const attachment: v.GenericSchema<unknown, Attachment> = v.object({
  id: attachmentId,
  name: v.string(),
  mime: v.string(),
  bytes: v.number(),
  key: v.string(),
  thumbKey: v.nullable(v.string()),
})
const attachments = v.array(attachment)

const isSet = (list: readonly unknown[]): list is readonly OptionId[] =>
  list.length > 0 && list.every((item) => typeof item === 'string')

const list = v.custom<readonly unknown[]>(Array.isArray)

/** Entries shared by the answers that hold rows. */
export const rowsFrame = { fields: v.array(v.string()), rows: list }

export function decodeRows(frame: {
  fields: readonly string[]
  rows: readonly unknown[]
}): Result<readonly Row[]> {
  const rows: Row[] = []
  for (const raw of frame.rows) {
    const row = decodeRow(frame.fields, raw)
    if (row === null) return err(appError('unexpected', { details: { rule: 'shape of a row' } }))
    rows.push(row)
  }
  return ok(rows)
}

function decodeRow(fields: readonly string[], raw: unknown): Row | null {
  if (!Array.isArray(raw) || raw.length !== fields.length + 2) return null
  const [id, ver] = raw as unknown[]
  if (typeof id !== 'string' || typeof ver !== 'number') return null
  const values: Record<string, CellValue> = {}
  for (let i = 0; i < fields.length; i += 1) {
    const value = decodeCell(raw[i + 2])
    if (value === undefined) return null
    values[fields[i]!] = value
  }
  return { id: id as RecordId, ver, values: values as Record<FieldId, CellValue> }
}

/** `undefined`: not a cell value. */
export function decodeCell(raw: unknown): CellValue | undefined {
  if (raw === null || raw === undefined) return null
  if (typeof raw !== 'object') return raw as string | number | boolean
  if (!Array.isArray(raw)) return decodeLinks(raw as Readonly<Record<string, unknown>>)
  if (isSet(raw)) return raw
  const parsed = v.safeParse(attachments, raw)
  return parsed.success ? parsed.output : undefined
}

/** Of each linked record its id, and the value of its table's first field. */
function decodeLinks({ count, items }: Readonly<Record<string, unknown>>): LinkValue | undefined {
  const decoded = decodeItems(items)
  return typeof count === 'number' && decoded ? { count, items: decoded } : undefined
}

function decodeItems(items: unknown): LinkItem[] | undefined {
  if (!Array.isArray(items)) return undefined
  const decoded: LinkItem[] = []
  for (const item of items as unknown[]) {
    if (!Array.isArray(item) || typeof item[0] !== 'string') return undefined
    const value = decodeCell(item[1])
    if (value === undefined) return undefined
    decoded.push([item[0] as RecordId, value])
  }
  return decoded
}

/** Linked records with what they are called. */
export const linkItems: v.GenericSchema<unknown, readonly LinkItem[]> = v.pipe(
  v.unknown(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const items = decodeItems(dataset.value)
    if (items) return items
    addIssue({ message: 'shape of linked records' })
    return NEVER
  }),
)
