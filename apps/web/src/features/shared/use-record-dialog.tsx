import type { SharedPage } from '@plinth/domain'
import { useState } from 'react'
import { Dialog } from '../../ui/Dialog.tsx'
import { SharedRecord } from './SharedRecord.tsx'
import type { SharedRow } from './shared-kinds.ts'
import { titleOf } from './shared-text.ts'

/** All of a record, over the page, once it is pressed. */
export function useRecordDialog(page: SharedPage) {
  const [open, onOpen] = useState<SharedRow | null>(null)
  const dialog = open && (
    <Dialog isOpen onOpenChange={() => onOpen(null)} title={titleOf(page, open)} size="md" isText>
      <SharedRecord page={page} row={open} />
    </Dialog>
  )
  return { onOpen, dialog }
}
