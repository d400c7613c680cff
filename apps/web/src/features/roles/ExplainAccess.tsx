import {
  type AccessExplanation,
  type BaseSchema,
  type RecordAction,
  recordActions,
  type TableId,
  type UserId,
} from '@plinth/domain'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { actionNames, reasonText } from './role-words.ts'

const actionOptions = recordActions.map((id) => ({ id, label: actionNames[id].toLowerCase() }))

/** Why somebody may read, add, change or delete records of a table, or why not. */
export function ExplainAccess({ schema }: { schema: BaseSchema }) {
  const backend = useBackend()
  const { data: members } = useSuspenseQuery(queries.baseMembers(backend, schema.base.id))
  const [person, setPerson] = useState<UserId | null>(null)
  const [action, setAction] = useState<RecordAction>('read')
  const [table, setTable] = useState<TableId | null>(schema.tables[0]?.id ?? null)
  const answer = useQuery({
    queryKey: ['base', schema.base.id, 'access', 'explain', table, person, action],
    queryFn: () => unwrap(backend.roles.explain(table!, null, person!, action)),
    enabled: table !== null && person !== null,
  })
  const name = members.find((member) => member.id === person)?.name ?? ''
  if (schema.tables.length === 0) {
    return <p className="text-sm text-ink-muted">This base has no tables yet.</p>
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1fr)]">
        <ComboBox
          label="May"
          options={members.map((member) => ({
            id: member.id,
            label: member.name,
            description: member.email,
          }))}
          value={person}
          onChange={setPerson}
          placeholder="Name"
        />
        <Select label="do this" options={actionOptions} value={action} onChange={setAction} />
        <Select
          label="with records of"
          options={schema.tables.map(({ id, name: label }) => ({ id, label }))}
          value={table}
          onChange={setTable}
        />
      </div>
      <div aria-live="polite">
        {answer.data && <Verdict explanation={answer.data} action={action} name={name} />}
        {answer.error && <ErrorNote error={toAppError(answer.error)} />}
      </div>
    </div>
  )
}

function Verdict(props: { explanation: AccessExplanation; action: RecordAction; name: string }) {
  const { explanation, action, name } = props
  const isPartly = explanation.allowed && !explanation.because.some(({ scope }) => scope === 'all')
  const word = isPartly ? 'Some' : explanation.allowed ? 'Yes' : 'No'
  return (
    <div className="rounded-card border border-line bg-surface px-4 py-3">
      <p className="flex items-center gap-2 font-medium">
        {explanation.allowed ? (
          <Check aria-hidden className="size-4 text-accent-text" />
        ) : (
          <X aria-hidden className="size-4 text-danger-text" />
        )}
        {word}: {name} may {actionNames[action].toLowerCase()}{' '}
        {isPartly ? 'records that match a rule' : explanation.allowed ? 'all records' : 'no records'}.
      </p>
      <ul className="mt-1.5 flex flex-col gap-0.5 pl-6 text-sm text-ink-soft">
        {explanation.because.map((reason) => (
          <li key={`${reason.role?.id} ${reason.reason}`}>{reasonText(reason, action)}</li>
        ))}
      </ul>
    </div>
  )
}
