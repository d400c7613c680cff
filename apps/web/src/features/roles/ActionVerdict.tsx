import type {
  AccessExplanation,
  AccessReason,
  BaseSchema,
  Field,
  RecordAction,
  RecordId,
  Table,
  UserId,
} from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { grantOf } from './grant-of.ts'
import { actionNames, reasonText } from './role-words.ts'

const RuleText = lazy(() => import('./RuleText.tsx'))

export interface ActionVerdictProps {
  schema: BaseSchema
  table: Table
  /** Null: any record of the table. */
  record: RecordId | null
  /** Null: the record as a whole. */
  field: Field | null
  person: UserId
  /** Null: oneself. */
  name: string | null
  action: RecordAction
}

/** Whether somebody may do something, as the database answers, with its reasons in words. */
export function ActionVerdict(props: ActionVerdictProps) {
  const { schema, table, record, field, person, action } = props
  const backend = useBackend()
  const answer = useQuery({
    queryKey: ['base', schema.base.id, 'access', 'explain', table.id, record, field?.id, person, action],
    queryFn: () => unwrap(backend.roles.explain(table.id, record, person, action, field?.id)),
    // Records and rules change: what is shown is asked for now.
    staleTime: 0,
  })
  if (answer.error) return <ErrorNote error={toAppError(answer.error)} />
  if (!answer.data) return <Skeleton className="h-10 w-full" />
  const { allowed, because } = answer.data
  return (
    <>
      <p className="flex items-start gap-2 font-medium">
        {allowed ? (
          <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-accent-text" />
        ) : (
          <X aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
        )}
        <span>{sentence(props, answer.data)}</span>
      </p>
      <ul className="mt-1 flex flex-col gap-1 pl-6 text-sm text-ink-soft">
        {because.map((reason) => (
          <li key={`${reason.role?.id} ${reason.reason} ${reason.lock?.id}`}>
            {reasonText(reason, action)}
            <RuleOf {...props} reason={reason} />
          </li>
        ))}
        {because.length === 0 && <li>No role of theirs says anything of it.</li>}
      </ul>
    </>
  )
}

function sentence(props: ActionVerdictProps, { allowed, because, handOver }: AccessExplanation): string {
  const who = props.name ?? 'You'
  const verb = actionNames[props.action].toLowerCase()
  const { field } = props
  if (field) {
    const where = props.record === null ? '' : ' of this record'
    return `${who} may ${allowed ? '' : 'not '}${verb} “${field.name}”${where}.`
  }
  const isPartly = allowed && !because.some(({ scope }) => scope === 'all')
  if (props.record !== null) {
    return `${who} may ${allowed ? '' : 'not '}${verb} this record${handOver ? ', and hand it over' : ''}.`
  }
  if (isPartly) return `${who} may ${verb} records that match a rule.`
  return `${who} may ${verb} ${allowed ? 'all' : 'no'} records of ${props.table.name}.`
}

/** The rule's own words, for those who write rules: they hold values. */
function RuleOf(props: ActionVerdictProps & { reason: AccessReason }) {
  const { schema, table, action, reason } = props
  const isCreator = schema.role === 'creator'
  const roles = useQuery({ ...queries.roles(useBackend(), schema.base.id), enabled: isCreator })
  const role = roles.data?.find(({ id }) => id === reason.role?.id)
  const rule = reason.scope === 'rules' && role ? grantOf(role, table, action).rule : null
  if (!rule) return null
  return (
    <code className="mt-1 block rounded-[4px] bg-sunken px-1.5 py-1 font-mono text-xs break-words">
      <Suspense fallback="…">
        <RuleText rule={rule} fields={table.fields} />
      </Suspense>
    </code>
  )
}
