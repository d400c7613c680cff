/** Records of another table, called as this page writes values. */
import type { RecordId, Table } from '@plinth/domain'
import type { ChoiceOptions } from '../../../lib/records/find-records.ts'
import { useFoundRecords as useFound, useNamedRecords as useNamed } from '../../../lib/records/use-records.ts'
import { useTable } from '../table-context.ts'

type Wanted = Omit<ChoiceOptions, 'values'>

export function useFoundRecords(target: Table, text: string, wanted: Wanted = {}) {
  return useFound(target, text, { values: useTable().values, ...wanted })
}

export function useNamedRecords(target: Table | undefined, ids: readonly RecordId[], wanted: Wanted = {}) {
  return useNamed(target, ids, { values: useTable().values, ...wanted })
}
