import { appError, type WorkspaceSummary } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import { useSession } from './queries.ts'
import { RefusedError } from './unwrap.ts'

/** The workspace of the address; a page of one that the person cannot see is not found. */
export function useWorkspace(): WorkspaceSummary {
  const session = useSession()
  const { workspace: id } = useParams({ strict: false })
  const workspace = session.workspaces.find((one) => one.id === id)
  if (!workspace) throw new RefusedError(appError('not_found'))
  return workspace
}
