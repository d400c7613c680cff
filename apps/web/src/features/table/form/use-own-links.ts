import type { CellValue, Field, FieldId, FormSettings } from '@plinth/domain'
import { useQueries } from '@tanstack/react-query'
import { namedRecordsQuery } from '../../../lib/records/use-records.ts'
import { useTable } from '../table-context.ts'
import { asLinks, ownRecords } from './own-answers.ts'

/** What the records are called that a form links by itself; `isThere`: as far as that can be known, it is. */
export function useOwnLinks(form: FormSettings, fields: readonly Field[]) {
  const { backend, values, tableOf } = useTable()
  const own = ownRecords(form, fields).flatMap(({ target, ...one }) => {
    const table = tableOf(target)
    return table ? [{ ...one, table }] : []
  })
  const answers = useQueries({
    queries: own.map(({ table, field, ids }) => ({
      ...namedRecordsQuery(backend, table, ids, { values, linkable: { field } }),
      retry: false,
    })),
  })
  const links: ReadonlyMap<FieldId, CellValue> = new Map(
    own.map(({ field, ids }, at) => [
      field,
      asLinks((answers[at]?.data ?? []).filter(({ item }) => ids.includes(item[0]))),
    ]),
  )
  return { links, isThere: answers.every(({ isFetched }) => isFetched) }
}
