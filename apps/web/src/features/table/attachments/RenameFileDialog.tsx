import type { Attachment, Result } from '@plinth/domain'
import { useState } from 'react'
import { FormDialog } from '../../../lib/FormDialog.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { firstFocus } from '../../../ui/first-focus.ts'
import { TextField } from '../../../ui/TextField.tsx'

export interface RenameFileDialogProps {
  file: Attachment
  rename: (name: string) => Promise<Result<string>>
  onClose: () => void
}

/** Asks for another name of a file. */
export function RenameFileDialog({ file, rename, onClose }: RenameFileDialogProps) {
  const [name, setName] = useState(file.name)
  const action = useAction(rename)
  const submit = async () => {
    const answer = await action.run(name.trim())
    if (answer.ok) onClose()
  }
  return (
    <FormDialog
      title="Rename file"
      actionLabel="Rename file"
      action={action}
      isActionDisabled={name.trim() === ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField {...firstFocus} label="Name" value={name} onChange={setName} maxLength={255} isRequired />
    </FormDialog>
  )
}
