import type { Member, WorkspaceSummary } from '@plinth/domain'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'

const choices = [
  {
    id: 'admin',
    label: 'You become an admin',
    description: 'Of bases you keep those in which you have a role.',
  },
  { id: 'owner', label: 'You stay an owner too', description: 'Both of you may do everything.' },
] as const

export interface TransferDialogProps {
  workspace: WorkspaceSummary
  member: Member
  onClose: () => void
}

/** Gives the workspace to a member, with its name typed. */
export function TransferDialog({ workspace, member, onClose }: TransferDialogProps) {
  const client = useQueryClient()
  const cache = useSessionCache()
  const [ownRole, setOwnRole] = useState<'admin' | 'owner'>('admin')
  const [name, setName] = useState('')
  const transfer = useAction(useBackend().workspaces.transferOwnership)
  const submit = async () => {
    const result = await transfer.run({
      workspace: workspace.id,
      member: member.id,
      ownRole,
      confirmName: name.trim(),
    })
    if (!result.ok) return
    onClose()
    toast.success(`${member.name} owns ${workspace.name} now.`)
    await Promise.all([cache.refresh(), client.invalidateQueries({ queryKey: ['workspace', workspace.id] })])
  }
  return (
    <FormDialog
      title={`Transfer ${workspace.name} to ${member.name}`}
      description="An owner may do everything in the workspace and is a creator of all its bases. Only they can give it back."
      actionLabel="Transfer ownership"
      action={transfer}
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioGroup label="And you" options={choices} value={ownRole} onChange={setOwnRole} />
      <TextField
        label={`Type “${workspace.name}” to confirm`}
        value={name}
        onChange={setName}
        autoComplete="off"
        isRequired
        {...firstFocus}
      />
    </FormDialog>
  )
}
