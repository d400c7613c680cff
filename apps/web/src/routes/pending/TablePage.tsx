import type { Backend, BaseSchema, Field, Profile, RecordId, Sort, Table } from '@plinth/domain'

export interface TablePageProps {
  base: BaseSchema
  table: Table
  backend: Backend
  me: Profile
  sorts: readonly Sort[]
  onSortsChange: (sorts: readonly Sort[]) => void
  recordId: RecordId | null
  onRecordChange: (id: RecordId | null) => void
  onImport: () => void
  onExport: () => void
  onAddField: () => void
  onEditField: (field: Field) => void
  onRenameField: (field: Field) => void
  onDeleteField: (field: Field) => void
  onSchemaChanged: () => void
}

export function TablePage({ table }: TablePageProps) {
  return <div className="p-4">{table.fields.map((field) => field.name).join(' · ')}</div>
}
