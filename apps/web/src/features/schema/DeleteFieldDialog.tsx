import type { BaseId, Field, Table } from '@plinth/domain'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/Toast.tsx'

export interface DeleteFieldDialogProps {
  base: BaseId
  table: Table
  field: Field
  onClose: () => void
}

export function DeleteFieldDialog({ base, table, field, onClose }: DeleteFieldDialogProps) {
  const backend = useBackend()
  const cache = useSessionCache()
  const remove = useAction(backend.bases.deleteField)
  const act = async () => {
    const result = await remove.run(field.id)
    if (!result.ok) return
    onClose()
    toast.success(`The field “${field.name}” is deleted.`)
    await cache.refreshBase(base)
  }
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={`Delete the field “${field.name}”?`}
      actionLabel="Delete field"
      onAction={act}
      isPending={remove.isPending}
      error={<ErrorNote error={remove.error} />}
    >
      Its values in all records of {table.name} will be lost for everybody. This cannot be undone.
    </AlertDialog>
  )
}
