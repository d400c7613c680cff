import type { Member, UserId, WorkspaceRole, WorkspaceSummary } from '@plinth/domain'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Crown, Ellipsis, LogOut, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { givenRoles, managesPeople } from '../../lib/may-invite.ts'
import { queries } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toast.tsx'
import { PeopleList, PersonLine } from './PersonLine.tsx'
import { workspaceRoleName, workspaceRoleOptions } from './roles.ts'
import { TransferDialog } from './TransferDialog.tsx'

export interface WorkspaceMembersProps {
  workspace: WorkspaceSummary
  me: UserId
  onLeft: () => Promise<void>
}

export function WorkspaceMembers({ workspace, me, onLeft }: WorkspaceMembersProps) {
  const backend = useBackend()
  const { data: members } = useSuspenseQuery(queries.members(backend, workspace.id))
  const [leaver, setLeaver] = useState<Member | null>(null)
  const [heir, setHeir] = useState<Member | null>(null)
  /** Owners manage everybody, admins everybody below owners. */
  const mayManage = (member: Member) =>
    workspace.role === 'owner' || (managesPeople(workspace.role) && member.role !== 'owner')
  return (
    <>
      <PeopleList label="Members">
        {members.map((member) => (
          <PersonLine
            key={member.id}
            person={member}
            isMe={member.id === me}
            note={basesText(member)}
            role={<RoleOf member={member} workspace={workspace} mayChange={mayManage(member)} />}
            menu={
              (mayManage(member) || member.id === me) && (
                <MenuTrigger>
                  <IconButton label={`Menu of ${member.name}`} icon={<Ellipsis aria-hidden />} />
                  <Menu placement="bottom end">
                    {member.id === me ? (
                      <MenuItem tone="danger" icon={<LogOut />} onAction={() => setLeaver(member)}>
                        Leave workspace
                      </MenuItem>
                    ) : (
                      <>
                        {workspace.role === 'owner' && (
                          <MenuItem icon={<Crown />} onAction={() => setHeir(member)}>
                            Transfer ownership
                          </MenuItem>
                        )}
                        <MenuItem tone="danger" icon={<UserMinus />} onAction={() => setLeaver(member)}>
                          Remove from workspace
                        </MenuItem>
                      </>
                    )}
                  </Menu>
                </MenuTrigger>
              )
            }
          />
        ))}
      </PeopleList>
      {heir && <TransferDialog workspace={workspace} member={heir} onClose={() => setHeir(null)} />}
      {leaver && (
        <LeaveDialog
          workspace={workspace}
          member={leaver}
          isMe={leaver.id === me}
          onClose={() => setLeaver(null)}
          onLeft={onLeft}
        />
      )}
    </>
  )
}

function basesText(member: Member): string {
  if (member.role === 'owner') return 'all bases'
  return countOf(member.bases.length, 'base')
}

function RoleOf({
  member,
  workspace,
  mayChange,
}: {
  member: Member
  workspace: WorkspaceSummary
  mayChange: boolean
}) {
  const backend = useBackend()
  const client = useQueryClient()
  const cache = useSessionCache()
  const change = useAction(backend.workspaces.setRole)
  if (!mayChange)
    return <span className="px-2.5 text-sm text-ink-muted">{workspaceRoleName(member.role)}</span>
  const choose = async (role: WorkspaceRole) => {
    if (role === member.role) return
    const { queryKey } = queries.members(backend, workspace.id)
    client.setQueryData(queryKey, (now) => now?.map((one) => (one.id === member.id ? { ...one, role } : one)))
    const result = await change.run(workspace.id, member.id, role)
    if (!result.ok) toast.error(result.error)
    await Promise.all([client.invalidateQueries({ queryKey }), cache.refresh()])
  }
  return (
    <Select
      label={`Role of ${member.name}`}
      isLabelHidden
      look="quiet"
      options={workspaceRoleOptions.filter((one) => givenRoles(workspace.role).includes(one.id))}
      value={member.role}
      onChange={choose}
      isDisabled={change.isPending}
    />
  )
}

interface LeaveDialogProps {
  workspace: WorkspaceSummary
  member: Member
  isMe: boolean
  onClose: () => void
  onLeft: () => Promise<void>
}

function LeaveDialog({ workspace, member, isMe, onClose, onLeft }: LeaveDialogProps) {
  const backend = useBackend()
  const client = useQueryClient()
  const cache = useSessionCache()
  const act = useAction(() =>
    isMe ? backend.workspaces.leave(workspace.id) : backend.workspaces.removeMember(workspace.id, member.id),
  )
  const go = async () => {
    const result = await act.run()
    if (!result.ok) return
    onClose()
    if (isMe) {
      toast.success(`You have left ${workspace.name}.`)
      return onLeft()
    }
    toast.success(`${member.name} is no longer in ${workspace.name}.`)
    await Promise.all([cache.refresh(), client.invalidateQueries({ queryKey: ['workspace', workspace.id] })])
  }
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={isMe ? `Leave ${workspace.name}?` : `Remove ${member.name}?`}
      actionLabel={isMe ? 'Leave workspace' : 'Remove from workspace'}
      onAction={go}
      isPending={act.isPending}
      error={<ErrorNote error={act.error} />}
    >
      {isMe
        ? 'You will no longer see its bases. To come back you need a new invitation. What you wrote stays.'
        : `${member.name} will no longer see this workspace and its bases. What they wrote stays.`}
    </AlertDialog>
  )
}
