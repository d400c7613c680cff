import { type Automation, type BaseMember, type BaseSchema, limits, type ValueContext } from '@plinth/domain'
import { useInfiniteQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { toAppError } from '../../lib/unwrap.ts'
import { Button } from '../../ui/Button.tsx'
import { AutomationSkeleton } from './AutomationSkeleton.tsx'
import { RunLine } from './RunLine.tsx'
import { runsQuery } from './use-automations.ts'
import { useRecordNames } from './use-record-names.ts'

export interface RunHistoryProps {
  schema: BaseSchema
  values: ValueContext
  people: readonly BaseMember[]
  automation: Automation
}

/** What an automation did, the last first. */
export function RunHistory({ schema, values, people, automation }: RunHistoryProps) {
  const answer = useInfiniteQuery(runsQuery(useBackend(), schema.base.id, automation.id))
  const runs = answer.data?.pages.flat() ?? []
  const records = runs.flatMap(({ record, changes }) => [{ table: automation.table, record }, ...changes])
  const nameOf = useRecordNames(records, schema.tables, values)
  if (answer.isPending) return <AutomationSkeleton />
  return (
    <div className="flex flex-col items-start gap-3">
      {runs.length > 0 ? (
        <ul aria-label="Runs" className="w-full rounded-card border border-line bg-surface">
          {runs.map((run) => (
            <RunLine key={run.id} {...{ schema, people, automation, run, nameOf }} />
          ))}
        </ul>
      ) : (
        !answer.error && <p className="text-sm text-ink-muted">{emptyText(automation)}</p>
      )}
      {answer.error && <ErrorNote error={toAppError(answer.error)} />}
      <div className="flex flex-wrap gap-2">
        {answer.hasNextPage && (
          <Button isPending={answer.isFetchingNextPage} onPress={() => void answer.fetchNextPage()}>
            Show earlier runs
          </Button>
        )}
        <Button
          variant="ghost"
          icon={<RefreshCw aria-hidden />}
          isPending={answer.isRefetching && answer.error !== null}
          onPress={() => void answer.refetch()}
        >
          {answer.error ? 'Try again' : 'Refresh'}
        </Button>
      </div>
    </div>
  )
}

const emptyText = ({ waiting }: Automation): string =>
  waiting > 0
    ? `It has not run yet; ${waiting.toLocaleString()} ${waiting === 1 ? 'run waits' : 'runs wait'} for its turn.`
    : `It has not run yet. What it does stands here for ${limits.automationRunDays} days.`
