import type { AppError } from '@plinth/domain'
import { useParams } from '@tanstack/react-router'
import { Link } from '../ui/Link.tsx'
import { currentWorkspace } from './current-workspace.ts'
import { describeError, type ErrorNames } from './describe-error.ts'
import { paths } from './paths.ts'
import { useSession } from './queries.ts'
import { isQuotaError } from './quota-error.ts'

/** The words for a refusal, with the way to where more is to be seen of it. */
export function ProblemText({ error, names }: { error: AppError; names?: ErrorNames | undefined }) {
  return (
    <>
      {describeError(error, names).text}
      {isQuotaError(error) && (
        <>
          {' '}
          <UsageLink />
        </>
      )}
    </>
  )
}

/** In a tab of its own: what was typed or begun here stays. */
function UsageLink() {
  const workspace = currentWorkspace(useSession(), useParams({ strict: false }))
  if (!workspace) return null
  return (
    <Link href={paths.workspaceUsage(workspace.id)} target="_blank" className="text-inherit!">
      See what is used<span className="sr-only"> (in a new tab)</span>
    </Link>
  )
}
