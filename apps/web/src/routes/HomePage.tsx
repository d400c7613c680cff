import { Navigate, useNavigate } from '@tanstack/react-router'
import { EntryForm } from '../features/auth/EntryForm.tsx'
import { Page } from '../features/frame/Page.tsx'
import { useNewWorkspace, WorkspaceNameField } from '../features/workspace/NewWorkspaceDialog.tsx'
import { currentWorkspace } from '../lib/current-workspace.ts'
import { kept } from '../lib/kept.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { PeopleDrawing, PlinthDrawing } from '../ui/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

/** To the workspace visited last; without any, the way to the first one. */
export default function HomePage() {
  useTitle('Welcome')
  const session = useSession()
  const workspace = currentWorkspace(session, {})
  if (kept('invitation')) return <Navigate to="/invite" replace />
  if (workspace) return <Navigate to="/w/$workspace" params={{ workspace: workspace.id }} replace />
  return (
    <Page
      crumbs={[{ id: 'home', label: 'Welcome' }]}
      title={`Welcome, ${session.profile.name}`}
      width="narrow"
    >
      {session.installation.mayCreateWorkspace ? <FirstWorkspace /> : <Waiting />}
    </Page>
  )
}

function FirstWorkspace() {
  const navigate = useNavigate()
  const { name, setName, create, submit } = useNewWorkspace(
    (id) => void navigate({ href: paths.workspace(id), replace: true }),
  )
  return (
    <div className="rounded-card border border-line bg-surface p-6">
      <div className="mb-5 -ml-7 text-ink-faint">
        <PlinthDrawing />
      </div>
      <p className="mb-5 max-w-120 text-base text-ink-muted text-pretty">
        A workspace holds your bases and the people who work in them. Make the first one; it can be renamed at
        any time.
      </p>
      <div className="max-w-90">
        <EntryForm
          actionLabel="Create workspace"
          isPending={create.isPending}
          error={create.error}
          onSubmit={submit}
        >
          <WorkspaceNameField value={name} onChange={setName} />
        </EntryForm>
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <EmptyState drawing={<PeopleDrawing />} title="You are not in a workspace yet">
      Ask somebody in a workspace for an invitation link, and open it in this browser. Who may create
      workspaces here is decided by the owner of the installation.
    </EmptyState>
  )
}
