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

/** What is typed takes the place of the name, and not of the ending by which systems know what a file is. */
function selectStem({ target }: { target: Element }): void {
  if (!(target instanceof HTMLInputElement)) return
  const dot = target.value.lastIndexOf('.')
  target.setSelectionRange(0, dot > 0 ? dot : target.value.length)
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
      <TextField
        {...firstFocus}
        label="Name"
        value={name}
        onChange={setName}
        onFocus={selectStem}
        maxLength={255}
        isRequired
      />
    </FormDialog>
  )
}
