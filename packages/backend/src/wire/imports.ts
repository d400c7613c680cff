import { type ErrorCode, isErrorCode, type Misfit, type RefusedRow, type UnlinkedRow } from '@plinth/domain'
import * as v from 'valibot'
import { fieldId, recordId, type Schema } from './ids.ts'
import { roleName } from './workflows.ts'

export const misfits: Schema<(Misfit & { no: number })[]> = v.array(
  v.object({ no: v.number(), record: recordId, field: fieldId, line: v.number(), raw: v.string() }),
)

const errorCode = v.custom<ErrorCode>((code) => typeof code === 'string' && isErrorCode(code))

export const refusedRows: Schema<RefusedRow[]> = v.array(
  v.object({
    line: v.number(),
    code: errorCode,
    field: v.exactOptional(fieldId),
    rule: v.string(),
    roles: v.exactOptional(v.array(roleName)),
    fields: v.exactOptional(v.array(fieldId)),
  }),
)

export const unlinkedRows: Schema<UnlinkedRow[]> = v.array(
  v.object({ line: v.number(), code: errorCode, field: v.exactOptional(fieldId) }),
)
