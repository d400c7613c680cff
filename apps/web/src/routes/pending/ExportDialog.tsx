import type { Backend, Base, Sort, Table } from '@plinth/domain'
import { Dialog } from '../../ui/Dialog.tsx'

export interface ExportDialogProps {
  backend: Backend
  base: Base
  table: Table
  sorts?: readonly Sort[]
  onClose: () => void
}

export function ExportDialog({ onClose }: ExportDialogProps) {
  return (
    <Dialog isOpen onOpenChange={onClose} title="Export table">
      Not in this build.
    </Dialog>
  )
}
