import type { BaseSchema, Field, FieldAccess, Role, Table } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toast.tsx'
import { grantOf } from './grant-of.ts'
import { roleName, usualAccess } from './role-words.ts'
import { useRefreshRoles } from './use-roles.ts'

type Choice = FieldAccess | 'usual'

/** What the role may do with single fields of a table: a line when it differs, and the way to change it. */
export function FieldRights({ schema, role, table }: { schema: BaseSchema; role: Role; table: Table }) {
  const [isOpen, setOpen] = useState(false)
  const told = table.fields.filter((field) => accessOf(role, field) !== 'usual')
  return (
    <div className="flex min-h-7 items-center gap-2 text-xs text-ink-muted">
      <Button
        variant="ghost"
        size="sm"
        aria-label={`Rights on fields of ${table.name}`}
        onPress={() => setOpen(true)}
        className="-ml-2 shrink-0"
      >
        Fields…
      </Button>
      <span className="min-w-0 truncate">
        {told.map((field) => `${field.name}: ${shortNames[accessOf(role, field)]}`).join(' · ')}
      </span>
      {isOpen && <FieldRightsDialog {...{ schema, role, table }} onClose={() => setOpen(false)} />}
    </div>
  )
}

const shortNames: Record<Choice, string> = { usual: '', read: 'read only', write: 'may change' }

const accessOf = (role: Role, { id }: Field): Choice =>
  role.fieldGrants.find(({ field }) => field === id)?.access ?? 'usual'

function FieldRightsDialog(props: { schema: BaseSchema; role: Role; table: Table; onClose: () => void }) {
  const { schema, role, table, onClose } = props
  const backend = useBackend()
  const refresh = useRefreshRoles(schema)
  const usual = usualAccess((action) => grantOf(role, table, action).scope)
  const options: readonly { id: Choice; label: string; description: string }[] = [
    { id: 'usual', label: 'As in the table', description: usualTexts[usual ?? 'none'] },
    { id: 'write', label: 'May change', description: 'In the records that may be changed.' },
    { id: 'read', label: 'Read only', description: 'Its value stays as it is.' },
  ]
  const set = async (field: Field, choice: Choice) => {
    const result = await backend.roles.setFieldGrant(role.id, field.id, choice === 'usual' ? null : choice)
    if (!result.ok) toast.error(result.error)
    await refresh()
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
        {table.fields.map((field) => (
          <li
            key={field.id}
            className="grid grid-cols-[minmax(0,1fr)_9.5rem] items-center gap-3 border-b border-line py-1 last:border-0"
          >
            <span className="flex min-w-0 items-center gap-2">
              <FieldIcon type={field.type} />
              <span className="truncate">{field.name}</span>
            </span>
            <Select<Choice>
              label={`The role and the field ${field.name}`}
              isLabelHidden
              look="quiet"
              options={options}
              value={accessOf(role, field)}
              onChange={(choice) => void set(field, choice)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

const usualTexts = {
  write: 'The role changes records: this field too.',
  read: 'The role reads records: this field too.',
  none: 'The role has nothing in this table.',
} as const
