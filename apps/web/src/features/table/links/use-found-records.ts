/** Records of another table, called as this page writes values. */
import type { RecordId, Table, ViewQuery } from '@plinth/domain'
import { useFoundRecords as useFound, useNamedRecords as useNamed } from '../../../lib/records/use-records.ts'
import { useTable } from '../table-context.ts'

/** `linkable`: those alone that may be linked so. */
export function useFoundRecords(target: Table, text: string, linkable?: ViewQuery['linkable']) {
  return useFound(target, text, { values: useTable().values, linkable })
}

export function useNamedRecords(
  target: Table | undefined,
  ids: readonly RecordId[],
  linkable?: ViewQuery['linkable'],
) {
  return useNamed(target, ids, { values: useTable().values, linkable })
}
