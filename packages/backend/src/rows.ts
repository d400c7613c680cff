import {
  type AppError,
  appError,
  type CellValue,
  type ErrorCode,
  err,
  isErrorCode,
  type MutationResult,
  ok,
  type RowsApi,
} from '@plinth/domain'
import * as v from 'valibot'
import { decodeCell, decodeRows, rowsFrame } from './row-decoder.ts'
import type { Rpc } from './rpc.ts'
import { parseDetails } from './to-app-error.ts'
import { mutationId } from './wire/ids.ts'
import { changeEvent, rowKey, seq } from './wire/rows.ts'

const windowAnswer = v.object({
  ...rowsFrame,
  firstKey: v.nullable(rowKey),
  lastKey: v.nullable(rowKey),
  atSeq: seq,
  atEnd: v.boolean(),
})
const byIdAnswer = v.object({ ...rowsFrame, atSeq: seq })
const statsAnswer = v.object({ total: v.number(), exact: v.boolean(), atSeq: seq })
const anchorsAnswer = v.object({ anchors: v.array(v.tuple([v.number(), rowKey])), atSeq: seq })
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
      return rows.ok ? ok({ rows: rows.value, atSeq: answer.value.atSeq }) : err(rows.error)
    },
    stats: (query, mode) => rpc('view_stats', { query, exact: mode === 'exact' }, statsAnswer),
    anchors: (query, step) => rpc('view_anchors', { query, step }, anchorsAnswer),
    apply: (batch) => rpc('apply_mutations', { batch }, mutationResults),
    changesSince: (table, since) => rpc('changes_since', { table, seq: since }, changesAnswer),
  }
}
