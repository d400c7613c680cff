import { type BaseSchema, type RecordAction, recordActions, type TableId, type UserId } from '@plinth/domain'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { queries } from '../../lib/queries.ts'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { ActionVerdict } from './ActionVerdict.tsx'
import { type FieldOption, fieldActions, fieldOptions, wholeRecord } from './field-choice.ts'
import { actionNames } from './role-words.ts'

const actionOptions = recordActions.map((id) => ({ id, label: actionNames[id].toLowerCase() }))

/** Why somebody may read, add, change or delete records of a table, or why not. */
export function ExplainAccess({ schema }: { schema: BaseSchema }) {
  const backend = useBackend()
  const { data: members } = useSuspenseQuery(queries.baseMembers(backend, schema.base.id))
  const [person, setPerson] = useState<UserId | null>(null)
  const [action, setAction] = useState<RecordAction>('read')
  const [at, setTable] = useState<TableId | null>(schema.tables[0]?.id ?? null)
  const [part, setPart] = useState<FieldOption>(wholeRecord)
  const table = schema.tables.find(({ id }) => id === at)
  const field = table?.fields.find(({ id }) => id === part) ?? null
  const options = field ? actionOptions.filter(({ id }) => fieldActions.includes(id)) : actionOptions
  const name = members.find((member) => member.id === person)?.name ?? ''
  if (schema.tables.length === 0) {
    return <p className="text-sm text-ink-muted">This base has no tables yet.</p>
  }
  return (
    <div className="flex flex-col gap-4">
      <div className="grid gap-3 sm:grid-cols-2">
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
        <Select label="do this" options={options} value={action} onChange={setAction} />
        <Select
          label="with records of"
          options={schema.tables.map(({ id, name: label }) => ({ id, label }))}
          value={at}
          onChange={setTable}
        />
        {table && (
          <Select
            label="and there with"
            options={fieldOptions(table)}
            value={field?.id ?? wholeRecord}
            onChange={(chosen) => {
              setPart(chosen)
              if (chosen !== wholeRecord && !fieldActions.includes(action)) setAction('read')
            }}
          />
        )}
      </div>
      <div aria-live="polite">
        {table && person && (
          <div className="rounded-card border border-line bg-surface px-4 py-3">
            <ActionVerdict {...{ schema, table, person, name, field, action }} record={null} />
          </div>
        )}
      </div>
    </div>
  )
}
