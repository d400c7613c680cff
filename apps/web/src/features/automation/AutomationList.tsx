import { type Automation, type AutomationId, type BaseSchema, limits, type UserId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useBaseMembers } from '../../lib/queries.ts'
import { toAppError } from '../../lib/unwrap.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { LockDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AutomationLine } from './AutomationLine.tsx'
import { AutomationSkeleton } from './AutomationSkeleton.tsx'
import { DeleteAutomation } from './DeleteAutomation.tsx'
import { FirstUse } from './FirstUse.tsx'
import { automationsQuery } from './use-automations.ts'

export interface AutomationListProps {
  schema: BaseSchema
  me: UserId
  /** Of one that is there; of a new one, begun from an example or from another one. */
  hrefOf: (automation: AutomationId) => string
  hrefOfNew: (from?: string) => string
}

/** What a base does by itself. For its creators. */
export function AutomationList(props: AutomationListProps) {
  const { schema } = props
  if (schema.role !== 'creator') {
    return (
      <EmptyState drawing={<LockDrawing />} title="Only creators see and change automations">
        What they do still shows in the records that you read, and you are told what is meant for you. You can
        see who the creators are among the members of this base.
      </EmptyState>
    )
  }
  return <LoadedList {...props} />
}

function LoadedList(props: AutomationListProps) {
  const { schema, hrefOfNew } = props
  const answer = useQuery(automationsQuery(useBackend(), schema.base.id))
  if (answer.data) {
    return answer.data.automations.length === 0 ? (
      <FirstUse schema={schema} me={props.me} hrefOfNew={hrefOfNew} />
    ) : (
      <Lines {...props} automations={answer.data.automations} />
    )
  }
  if (answer.error) {
    return (
      <div className="flex flex-col items-start gap-3">
        <ErrorNote error={toAppError(answer.error)} />
        <Button isPending={answer.isFetching} onPress={() => void answer.refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  return <AutomationSkeleton />
}

function Lines({
  schema,
  hrefOf,
  hrefOfNew,
  automations,
}: AutomationListProps & { automations: readonly Automation[] }) {
  const people = useBaseMembers(schema.base.id)
  const [doomed, setDoomed] = useState<Automation | null>(null)
  const isFull = automations.length >= limits.automationsPerBase
  return (
    <div className="flex flex-col items-start gap-3">
      <ul aria-label="Automations" className="w-full rounded-card border border-line bg-surface">
        {automations.map((automation) => (
          <AutomationLine
            key={automation.id}
            {...{ schema, automation, people }}
            href={hrefOf(automation.id)}
            copyHref={hrefOfNew(automation.id)}
            onDelete={() => setDoomed(automation)}
          />
        ))}
      </ul>
      {isFull ? (
        <p className="text-sm text-ink-muted">
          A base has at most {limits.automationsPerBase} automations. Delete one to make another.
        </p>
      ) : (
        <ButtonLink href={hrefOfNew()} icon={<Plus aria-hidden />}>
          New automation
        </ButtonLink>
      )}
      <DeleteAutomation schema={schema} automation={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}
