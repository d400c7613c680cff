import { type BaseSchema, limits, type RoleId, uuidV7 } from '@plinth/domain'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'
import { useRefreshRoles } from './use-roles.ts'

export interface NewRoleDialogProps {
  schema: BaseSchema
  hrefOf: (role: RoleId) => string
  onClose: () => void
}

/** A role of one's own; what it allows is said on its page. */
export function NewRoleDialog({ schema, hrefOf, onClose }: NewRoleDialogProps) {
  const backend = useBackend()
  const navigate = useNavigate()
  const refresh = useRefreshRoles(schema)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const save = useAction(backend.roles.save)
  const submit = async () => {
    const id = uuidV7() as RoleId
    const result = await save.run(schema.base.id, id, { name: name.trim(), description: description.trim() })
    if (!result.ok) return
    await refresh()
    onClose()
    await navigate({ href: hrefOf(id) })
  }
  return (
    <FormDialog
      title="New role"
      description="It allows nothing until you say what."
      actionLabel="Create role"
      action={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="Auditor"
        maxLength={limits.nameLength}
        isRequired
        {...firstFocus}
      />
      <TextField
        label="What it is for"
        value={description}
        onChange={setDescription}
        placeholder="Reads what is posted"
        maxLength={500}
      />
    </FormDialog>
  )
}
