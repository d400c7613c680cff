import type { Invitation, WorkspaceSummary } from '@plinth/domain'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useBackend } from '../../lib/backend-context.ts'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
import { baseRoleName, workspaceRoleName } from './roles.ts'

/** Invitations that nobody has taken up yet. */
export function Invitations({ workspace }: { workspace: WorkspaceSummary }) {
  const backend = useBackend()
  const { data: invitations } = useSuspenseQuery(queries.invitations(backend, workspace.id))
  if (invitations.length === 0) {
    return <p className="text-sm text-ink-muted">No invitation is waiting to be taken up.</p>
  }
  return (
    <ul aria-label="Pending invitations" className="rounded-card border border-line bg-surface">
      {invitations.map((invitation) => (
        <InvitationLine key={invitation.id} invitation={invitation} workspace={workspace} />
      ))}
    </ul>
  )
}

function InvitationLine({ invitation, workspace }: { invitation: Invitation; workspace: WorkspaceSummary }) {
  const backend = useBackend()
  const client = useQueryClient()
  const revoke = useAction(backend.workspaces.revokeInvitation)
  const base = workspace.bases.find((one) => one.id === invitation.baseId)
  const what = [
    workspaceRoleName(invitation.role),
    base && invitation.baseRole ? `${baseRoleName(invitation.baseRole)} in ${base.name}` : null,
  ].filter(Boolean)
  const take = async () => {
    const result = await revoke.run(invitation.id)
    if (result.ok) toast.success('The invitation is withdrawn. Its link no longer works.')
    else toast.error(result.error)
    await client.invalidateQueries({ queryKey: queries.invitations(backend, workspace.id).queryKey })
  }
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line px-4 py-2 last:border-0">
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-hover text-ink-muted">
        <Link2 aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium">{invitation.email ?? 'Anyone with the link'}</p>
        <p className="line-clamp-2 text-xs text-ink-muted">
          {what.join(', ')} · by {invitation.invitedBy} · until {formatDay(invitation.expiresAt)}
        </p>
      </div>
      <Button size="sm" onPress={take} isPending={revoke.isPending}>
        Withdraw
      </Button>
    </li>
  )
}

function formatDay(iso: string): string {
  return new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' }).format(new Date(iso))
}
