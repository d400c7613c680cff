import type { WorkspaceSummary, WorkspaceUsage } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { describeError } from '../../lib/describe-error.ts'
import { formatBytes } from '../../lib/file-size.ts'
import { queries } from '../../lib/queries.ts'
import { toAppError } from '../../lib/unwrap.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { UnpluggedDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Section } from '../../ui/Section.tsx'
import { BaseUsageList } from './BaseUsageList.tsx'
import { QuotaMeter } from './QuotaMeter.tsx'
import { UnusedFiles } from './UnusedFiles.tsx'
import { UsageNotice } from './UsageNotice.tsx'
import { UsageSkeleton } from './UsageSkeleton.tsx'
import { amounts } from './usage-levels.ts'

/** What a workspace holds and may hold. Counted anew on each visit. */
export function WorkspaceUsageView({ workspace }: { workspace: WorkspaceSummary }) {
  const query = useQuery(queries.usage(useBackend(), workspace.id))
  const again = (
    <Button size="sm" onPress={() => query.refetch()} isPending={query.isFetching}>
      Try again
    </Button>
  )
  if (query.data) {
    return (
      <>
        {query.isError && (
          <Banner tone="warn" className="mb-6" action={again}>
            These figures may be out of date. {describeError(toAppError(query.error)).text}
          </Banner>
        )}
        <Figures usage={query.data} workspace={workspace} />
      </>
    )
  }
  if (query.isError) {
    return (
      <EmptyState drawing={<UnpluggedDrawing />} title="The figures did not come" actions={again}>
        {describeError(toAppError(query.error)).text}
      </EmptyState>
    )
  }
  return <UsageSkeleton />
}

function Figures({ usage, workspace }: { usage: WorkspaceUsage; workspace: WorkspaceSummary }) {
  const { used, quota, bases } = usage
  return (
    <>
      <UsageNotice usage={usage} />
      <div className="grid divide-line rounded-card border border-line bg-surface max-sm:divide-y sm:grid-cols-3 sm:divide-x">
        {amounts.map((amount) => (
          <QuotaMeter key={amount} amount={amount} used={used[amount]} quota={quota[amount]} />
        ))}
      </div>
      <UnusedFiles workspace={workspace} />
      <div className="mt-8">
        <Section
          title="By base"
          description={`Records take ${formatBytes(used.dataBytes)} in the database and files ${formatBytes(used.fileBytes)} in storage.`}
        >
          {bases.length === 0 ? (
            <p className="rounded-card border border-line bg-surface px-4 py-5 text-sm text-ink-muted">
              There are no bases here yet.
            </p>
          ) : (
            <BaseUsageList usage={usage} bases={workspace.bases} />
          )}
        </Section>
      </div>
    </>
  )
}
