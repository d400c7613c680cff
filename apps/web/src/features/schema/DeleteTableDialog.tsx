import type { BaseId, Table } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/Toast.tsx'

export interface DeleteTableDialogProps {
  base: BaseId
  table: Pick<Table, 'id' | 'name'>
  onDeleted: () => void
  onClose: () => void
}

/** Says how many records go with it. */
export function DeleteTableDialog({ base, table, onDeleted, onClose }: DeleteTableDialogProps) {
  const backend = useBackend()
  const cache = useSessionCache()
  const remove = useAction(backend.bases.deleteTable)
  const stats = useQuery({
    queryKey: ['base', base, 'count', table.id],
    queryFn: () => unwrap(backend.rows.stats({ table: table.id, sorts: [] }, 'quick')),
    gcTime: 0,
  })
  const count = stats.data
    ? `${stats.data.exact ? '' : 'about '}${stats.data.total.toLocaleString()} ${stats.data.total === 1 ? 'record' : 'records'}`
    : 'all records'
  const act = async () => {
    const result = await remove.run(table.id, table.name)
    if (!result.ok) return
    // Gone from what is known first: the base opens with its first table.
    cache.patchBase(base, (schema) => ({
      ...schema,
      tables: schema.tables.filter((one) => one.id !== table.id),
    }))
    onClose()
    onDeleted()
    toast.success(`The table “${table.name}” is deleted.`)
    await cache.refreshBase(base)
  }
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete the table “${table.name}”?`}
      actionLabel="Delete table"
      confirmText={table.name}
      onAction={act}
      isPending={remove.isPending}
      error={<ErrorNote error={remove.error} />}
    >
      The table with {count} and their files will be lost for everybody. This cannot be undone.
    </AlertDialog>
  )
}
