import { limits, type SessionInfo, type WorkspaceSummary } from '@plinth/domain'
import { Suspense, useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { SettingsForm } from '../../lib/SettingsForm.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { Section } from '../../ui/Section.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { WorkspaceCreators } from './WorkspaceCreators.tsx'

export interface WorkspaceSettingsProps {
  session: SessionInfo
  workspace: WorkspaceSummary
  onGone: () => Promise<void>
}

export function WorkspaceSettings({ session, workspace, onGone }: WorkspaceSettingsProps) {
  const isOwner = workspace.role === 'owner'
  return (
    <>
      {isOwner && (
        <Section title="General">
          <RenameForm workspace={workspace} />
        </Section>
      )}
      {session.installation.isOwner && (
        <Section
          title="This installation"
          description="You made the first account here, so this is yours to decide, for all workspaces."
        >
          <CreationSetting session={session} />
        </Section>
      )}
      {isOwner && (
        <Section
          title="Delete this workspace"
          tone="danger"
          description="All its bases, records and files are gone for everybody. This cannot be undone."
        >
          <DeleteWorkspace workspace={workspace} onGone={onGone} />
        </Section>
      )}
    </>
  )
}

function RenameForm({ workspace }: { workspace: WorkspaceSummary }) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState(workspace.name)
  const rename = useAction(backend.workspaces.rename)
  const submit = async () => {
    const undo = cache.patch((session) => ({
      ...session,
      workspaces: session.workspaces.map((one) =>
        one.id === workspace.id ? { ...one, name: name.trim() } : one,
      ),
    }))
    const result = await rename.run(workspace.id, name.trim())
    if (!result.ok) return undo()
    toast.success('Workspace renamed.')
    await cache.refresh()
  }
  return (
    <SettingsForm
      actionLabel="Rename workspace"
      action={rename}
      isChanged={name.trim() !== workspace.name}
      onSubmit={submit}
    >
      <TextField label="Name" value={name} onChange={setName} maxLength={limits.nameLength} isRequired />
    </SettingsForm>
  )
}

const choices = [
  { id: 'nobody', label: 'Nobody', description: 'Only you.' },
  { id: 'listed', label: 'People on the list', description: 'You, and those whom you add here.' },
  { id: 'anyone', label: 'Anyone with an account', description: 'Whoever can sign up here.' },
] as const

type Creation = SessionInfo['installation']['workspaceCreation']

function CreationSetting({ session }: { session: SessionInfo }) {
  const setting = session.installation.workspaceCreation
  const backend = useBackend()
  const cache = useSessionCache()
  const save = useAction(backend.workspaces.setWorkspaceCreation)
  const choose = async (workspaceCreation: Creation) => {
    const undo = cache.patch((session) => ({
      ...session,
      installation: { ...session.installation, workspaceCreation },
    }))
    const result = await save.run(workspaceCreation)
    if (!result.ok) undo()
    await cache.refresh()
  }
  return (
    <div className="flex flex-col gap-3">
      <RadioGroup
        label="Who may create workspaces"
        options={choices}
        value={setting}
        onChange={choose}
        isReadOnly={save.isPending}
      />
      <ErrorNote error={save.error} />
      {setting === 'listed' && (
        <div className="mt-2 max-w-120">
          <Suspense fallback={<Skeleton className="h-22 w-full" />}>
            <WorkspaceCreators owner={session.profile} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

function DeleteWorkspace({
  workspace,
  onGone,
}: {
  workspace: WorkspaceSummary
  onGone: () => Promise<void>
}) {
  const backend = useBackend()
  const [isAsking, setAsking] = useState(false)
  const remove = useAction(backend.workspaces.delete)
  const bases = workspace.bases.length
  const act = async () => {
    const result = await remove.run(workspace.id, workspace.name)
    if (!result.ok) return
    toast.success(`The workspace “${workspace.name}” is deleted.`)
    await onGone()
  }
  return (
    <>
      <Button variant="danger-ghost" className="border border-danger-line" onPress={() => setAsking(true)}>
        Delete workspace
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Delete the workspace “${workspace.name}”?`}
        actionLabel="Delete workspace"
        confirmText={workspace.name}
        onAction={act}
        isPending={remove.isPending}
        error={<ErrorNote error={remove.error} />}
      >
        {bases === 0
          ? 'It has no bases.'
          : `${bases === 1 ? 'Its base' : `Its ${bases} bases`} with all records and files will be lost for everybody.`}{' '}
        This cannot be undone.
      </AlertDialog>
    </>
  )
}
