import { type BaseSchema, type Field, isKept, type Role, type Table } from '@plinth/domain'
import { useState } from 'react'
import { AsideNote } from '../../lib/AsideNote.tsx'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { unhideableTexts } from '../../lib/hidden-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { choiceNames, choiceOf, type FieldChoice, unhideableBy, usualIn } from './field-words.ts'
import { HideFieldDialog } from './HideFieldDialog.tsx'
import { roleName } from './role-words.ts'
import { useSetFieldGrant } from './use-set-field-grant.ts'

export interface FieldRightsProps {
  schema: BaseSchema
  role: Role
  table: Table
}

/** What one role may do with each field of a table. */
export function FieldRightsDialog(props: FieldRightsProps & { onClose: () => void }) {
  const { schema, role, table, onClose } = props
  const [hiding, setHiding] = useState<Field | null>(null)
  const grant = useSetFieldGrant(schema, role, table)
  const choose = (field: Field, choice: FieldChoice) => {
    if (choice === choiceOf(role, field)) return
    // The first role from which a field is kept moves its values: that is said before.
    if (choice === 'hidden' && !field.hidden && !field.aside) setHiding(field)
    else void grant.set(field, choice)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={`Fields of ${table.name}`}
      description={`What the role “${roleName(role)}” may do with each. Who holds several roles may do what the strongest of them allows.`}
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
      isFlush
    >
      <ul aria-label={`Fields of ${table.name}`} className="px-5 pb-4">
        {table.fields.filter(isKept).map((field) => (
          <FieldLine
            key={field.id}
            {...{ schema, role, table, field }}
            isBusy={grant.busy === field.id}
            onChoose={(choice) => choose(field, choice)}
          />
        ))}
      </ul>
      {hiding && (
        <HideFieldDialog {...{ schema, role, table }} field={hiding} onClose={() => setHiding(null)} />
      )}
    </Dialog>
  )
}

interface FieldLineProps extends FieldRightsProps {
  field: Field
  isBusy: boolean
  onChoose: (choice: FieldChoice) => void
}

function FieldLine({ schema, role, table, field, isBusy, onChoose }: FieldLineProps) {
  const unhideable = unhideableBy(field, table)
  const options: readonly { id: FieldChoice; label: string; description: string }[] = [
    {
      id: 'usual',
      label: choiceNames.usual,
      description: usualTexts[usualIn(role, table) ?? 'none'],
    },
    { id: 'write', label: choiceNames.write, description: 'In the records that may be changed.' },
    { id: 'read', label: choiceNames.read, description: 'Its value stays as it is.' },
    {
      id: 'hidden',
      label: choiceNames.hidden,
      description: unhideable ? unhideableTexts[unhideable]! : 'As if the field were not there.',
    },
  ]
  return (
    <li className="flex flex-col gap-2 border-b border-line py-1 last:border-0">
      <div className="grid grid-cols-[minmax(0,1fr)_9.5rem] items-center gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <FieldIcon type={field.type} />
          <span className="truncate">{field.name}</span>
          {isBusy && <span className="shrink-0 text-xs text-ink-muted">Saving…</span>}
        </span>
        <Select<FieldChoice>
          label={`The role and the field ${field.name}`}
          isLabelHidden
          look="quiet"
          options={options}
          disabledIds={unhideable ? ['hidden'] : []}
          value={choiceOf(role, field)}
          onChange={onChoose}
        />
      </div>
      <AsideNote base={schema.base.id} field={field} />
    </li>
  )
}

const usualTexts = {
  write: 'The role changes records: this field too.',
  read: 'The role reads records: this field too.',
  none: 'The role has nothing in this table.',
} as const
