import { type Automation, type BaseSchema, limits, type UserId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { paths } from '../../lib/paths.ts'
import { useBaseMembers } from '../../lib/queries.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { LockDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { AutomationLine } from './AutomationLine.tsx'
import { AutomationsPending } from './AutomationsPending.tsx'
import { DeleteAutomation } from './DeleteAutomation.tsx'
import { FirstUse } from './FirstUse.tsx'
import { automationsQuery } from './use-automations.ts'

export interface AutomationListProps {
  schema: BaseSchema
  me: UserId
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
  const { schema } = props
  const answer = useQuery(automationsQuery(useBackend(), schema.base.id))
  if (!answer.data) return <AutomationsPending answer={answer} />
  const { automations } = answer.data
  return automations.length === 0 ? <FirstUse {...props} /> : <Lines {...{ schema, automations }} />
}

function Lines({ schema, automations }: { schema: BaseSchema; automations: readonly Automation[] }) {
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
            onDelete={() => setDoomed(automation)}
          />
        ))}
      </ul>
      {isFull ? (
        <p className="text-sm text-ink-muted">
          A base has at most {limits.automationsPerBase} automations. Delete one to make another.
        </p>
      ) : (
        <ButtonLink href={paths.baseNewAutomation(schema.base.id)} icon={<Plus aria-hidden />}>
          New automation
        </ButtonLink>
      )}
      <DeleteAutomation schema={schema} automation={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}
