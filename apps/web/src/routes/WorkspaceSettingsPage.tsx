import { Page } from '../features/frame/Page.tsx'
import { WorkspaceSettings } from '../features/workspace/WorkspaceSettings.tsx'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/queries.ts'
import { useTitle } from '../lib/use-title.ts'
import { useWorkspace, useWorkspaceExit } from '../lib/use-workspace.ts'
import { Banner } from '../ui/Banner.tsx'

export default function WorkspaceSettingsPage() {
  const workspace = useWorkspace()
  const session = useSession()
  const exit = useWorkspaceExit(workspace)
  useTitle('Settings', workspace.name)
  const mayChange = workspace.role === 'owner' || session.installation.isOwner
  return (
    <Page
      width="narrow"
      crumbs={[
        { id: 'workspace', label: workspace.name, href: paths.workspace(workspace.id) },
        { id: 'settings', label: 'Settings' },
      ]}
      title="Workspace settings"
    >
      {mayChange ? (
        <WorkspaceSettings key={workspace.id} session={session} workspace={workspace} onGone={exit} />
      ) : (
        <Banner tone="info">Only owners of this workspace can change its settings. Ask one of them.</Banner>
      )}
    </Page>
  )
}
