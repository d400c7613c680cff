import type { ChangeEvent, RowKey } from '@plinth/domain'
import * as v from 'valibot'
import { fieldId, recordId, type Schema } from './ids.ts'

/** `xid8` as a decimal string. */
export const seq = v.pipe(v.string(), v.regex(/^\d{1,20}$/))

export const rowKey: Schema<RowKey> = v.array(v.union([v.string(), v.number(), v.boolean(), v.null()]))

export const changeEvent: Schema<ChangeEvent> = v.variant('op', [
  v.object({
    op: v.picklist(['insert', 'update', 'delete', 'mixed']),
    seq,
    items: v.array(v.tuple([recordId, v.number()])),
    fields: v.nullable(v.array(fieldId)),
  }),
  v.object({ op: v.literal('bulk'), seq, count: v.exactOptional(v.number()) }),
  v.object({ op: v.literal('schema') }),
])
