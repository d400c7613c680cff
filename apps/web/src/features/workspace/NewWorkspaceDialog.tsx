import { limits, uuidV7, type WorkspaceId } from '@plinth/domain'
import { useId, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'

export interface NewWorkspaceFormProps {
  formId: string
  onCreated: (workspace: WorkspaceId) => void
  onPending?: (isPending: boolean) => void
}

export function NewWorkspaceForm({ formId, onCreated, onPending }: NewWorkspaceFormProps) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState('')
  const create = useAction(backend.workspaces.create)
  const submit = async () => {
    const id = uuidV7() as WorkspaceId
    onPending?.(true)
    const result = await create.run({ id, name: name.trim() })
    if (result.ok) await cache.refresh()
    onPending?.(false)
    if (result.ok) onCreated(id)
  }
  return (
    <Form
      id={formId}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <TextField
        label="Name of the workspace"
        placeholder="Your company, team or household"
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        autoComplete="organization"
        {...firstFocus}
      />
      <ErrorNote error={create.error} />
    </Form>
  )
}

export function NewWorkspaceDialog({
  onCreated,
  onClose,
}: {
  onCreated: (workspace: WorkspaceId) => void
  onClose: () => void
}) {
  const formId = useId()
  const [isPending, setPending] = useState(false)
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="New workspace"
      description="People and bases that belong together. Members of one workspace do not see another."
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={isPending}>
            Create workspace
          </Button>
        </>
      }
    >
      <NewWorkspaceForm formId={formId} onCreated={onCreated} onPending={setPending} />
    </Dialog>
  )
}
