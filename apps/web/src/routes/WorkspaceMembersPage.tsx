import { UserPlus } from 'lucide-react'
import { Suspense } from 'react'
import { Invitations } from '../features/members/Invitations.tsx'
import { WorkspaceMembers } from '../features/members/WorkspaceMembers.tsx'
import { showDialog } from '../lib/dialogs.ts'
import { mayInvite } from '../lib/may-invite.ts'
import { useSession } from '../lib/queries.ts'
import { useWorkspace, useWorkspaceExit } from '../lib/use-workspace.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { PeopleSkeleton } from './PeopleSkeleton.tsx'
import { WorkspaceAboutPage } from './WorkspaceAboutPage.tsx'

export default function WorkspaceMembersPage() {
  const workspace = useWorkspace()
  const session = useSession()
  const exit = useWorkspaceExit(workspace)
  const isInviter = mayInvite(workspace)
  return (
    <WorkspaceAboutPage
      workspace={workspace}
      place="Members"
      title="Members"
      description="Owners see all bases. Members see the bases they were given."
      actions={
        isInviter && (
          <Button
            variant="primary"
            icon={<UserPlus aria-hidden />}
            onPress={() => showDialog({ kind: 'invite', workspace: workspace.id })}
          >
            Invite people
          </Button>
        )
      }
    >
      <Suspense fallback={<PeopleSkeleton />}>
        <WorkspaceMembers workspace={workspace} me={session.profile.id} onLeft={exit} />
        {isInviter && (
          <div className="mt-8">
            <Section title="Invitations" description="Links that nobody has used yet.">
              <Invitations workspace={workspace} />
            </Section>
          </div>
        )}
      </Suspense>
    </WorkspaceAboutPage>
  )
}
