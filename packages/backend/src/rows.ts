import {
  type AppError,
  appError,
  type BulkStep,
  type CellValue,
  type ChartData,
  type DeletionPreview,
  type ErrorCode,
  err,
  type Figures,
  isErrorCode,
  type MutationResult,
  ok,
  type RowsApi,
} from '@plinth/domain'
import * as v from 'valibot'
import { decodeCell, decodeRows, linkItems, rowsFrame } from './row-decoder.ts'
import type { Rpc } from './rpc.ts'
import { parseDetails } from './to-app-error.ts'
import { chartFrame } from './wire/charts.ts'
import { fieldId, mutationId, recordId, tableId } from './wire/ids.ts'
import { nothing } from './wire/nothing.ts'
import { matchingCount } from './wire/roles.ts'
import { changeEvent, rowKey, seq } from './wire/rows.ts'

const windowAnswer = v.object({
  ...rowsFrame,
  firstKey: v.nullable(rowKey),
  lastKey: v.nullable(rowKey),
  atSeq: seq,
  atEnd: v.boolean(),
})
const byIdAnswer = v.object({ ...rowsFrame, outside: v.exactOptional(v.array(recordId)), atSeq: seq })
const statsAnswer = v.object({
  total: v.number(),
  all: v.exactOptional(v.number()),
  exact: v.boolean(),
  atSeq: seq,
})
const anchorsAnswer = v.object({ anchors: v.array(v.tuple([v.number(), rowKey])), atSeq: seq })
const figures: v.GenericSchema<unknown, Figures> = v.record(
  v.string(),
  v.nullable(v.union([v.string(), v.number()])),
)
const groupsAnswer = v.object({
  groups: v.array(v.object({ path: rowKey, count: v.number(), collapsed: v.boolean(), figures })),
  total: v.number(),
  shown: v.number(),
  atEnd: v.boolean(),
  atSeq: seq,
  linked: v.exactOptional(linkItems),
})
const summaryAnswer = v.object({ total: v.number(), figures, atSeq: seq })
const chartAnswer: v.GenericSchema<unknown, ChartData> = v.object({ ...chartFrame, atSeq: seq })
const rankAnswer = v.object({ index: v.nullable(v.number()), key: v.nullable(rowKey), atSeq: seq })
const findAnswer = v.object({
  found: v.array(v.object({ id: recordId, key: rowKey, fields: v.array(fieldId) })),
  atEnd: v.boolean(),
  atSeq: seq,
})
const costAnswer = v.object({
  state: v.picklist(['small', 'served', 'unserved', 'unknown']),
  order: v.nullable(v.boolean()),
  filter: v.nullable(v.boolean()),
  indexes: v.array(fieldId),
})
const indexesAnswer = v.array(v.object({ field: fieldId, bytes: v.number(), used: v.number() }))
const changesAnswer = v.object({ seq, reset: v.boolean(), events: v.array(changeEvent) })

const cell = v.pipe(
  v.unknown(),
  v.check((raw) => decodeCell(raw) !== undefined),
  v.transform((raw): CellValue => decodeCell(raw) ?? null),
)
const mutationError = v.pipe(
  v.object({ code: v.string(), details: v.optional(v.unknown()) }),
  v.transform(({ code, details }) => errorOfMutation(code, details)),
)
const mutationResults: v.GenericSchema<unknown, MutationResult[]> = v.array(
  v.variant('status', [
    v.object({
      status: v.literal('ok'),
      id: mutationId,
      ver: v.number(),
      seq: v.exactOptional(seq),
      left: v.exactOptional(v.literal(true)),
    }),
    v.object({
      status: v.literal('conflict'),
      id: mutationId,
      ver: v.number(),
      current: v.record(v.string(), cell),
    }),
    v.object({ status: v.literal('error'), id: mutationId, error: mutationError }),
  ]),
)

const bulkStep: v.GenericSchema<unknown, BulkStep> = v.object({
  done: v.number(),
  refused: v.number(),
  changed: v.number(),
  errors: v.array(v.object({ record: recordId, error: mutationError })),
  next: v.number(),
  atEnd: v.boolean(),
})

const countedRecords = { table: tableId, count: v.number() }

const deletionPreview: v.GenericSchema<unknown, DeletionPreview> = v.object({
  along: v.array(v.object(countedRecords)),
  linked: v.array(v.object({ ...countedRecords, keeps: v.boolean() })),
  refused: v.exactOptional(v.picklist(['along_refused', 'record_linked', 'limit_exceeded'])),
})

function errorOfMutation(code: string, rawDetails: unknown): AppError {
  const known: ErrorCode = isErrorCode(code) ? code : 'unexpected'
  const details = parseDetails(rawDetails)
  return appError(known, details === undefined ? {} : { details })
}

export function createRowsApi(rpc: Rpc): RowsApi {
  return {
    async window(request, signal) {
      const answer = await rpc('rows_window', { ...request }, windowAnswer, signal)
      if (!answer.ok) return answer
      const { firstKey, lastKey, atSeq, atEnd } = answer.value
      const rows = decodeRows(answer.value)
      return rows.ok ? ok({ rows: rows.value, firstKey, lastKey, atSeq, atEnd }) : err(rows.error)
    },
    async byId(query, ids) {
      const answer = await rpc('rows_by_id', { query, ids }, byIdAnswer)
      if (!answer.ok) return answer
      const rows = decodeRows(answer.value)
      const { fields: _, ...rest } = answer.value
      return rows.ok ? ok({ ...rest, rows: rows.value }) : err(rows.error)
    },
    stats: (query, mode) => rpc('view_stats', { query, exact: mode === 'exact' }, statsAnswer),
    anchors: (query, step) => rpc('view_anchors', { query, step }, anchorsAnswer),
    groups: (request, signal) => rpc('view_groups', { ...request }, groupsAnswer, signal),
    summary: (query, asked, signal) => rpc('view_summary', { query, figures: asked }, summaryAnswer, signal),
    chart: (request, signal) => rpc('view_chart', { ...request }, chartAnswer, signal),
    countWhen: (query, when) => rpc('count_when', { query, when }, matchingCount),
    rank: (request, signal) => rpc('row_rank', { ...request }, rankAnswer, signal),
    find: (request, signal) => rpc('find_in_view', { ...request }, findAnswer, signal),
    cost: (query) => rpc('view_cost', { query }, costAnswer),
    indexes: (table) => rpc('view_indexes', { table }, indexesAnswer),
    createIndex: (field) => rpc('create_view_index', { field }, nothing),
    dropIndex: (field) => rpc('drop_view_index', { field }, nothing),
    previewDeletion: (table, records) => rpc('deletion_preview', { table, records }, deletionPreview),
    apply: (batch) => rpc('apply_mutations', { batch }, mutationResults),
    beginBulk: (request) => rpc('begin_bulk', { ...request }, v.object({ total: v.number() })),
    stepBulk: (bulk, pass, part) => rpc('bulk_step', { bulk, pass, part }, bulkStep),
    changesSince: (table, since) => rpc('changes_since', { table, seq: since }, changesAnswer),
  }
}
