import type { BaseMember, BaseRole, BaseSchema, UserId } from '@plinth/domain'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Ellipsis, Eye } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { paths } from '../../lib/paths.ts'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { formatViewedAs } from '../../lib/viewed-as.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toast.tsx'
import { PeopleList, PersonLine } from './PersonLine.tsx'
import { baseRoleName, baseRoleOptions } from './roles.ts'

/** Who works in a base, and as what. Owners of the workspace are there by themselves. */
export function BaseMembers({ schema, me }: { schema: BaseSchema; me: UserId }) {
  const backend = useBackend()
  const { data: members } = useSuspenseQuery(queries.baseMembers(backend, schema.base.id))
  const mayChange = schema.role === 'creator'
  return (
    <div className="flex flex-col gap-5">
      {mayChange && <AddMember schema={schema} members={members} />}
      <PeopleList label="Members of this base">
        {members.map((member) => (
          <PersonLine
            key={member.id}
            person={member}
            isMe={member.id === me}
            {...noteOf(member)}
            role={<BaseRoleOf schema={schema} member={member} mayChange={mayChange && !member.inherited} />}
            {...(mayChange ? { menu: member.id !== me && <MenuOf schema={schema} member={member} /> } : {})}
          />
        ))}
      </PeopleList>
    </div>
  )
}

function noteOf({ inherited, customRoles }: BaseMember): { note?: string } {
  if (inherited) return { note: 'owner of the workspace' }
  return customRoles.length > 0 ? { note: customRoles.map((role) => role.name).join(', ') } : {}
}

function MenuOf({ schema: { base }, member }: { schema: BaseSchema; member: BaseMember }) {
  return (
    <MenuTrigger>
      <IconButton label={`Menu of ${member.name}`} icon={<Ellipsis aria-hidden />} />
      <Menu placement="bottom end">
        <MenuItem icon={<Eye />} href={paths.viewAs(base.id, formatViewedAs({ person: member.id }))}>
          View as this person
        </MenuItem>
      </Menu>
    </MenuTrigger>
  )
}

const noAccess = { id: 'none', label: 'No access', description: 'Takes this base away.' } as const
const customOnly = { id: 'none', label: 'Custom roles', description: 'No other role in this base.' } as const

function BaseRoleOf({
  schema,
  member,
  mayChange,
}: {
  schema: BaseSchema
  member: BaseMember
  mayChange: boolean
}) {
  const setRole = useSetBaseRole(schema)
  if (!mayChange) return <span className="px-2.5 text-sm text-ink-muted">{baseRoleName(member.role)}</span>
  return (
    <Select<BaseRole | 'none'>
      label={`Role of ${member.name}`}
      isLabelHidden
      look="quiet"
      options={[...baseRoleOptions, member.customRoles.length > 0 ? customOnly : noAccess]}
      value={member.role ?? 'none'}
      onChange={(role) => setRole(member.id, role === 'none' ? null : role)}
    />
  )
}

function useSetBaseRole(schema: BaseSchema) {
  const backend = useBackend()
  const client = useQueryClient()
  const { queryKey } = queries.baseMembers(backend, schema.base.id)
  return async (member: UserId, role: BaseRole | null) => {
    client.setQueryData(queryKey, (now) =>
      now?.flatMap((one) =>
        one.id !== member ? [one] : role === null && one.customRoles.length === 0 ? [] : [{ ...one, role }],
      ),
    )
    const result = await backend.bases.setRole(schema.base.id, member, role)
    if (!result.ok) toast.error(result.error)
    await client.invalidateQueries({ queryKey })
    await client.invalidateQueries({ queryKey: ['workspace', schema.base.workspaceId] })
    return result
  }
}

function AddMember({ schema, members }: { schema: BaseSchema; members: readonly BaseMember[] }) {
  const backend = useBackend()
  const all = useQuery(queries.members(backend, schema.base.workspaceId))
  const setRole = useSetBaseRole(schema)
  const [who, setWho] = useState<UserId | null>(null)
  const [role, setRoleChoice] = useState<BaseRole>('editor')
  const add = useAction(setRole)
  const there = new Set(members.map((member) => member.id))
  const others = (all.data ?? []).filter((member) => !there.has(member.id))
  if (others.length === 0) return null
  return (
    <div className="flex flex-wrap items-end gap-2">
      <ComboBox
        label="Add somebody of this workspace"
        className="min-w-60 flex-1"
        options={others.map((member) => ({ id: member.id, label: member.name, description: member.email }))}
        value={who}
        onChange={setWho}
        placeholder="Name"
      />
      <Select label="Role" className="w-32" options={baseRoleOptions} value={role} onChange={setRoleChoice} />
      <Button
        variant="primary"
        isDisabled={who === null}
        isPending={add.isPending}
        onPress={async () => {
          if (who === null) return
          const result = await add.run(who, role)
          if (result.ok) setWho(null)
        }}
      >
        Add to base
      </Button>
    </div>
  )
}
