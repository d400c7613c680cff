import type { AutomationId, BaseId, RecordId, RoleId, TableId, ViewId, WorkspaceId } from '@plinth/domain'

/** The addresses of the app, written once. */
export const paths = {
  home: () => '/',
  connect: () => '/connect',
  signIn: (next?: string) =>
    next && next !== '/' ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in',
  signUp: (next?: string) =>
    next && next !== '/' ? `/sign-up?next=${encodeURIComponent(next)}` : '/sign-up',
  reset: () => '/reset',
  newPassword: () => '/reset/new',
  callback: () => '/auth/callback',
  account: () => '/account',
  workspace: (id: WorkspaceId) => `/w/${id}`,
  workspaceMembers: (id: WorkspaceId) => `/w/${id}/members`,
  workspaceUsage: (id: WorkspaceId) => `/w/${id}/usage`,
  workspaceSettings: (id: WorkspaceId) => `/w/${id}/settings`,
  base: (id: BaseId) => `/b/${id}`,
  table: (base: BaseId, table: TableId) => `/b/${base}/t/${table}`,
  view: (base: BaseId, table: TableId, view: ViewId) => `/b/${base}/t/${table}/v/${view}`,
  record: (base: BaseId, table: TableId, view: ViewId | null, record: RecordId) =>
    `/b/${base}/t/${table}${view ? `/v/${view}` : ''}/r/${record}`,
  baseMembers: (id: BaseId) => `/b/${id}/members`,
  baseRoles: (id: BaseId) => `/b/${id}/roles`,
  baseProof: (id: BaseId) => `/b/${id}/roles/proof`,
  baseRole: (id: BaseId, role: RoleId) => `/b/${id}/roles/${role}`,
  baseAutomations: (id: BaseId) => `/b/${id}/automations`,
  baseAutomation: (id: BaseId, automation: AutomationId) => `/b/${id}/automations/${automation}`,
  /** `from`: the name of an example, or the automation that is copied. */
  baseNewAutomation: (id: BaseId, from?: string) => `/b/${id}/automations/new${from ? `?from=${from}` : ''}`,
  /** `who` as `viewed-as.ts` writes it. */
  viewAs: (id: BaseId, who: string, table?: TableId) =>
    `/b/${id}/view?as=${who}${table ? `&table=${table}` : ''}`,
  baseSettings: (id: BaseId) => `/b/${id}/settings`,
  baseTrash: (id: BaseId) => `/b/${id}/settings/trash`,
} as const
