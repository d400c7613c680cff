import type { AppError } from '@plinth/domain'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'

/** Why records are not there, and how they are asked for again. */
export function PartProblem({ error, onRetry }: { error: AppError; onRetry: () => void }) {
  if (error.code === 'share_moved') {
    return (
      <Banner tone="info" title="This view was changed meanwhile">
        <Button size="sm" onPress={onRetry}>
          Show it from the beginning
        </Button>
      </Banner>
    )
  }
  return (
    <div className="flex flex-col items-start gap-3">
      <ErrorNote error={error} />
      <Button onPress={onRetry}>Try again</Button>
    </div>
  )
}
