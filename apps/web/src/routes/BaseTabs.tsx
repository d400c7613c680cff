import type { Base } from '@plinth/domain'
import { Settings, ShieldCheck, Trash2, Users, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../lib/paths.ts'
import { Tabs } from '../ui/Tabs.tsx'

/** The pages about a base itself, side by side; each has its own address. */
export function BaseTabs({
  base,
  value,
  children,
}: {
  base: Base
  value: 'members' | 'roles' | 'automations' | 'settings' | 'trash'
  children: ReactNode
}) {
  return (
    <Tabs
      label={`About ${base.name}`}
      value={value}
      tabs={[
        {
          id: 'members',
          label: 'Members',
          icon: <Users aria-hidden />,
          href: paths.baseMembers(base.id),
          content: children,
        },
        {
          id: 'roles',
          label: 'Roles',
          icon: <ShieldCheck aria-hidden />,
          href: paths.baseRoles(base.id),
          content: children,
        },
        {
          id: 'automations',
          label: 'Automations',
          icon: <Zap aria-hidden />,
          href: paths.baseAutomations(base.id),
          content: children,
        },
        {
          id: 'settings',
          label: 'Settings',
          icon: <Settings aria-hidden />,
          href: paths.baseSettings(base.id),
          content: children,
        },
        {
          id: 'trash',
          label: 'Trash',
          icon: <Trash2 aria-hidden />,
          href: paths.baseTrash(base.id),
          content: children,
        },
      ]}
    />
  )
}
