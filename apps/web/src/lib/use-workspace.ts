import { appError, type WorkspaceId, type WorkspaceSummary } from '@plinth/domain'
import { useNavigate, useParams } from '@tanstack/react-router'
import { forget } from './kept.ts'
import { useSession } from './queries.ts'
import { useSessionCache } from './session-cache.ts'
import { RefusedError } from './unwrap.ts'

/** Left or deleted, while its page is still on the screen. */
const closing = new Map<WorkspaceId, WorkspaceSummary>()

/** The workspace of the address; a page of one that the person cannot see is not found. */
export function useWorkspace(): WorkspaceSummary {
  const session = useSession()
  const { workspace: id } = useParams({ strict: false })
  const workspace = session.workspaces.find((one) => one.id === id) ?? closing.get(id as WorkspaceId) ?? null
  if (!workspace) throw new RefusedError(appError('not_found'))
  return workspace
}

/** Goes to where one is still at home, from a workspace that one has just left or deleted. */
export function useWorkspaceExit(workspace: WorkspaceSummary): () => Promise<void> {
  const cache = useSessionCache()
  const navigate = useNavigate()
  return async () => {
    closing.set(workspace.id, workspace)
    forget('workspace')
    cache.patch((session) => ({
      ...session,
      workspaces: session.workspaces.filter((one) => one.id !== workspace.id),
    }))
    await navigate({ to: '/' })
    closing.delete(workspace.id)
    await cache.refresh()
  }
}
