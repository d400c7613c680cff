import {
  type AppError,
  type BaseSchema,
  type ErrorCode,
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
import { ActionVerdict } from './ActionVerdict.tsx'
import { whomToAsk } from './role-words.ts'

export interface AccessDialogProps {
  schema: BaseSchema
  table: Table
  /** Null: of records that are not there yet. */
  record: RecordId | null
  me: Profile
  /** Something that was refused to oneself; absent: a question. */
  refused?: { action: RecordAction; problem: AppError }
  onClose: () => void
}

/** Refusals that are about the record as it is. */
const ofRecord: ReadonlySet<ErrorCode> = new Set(['rule_refused', 'record_locked'])

/** Who may do what with a record, and why: for oneself, and for everybody to who shapes the base. */
export function AccessDialog(props: AccessDialogProps) {
  const { schema, table, me, refused, onClose } = props
  const members = useQuery(queries.baseMembers(useBackend(), schema.base.id))
  const [person, setPerson] = useState<UserId>(me.id)
  const mayAsk = schema.role === 'creator' && !refused
  const name = members.data?.find(({ id }) => id === person)?.name ?? me.name
  // What a change would have led to is not there: the rule itself is told, not whether it holds.
  const record = refused && !ofRecord.has(refused.problem.code) ? null : props.record
  const actions = refused ? [refused.action] : recordActions.filter((action) => action !== 'create')
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="md"
      title={refused ? 'Why this was refused' : 'Who can see and change this?'}
      description={refused ? describeError(refused.problem).text : `A record of ${table.name}.`}
      footer={<Button onPress={onClose}>Close</Button>}
    >
      <div className="flex flex-col gap-4">
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
        <ul aria-label="What is allowed" aria-live="polite" className="flex flex-col gap-3">
          {actions.map((action) => (
            <li key={action}>
              <ActionVerdict
                schema={schema}
                table={table}
                record={action === 'create' ? null : record}
                person={person}
                name={person === me.id ? null : name}
                action={action}
              />
            </li>
          ))}
        </ul>
        {schema.role !== 'creator' && members.data && (
          <p className="border-t border-line pt-3 text-sm text-ink-soft">
            {whomToAsk(members.data, schema.base)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
