import type { SessionInfo, WorkspaceSummary } from '@plinth/domain'
import { kept } from './kept.ts'

/** The workspace of the address, of the base in the address, the last one visited, or the first. */
export function currentWorkspace(
  session: SessionInfo,
  params: { workspace?: string; base?: string },
): WorkspaceSummary | null {
  const { workspaces } = session
  const last = kept('workspace')
  return (
    workspaces.find((workspace) => workspace.id === params.workspace) ??
    workspaces.find((workspace) => workspace.bases.some((base) => base.id === params.base)) ??
    workspaces.find((workspace) => workspace.id === last) ??
    workspaces[0] ??
    null
  )
}
