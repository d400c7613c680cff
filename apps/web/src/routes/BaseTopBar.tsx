import type { BaseSchema, Table } from '@plinth/domain'
import { Eye, Globe, Settings, UserPlus, Users, Zap } from 'lucide-react'
import { TopBar } from '../features/frame/TopBar.tsx'
import { PresenceAvatars } from '../features/presence/PresenceAvatars.tsx'
import { showDialog } from '../lib/dialogs.ts'
import { paths } from '../lib/paths.ts'
import { useSession } from '../lib/queries.ts'
import { Button } from '../ui/Button.tsx'
import { HueTile } from '../ui/Chip.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { Menu, MenuItem, MenuTrigger } from '../ui/Menu.tsx'
import { usePeople } from './BaseRoom.tsx'

/** Base › table › view, who is here, invite. */
export function BaseTopBar({
  schema,
  table,
  view,
  place,
}: {
  schema: BaseSchema
  table?: Table
  view?: string | undefined
  place?: string
}) {
  const { base } = schema
  const icon = <HueTile hue={base.hue} name={base.name} />
  const name = table?.name ?? place
  return (
    <TopBar
      crumbs={[
        { id: 'base', label: base.name, icon, ...(name ? { href: paths.base(base.id) } : {}) },
        ...(name
          ? [{ id: 'place', label: name, ...(table && view ? { href: paths.table(base.id, table.id) } : {}) }]
          : []),
        ...(view ? [{ id: 'view', label: view }] : []),
      ]}
      end={<BaseTopBarEnd schema={schema} />}
    />
  )
}

export function BaseTopBarEnd({ schema }: { schema: BaseSchema }) {
  const { profile } = useSession()
  const people = usePeople()
  const { base } = schema
  return (
    <>
      <PresenceAvatars people={people} self={profile.id} />
      {schema.role === 'creator' && (
        <span className="hidden sm:block">
          <Button
            size="sm"
            icon={<UserPlus aria-hidden />}
            onPress={() => showDialog({ kind: 'invite', workspace: base.workspaceId, base: base.id })}
          >
            Invite
          </Button>
        </span>
      )}
      <MenuTrigger>
        <IconButton label="Base settings and members" icon={<Settings aria-hidden />} />
        <Menu placement="bottom end">
          <MenuItem icon={<Users />} href={paths.baseMembers(base.id)}>
            Members of this base
          </MenuItem>
          {schema.role === 'creator' && (
            <MenuItem icon={<Zap />} href={paths.baseAutomations(base.id)}>
              Automations
            </MenuItem>
          )}
          {schema.role === 'creator' && (
            <MenuItem icon={<Eye />} onAction={() => showDialog({ kind: 'view-as', base: base.id })}>
              View as…
            </MenuItem>
          )}
          {schema.role === 'creator' && (
            <MenuItem
              icon={<Globe />}
              onAction={() => showDialog({ kind: 'share', base: base.id, shared: null })}
            >
              Links to people outside
            </MenuItem>
          )}
          <MenuItem icon={<Settings />} href={paths.baseSettings(base.id)}>
            Base settings
          </MenuItem>
        </Menu>
      </MenuTrigger>
    </>
  )
}
