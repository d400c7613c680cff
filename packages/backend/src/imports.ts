import { type ImportsApi, ok } from '@plinth/domain'
import * as v from 'valibot'
import type { Rpc } from './rpc.ts'
import { misfits, refusedRows, unlinkedRows } from './wire/imports.ts'
import { nothing } from './wire/nothing.ts'

const counts = v.object({
  inserted: v.number(),
  updated: v.number(),
  refused: v.optional(refusedRows, []),
  unlinked: v.optional(unlinkedRows, []),
})
const outcome = v.object({ inserted: v.number(), updated: v.number(), misfits: v.number() })
const deletion = v.object({ deleted: v.number() })

export function createImportsApi(rpc: Rpc): ImportsApi {
  return {
    begin: ({ id, table, fileName, fields, mode, key }) =>
      rpc('begin_import', { import: id, table, file_name: fileName, fields, mode, key }, nothing),
    rows: ({ importId, chunk, rows, misfits, links = [] }, signal) =>
      rpc('import_rows', { import: importId, chunk, rows, misfits, links }, counts, signal),
    finish: (id) => rpc('finish_import', { import: id }, outcome),
    async cancel(id, discard) {
      // The database deletes a bounded number a call, so that none outlives the statement timeout.
      for (let deleted = 0; ; ) {
        const answer = await rpc('cancel_import', { import: id, discard }, deletion)
        if (!answer.ok) return answer
        deleted += answer.value.deleted
        if (!discard || answer.value.deleted === 0) return ok({ deleted })
      }
    },
    misfits: (id, after, take) => rpc('import_misfits', { import: id, after, take }, misfits),
  }
}
