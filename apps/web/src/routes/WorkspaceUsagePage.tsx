import { WorkspaceUsageView } from '../features/usage/WorkspaceUsageView.tsx'
import { useWorkspace } from '../lib/use-workspace.ts'
import { WorkspaceAboutPage } from './WorkspaceAboutPage.tsx'

export default function WorkspaceUsagePage() {
  const workspace = useWorkspace()
  return (
    <WorkspaceAboutPage
      workspace={workspace}
      place="Usage"
      title="Usage"
      description="What this workspace holds, of what it may hold."
    >
      <WorkspaceUsageView key={workspace.id} workspace={workspace} />
    </WorkspaceAboutPage>
  )
}
