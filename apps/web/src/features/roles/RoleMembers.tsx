import type { BaseSchema, Member, Role, UserId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { PersonAvatar } from '../../lib/PersonAvatar.tsx'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Link } from '../../ui/Link.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useRefreshRoles } from './use-roles.ts'

/** Who holds a role. Built-in roles are given on the page of members, one to a person. */
export function RoleMembers(props: { schema: BaseSchema; role: Role; membersHref: string }) {
  const { schema, role, membersHref } = props
  const all = useQuery(queries.members(useBackend(), schema.base.workspaceId))
  const members = all.data ?? []
  const holders = members.filter((member) => role.members.includes(member.id))
  const others = members.filter((member) => member.role !== 'owner' && !role.members.includes(member.id))
  const isCustom = role.kind === 'custom'
  return (
    <div className="flex flex-col gap-3">
      {isCustom && others.length > 0 && <AddHolder schema={schema} role={role} others={others} />}
      {holders.length > 0 && (
        <ul aria-label="Who holds this role" className="rounded-card border border-line bg-surface">
          {holders.map((member) => (
            <HolderLine key={member.id} schema={schema} role={role} member={member} />
          ))}
        </ul>
      )}
      {holders.length === 0 && <p className="text-sm text-ink-muted">Nobody holds this role yet.</p>}
      {!isCustom && (
        <p className="text-sm text-ink-muted">
          This role is given on the page of <Link href={membersHref}>members</Link>.
        </p>
      )}
    </div>
  )
}

function useSetHolder(schema: BaseSchema, role: Role) {
  const backend = useBackend()
  const refresh = useRefreshRoles(schema)
  return async (member: UserId, holds: boolean) => {
    const result = await backend.roles.setMember(role.id, member, holds)
    if (!result.ok) toast.error(result.error)
    await refresh()
    return result
  }
}

function AddHolder({ schema, role, others }: { schema: BaseSchema; role: Role; others: readonly Member[] }) {
  const [who, setWho] = useState<UserId | null>(null)
  const add = useAction(useSetHolder(schema, role))
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ComboBox
        label="Give it to somebody of this workspace"
        className="min-w-60 flex-1"
        options={others.map((member) => ({ id: member.id, label: member.name, description: member.email }))}
        value={who}
        onChange={setWho}
        placeholder="Name"
      />
      <Button
        isDisabled={who === null}
        isPending={add.isPending}
        onPress={async () => {
          if (who === null) return
          const result = await add.run(who, true)
          if (result.ok) setWho(null)
        }}
      >
        Give role
      </Button>
    </div>
  )
}

function HolderLine({ schema, role, member }: { schema: BaseSchema; role: Role; member: Member }) {
  const setHolder = useSetHolder(schema, role)
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line px-3 py-1.5 last:border-0">
      <PersonAvatar person={member} size={24} />
      <p className="flex min-w-0 flex-1 flex-col sm:flex-row sm:items-baseline sm:gap-2">
        <span className="max-w-full shrink-0 truncate font-medium">{member.name}</span>
        <span className="min-w-0 truncate text-xs text-ink-muted">{member.email}</span>
      </p>
      {role.kind === 'custom' && (
        <IconButton
          label={`Take the role from ${member.name}`}
          icon={<X aria-hidden />}
          className="-mr-1.5"
          onPress={() => setHolder(member.id, false)}
        />
      )}
    </li>
  )
}
