/** What the palette offers for the places that a person has: where they can go, and what they can make there. */
import type { SessionInfo, WorkspaceSummary } from '@plinth/domain'
import {
  Gauge,
  LayoutGrid,
  Plus,
  Settings,
  ShieldCheck,
  Table2,
  Trash2,
  Upload,
  UserPlus,
  Users,
  Zap,
} from 'lucide-react'
import type { Command } from '../lib/commands.ts'
import { showDialog } from '../lib/dialogs.ts'
import { mayInvite, mayMakeBases } from '../lib/may-invite.ts'
import { paths } from '../lib/paths.ts'
import { HueTile } from '../ui/Chip.tsx'

type BaseSummary = WorkspaceSummary['bases'][number]
type Go = (href: string) => () => void

/** Every base, table and workspace. */
export function placeCommands({ workspaces }: SessionInfo, go: Go): Command[] {
  const hasMany = workspaces.length > 1
  return workspaces.flatMap((workspace): Command[] => [
    ...workspace.bases.flatMap((base) => tablesOf(base, hasMany ? workspace.name : null, go)),
    ...(hasMany
      ? [
          {
            id: `workspace-${workspace.id}`,
            name: workspace.name,
            section: 'Go to' as const,
            context: 'Workspace',
            icon: <LayoutGrid />,
            run: go(paths.workspace(workspace.id)),
          },
        ]
      : []),
  ])
}

function tablesOf(base: BaseSummary, workspaceName: string | null, go: Go): Command[] {
  return [
    {
      id: `base-${base.id}`,
      name: base.name,
      section: 'Go to',
      icon: <HueTile hue={base.hue} name={base.name} />,
      ...(workspaceName ? { context: workspaceName } : {}),
      run: go(paths.base(base.id)),
    },
    ...base.tables.map(
      (table): Command => ({
        id: `table-${table.id}`,
        name: table.name,
        section: 'Go to',
        context: base.name,
        icon: <Table2 />,
        run: go(paths.table(base.id, table.id)),
      }),
    ),
  ]
}

/** What belongs to the base that is open. */
export function baseCommands(base: BaseSummary, go: Go): Command[] {
  const here = { context: base.name }
  const about: Command[] = [
    {
      ...here,
      id: 'base-members',
      name: 'Members of this base',
      section: 'This base',
      icon: <Users />,
      run: go(paths.baseMembers(base.id)),
    },
    {
      ...here,
      id: 'base-settings',
      name: 'Base settings',
      section: 'This base',
      icon: <Settings />,
      run: go(paths.baseSettings(base.id)),
    },
  ]
  if (base.role !== 'creator') return about
  return [
    {
      ...here,
      id: 'base-roles',
      name: 'Roles of this base',
      section: 'This base',
      icon: <ShieldCheck />,
      run: go(paths.baseRoles(base.id)),
    },
    {
      ...here,
      id: 'base-automations',
      name: 'Automations of this base',
      section: 'This base',
      icon: <Zap />,
      run: go(paths.baseAutomations(base.id)),
    },
    {
      ...here,
      id: 'new-automation',
      name: 'New automation',
      section: 'Create',
      icon: <Zap />,
      run: go(paths.baseNewAutomation(base.id)),
    },
    {
      ...here,
      id: 'base-trash',
      name: 'Trash of this base',
      section: 'This base',
      icon: <Trash2 />,
      run: go(paths.baseTrash(base.id)),
    },
    {
      ...here,
      id: 'new-table',
      name: 'New table',
      section: 'Create',
      icon: <Plus />,
      run: () => showDialog({ kind: 'new-table', base: base.id }),
    },
    {
      ...here,
      id: 'import',
      name: 'Import a file',
      section: 'Create',
      icon: <Upload />,
      run: () => showDialog({ kind: 'import', base: base.id }),
    },
    ...about,
  ]
}

/** What belongs to the workspace that is open; people are invited to its open base. */
export function workspaceCommands(
  workspace: WorkspaceSummary,
  base: BaseSummary | undefined,
  go: Go,
): Command[] {
  const { id } = workspace
  const place = { section: 'Go to', context: workspace.name } as const
  return [
    ...(mayMakeBases(workspace)
      ? [
          {
            id: 'new-base',
            name: 'New base',
            section: 'Create' as const,
            icon: <Plus />,
            run: () => showDialog({ kind: 'new-base', workspace: id }),
          },
        ]
      : []),
    ...(mayInvite(workspace)
      ? [
          {
            id: 'invite',
            name: 'Invite people',
            section: 'Create' as const,
            icon: <UserPlus />,
            run: () => showDialog({ kind: 'invite', workspace: id, ...(base ? { base: base.id } : {}) }),
          },
        ]
      : []),
    { ...place, id: 'members', name: 'Members', icon: <Users />, run: go(paths.workspaceMembers(id)) },
    ...(workspace.role === 'guest'
      ? []
      : [{ ...place, id: 'usage', name: 'Usage', icon: <Gauge />, run: go(paths.workspaceUsage(id)) }]),
    ...(workspace.role === 'owner'
      ? [
          {
            ...place,
            id: 'workspace-settings',
            name: 'Workspace settings',
            icon: <Settings />,
            run: go(paths.workspaceSettings(id)),
          },
        ]
      : []),
  ]
}
