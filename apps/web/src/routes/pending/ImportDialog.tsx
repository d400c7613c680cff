import type { Backend, Base, BaseRole, Table, TableId } from '@plinth/domain'
import { Dialog } from '../../ui/Dialog.tsx'

export interface ImportDialogProps {
  backend: Backend
  base: Base
  tables: readonly Table[]
  role: BaseRole
  file?: File | null
  into?: TableId
  onDone: (table: TableId) => void
  onChanged?: () => void
  onClose: () => void
}

export function ImportDialog({ onClose }: ImportDialogProps) {
  return (
    <Dialog isOpen onOpenChange={onClose} title="Import a file" size="lg">
      Not in this build.
    </Dialog>
  )
}
