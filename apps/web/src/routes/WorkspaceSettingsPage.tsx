import { WorkspaceSettings } from '../features/workspace/WorkspaceSettings.tsx'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/queries.ts'
import { useWorkspace, useWorkspaceExit } from '../lib/use-workspace.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { LockDrawing } from '../ui/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { WorkspaceAboutPage } from './WorkspaceAboutPage.tsx'

export default function WorkspaceSettingsPage() {
  const workspace = useWorkspace()
  const session = useSession()
  const exit = useWorkspaceExit(workspace)
  const mayChange = workspace.role === 'owner' || session.installation.isOwner
  return (
    <WorkspaceAboutPage workspace={workspace} place="Settings" title="Workspace settings">
      {mayChange ? (
        <WorkspaceSettings key={workspace.id} session={session} workspace={workspace} onGone={exit} />
      ) : (
        <EmptyState
          drawing={<LockDrawing />}
          title="Only owners change these settings"
          actions={<ButtonLink href={paths.workspaceMembers(workspace.id)}>See the members</ButtonLink>}
        >
          You can see who they are among the members of this workspace. Ask one of them.
        </EmptyState>
      )}
    </WorkspaceAboutPage>
  )
}
