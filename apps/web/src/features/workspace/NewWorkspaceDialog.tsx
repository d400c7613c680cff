import { limits, uuidV7, type WorkspaceId } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'

/** A workspace to be made: its name, and the call that makes it. For the dialog and for the page of first use. */
export function useNewWorkspace(onCreated: (workspace: WorkspaceId) => void) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState('')
  const create = useAction(async (id: WorkspaceId) => {
    const made = await backend.workspaces.create({ id, name: name.trim() })
    if (made.ok) await cache.refresh()
    return made
  })
  const submit = async () => {
    const id = uuidV7() as WorkspaceId
    if ((await create.run(id)).ok) onCreated(id)
  }
  return { name, setName, create, submit }
}

export function WorkspaceNameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <TextField
      label="Name of the workspace"
      placeholder="Your company, team or household"
      value={value}
      onChange={onChange}
      maxLength={limits.nameLength}
      isRequired
      autoComplete="organization"
      {...firstFocus}
    />
  )
}

export interface NewWorkspaceDialogProps {
  onCreated: (workspace: WorkspaceId) => void
  onClose: () => void
}

export function NewWorkspaceDialog({ onCreated, onClose }: NewWorkspaceDialogProps) {
  const { name, setName, create, submit } = useNewWorkspace(onCreated)
  return (
    <FormDialog
      title="New workspace"
      description="People and bases that belong together. Members of one workspace do not see another."
      actionLabel="Create workspace"
      action={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <WorkspaceNameField value={name} onChange={setName} />
    </FormDialog>
  )
}
