import type { UseQueryResult } from '@tanstack/react-query'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { toAppError } from '../../lib/unwrap.ts'
import { Button } from '../../ui/Button.tsx'
import { AutomationSkeleton } from './AutomationSkeleton.tsx'

/** While the automations of a base are not here: that they come, or why they do not. */
export function AutomationsPending({
  answer: { error, isFetching, refetch },
}: {
  answer: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'>
}) {
  if (!error) return <AutomationSkeleton />
  return (
    <div className="flex flex-col items-start gap-3">
      <ErrorNote error={toAppError(error)} />
      <Button isPending={isFetching} onPress={() => void refetch()}>
        Try again
      </Button>
    </div>
  )
}
