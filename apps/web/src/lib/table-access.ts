import type { Table } from '@plinth/domain'

/** May the caller change nothing of the table? The database decides; this only hides what would be refused. */
export function isReadOnlyTable({ access }: Table): boolean {
  return access.create === 'none' && access.update === 'none' && access.delete === 'none'
}

export function mayAddRecords({ access }: Table): boolean {
  return access.create !== 'none'
}
