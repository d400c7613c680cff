import {
  type AppError,
  type BaseSchema,
  type ErrorCode,
  type FieldId,
  type Profile,
  type RecordAction,
  type RecordId,
  recordActions,
  type Table,
  type UserId,
} from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { describeError } from '../../lib/describe-error.ts'
import { queries } from '../../lib/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { ComboBox } from '../../ui/ComboBox.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { ActionVerdict } from './ActionVerdict.tsx'
import { type FieldOption, fieldActions, fieldOptions, wholeRecord } from './field-choice.ts'
import { RecordSteps } from './RecordSteps.tsx'
import { whomToAsk } from './role-words.ts'

export interface AccessDialogProps {
  schema: BaseSchema
  table: Table
  /** Null: of some record, or of one that is not there yet. */
  record: RecordId | null
  /** The field that is asked about at first. */
  field: FieldId | null
  me: Profile
  /** Something that was refused to oneself; absent: a question. */
  refused?: { action: RecordAction; problem: AppError }
  onClose: () => void
}

/** Refusals that are about the record as it is. */
const ofRecord: ReadonlySet<ErrorCode> = new Set(['rule_refused', 'record_locked', 'field_read_only'])

/** Who may do what with a record, or a field of it, and why: for oneself, and for everybody to who shapes the base. */
export function AccessDialog(props: AccessDialogProps) {
  const { schema, table, me, refused, onClose } = props
  const members = useQuery(queries.baseMembers(useBackend(), schema.base.id))
  const [person, setPerson] = useState<UserId>(me.id)
  const [asked, setAsked] = useState<FieldOption>(props.field ?? wholeRecord)
  const mayAsk = schema.role === 'creator' && !refused
  const name = members.data?.find(({ id }) => id === person)?.name ?? me.name
  const code = refused?.problem.code
  // What a change would have led to is not there: the rule itself is told, not whether it holds.
  const record = code && !ofRecord.has(code) ? null : props.record
  const refusedField = code === 'field_read_only' ? refused?.problem.details?.field : undefined
  const chosen = refused ? refusedField : asked
  const field = table.fields.find(({ id }) => id === chosen) ?? null
  const names = { fields: new Map(table.fields.map((one) => [one.id as string, one.name])) }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={refused ? 'Why this was refused' : 'Who can see and change this?'}
      description={refused ? describeError(refused.problem, names).text : `A record of ${table.name}.`}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
        <div className="grid gap-3 empty:hidden sm:grid-cols-2">
          {mayAsk && (
            <ComboBox
              label="Person"
              options={(members.data ?? []).map((member) => ({
                id: member.id,
                label: member.name,
                description: member.email,
              }))}
              key={members.data ? 'people' : 'none'}
              value={person}
              onChange={setPerson}
            />
          )}
          {!refused && (
            <Select label="What" options={fieldOptions(table)} value={asked} onChange={setAsked} />
          )}
        </div>
        {refused && code === 'transition_refused' ? (
          <RecordSteps table={table} record={props.record} field={refused.problem.details?.field} />
        ) : (
          <ul aria-label="What is allowed" aria-live="polite" className="flex flex-col gap-3">
            {actionsAbout(refused?.action, field !== null).map((action) => (
              <li key={action}>
                <ActionVerdict
                  {...{ schema, table, person, field, action }}
                  record={action === 'create' ? null : record}
                  name={person === me.id ? null : name}
                />
              </li>
            ))}
          </ul>
        )}
        {schema.role !== 'creator' && members.data && (
          <p className="border-t border-line pt-3 text-sm text-ink-soft">
            {whomToAsk(members.data, schema.base)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function actionsAbout(refused: RecordAction | undefined, isOfField: boolean): readonly RecordAction[] {
  if (isOfField) return refused ? ['update'] : fieldActions
  return refused ? [refused] : recordActions.filter((action) => action !== 'create')
}
