import {
  type BaseSchema,
  type LockId,
  limits,
  type RecordLock,
  type RoleId,
  type Table,
  uuidV7,
} from '@plinth/domain'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ConditionField } from '../../lib/expression/ConditionField.tsx'
import { useCondition } from '../../lib/expression/use-condition.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { roleName } from './role-words.ts'
import { useRefreshLocks } from './use-roles.ts'
import { useRuleCount } from './use-rule-count.ts'

export interface LockDialogProps {
  schema: BaseSchema
  /** Of a new lock: the table to begin with. */
  table: Table
  lock: RecordLock | null
  onClose: () => void
}

/** When records of a table are locked, and who may change them all the same. */
export default function LockDialog({ schema, table: first, lock, onClose }: LockDialogProps) {
  const [table, setTable] = useState(first)
  const [name, setName] = useState(lock?.name ?? '')
  return (
    <LockForm
      // Another table has other fields to speak of.
      key={table.id}
      {...{ schema, table, lock, name, onClose }}
      onName={setName}
      onTable={(id) => setTable(schema.tables.find((one) => one.id === id) ?? table)}
    />
  )
}

interface LockFormProps extends LockDialogProps {
  name: string
  onName: (name: string) => void
  onTable: (id: Table['id']) => void
}

function LockForm({ schema, table, lock, name, onName, onTable, onClose }: LockFormProps) {
  const backend = useBackend()
  const refresh = useRefreshLocks(schema)
  const counting = useRuleCount(schema, table)
  const condition = useCondition(table.fields, lock?.rule ?? null)
  const [creators, setCreators] = useState(lock?.creators ?? true)
  const [roles, setRoles] = useState<readonly RoleId[]>(() => lock?.roles.map(({ id }) => id) ?? [])
  const save = useAction(backend.roles.saveLock)
  const submit = async () => {
    const rule = condition.ask()
    if (!rule) return
    const definition = { name: name.trim(), rule, creators, roles }
    const result = await save.run(table.id, lock?.id ?? (uuidV7() as LockId), definition)
    if (!result.ok) return
    await refresh()
    onClose()
  }
  return (
    <FormDialog
      title={lock ? 'Edit lock' : 'New lock'}
      description="While the condition is true for a record, it can be neither changed nor deleted."
      actionLabel={lock ? 'Save lock' : 'Create lock'}
      action={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={onName}
        placeholder="Posted"
        maxLength={limits.nameLength}
        isRequired
        {...firstFocus}
      />
      {!lock && schema.tables.length > 1 && (
        <Select
          label="Table"
          options={schema.tables.map(({ id, name: label }) => ({ id, label }))}
          value={table.id}
          onChange={onTable}
        />
      )}
      <ConditionField
        fields={table.fields}
        counting={counting}
        condition={condition}
        onSubmit={() => void submit()}
      />
      <Openers {...{ schema, creators, roles }} onCreators={setCreators} onRoles={setRoles} />
    </FormDialog>
  )
}

function Openers(props: {
  schema: BaseSchema
  creators: boolean
  roles: readonly RoleId[]
  onCreators: (isOn: boolean) => void
  onRoles: (roles: readonly RoleId[]) => void
}) {
  const { schema, creators, roles, onCreators, onRoles } = props
  const { data: all } = useSuspenseQuery(queries.roles(useBackend(), schema.base.id))
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Who may change them all the same</legend>
      <div className="flex flex-wrap gap-x-5">
        <Checkbox isSelected={creators} onChange={onCreators}>
          Creator
        </Checkbox>
        {all.map((role) => (
          <Checkbox
            key={role.id}
            isSelected={roles.includes(role.id)}
            onChange={(isOn) => onRoles(isOn ? [...roles, role.id] : roles.filter((id) => id !== role.id))}
          >
            {roleName(role)}
          </Checkbox>
        ))}
      </div>
      <p className="text-xs text-ink-muted">
        As far as their role lets them change the table. Creators can always change the lock.
      </p>
    </fieldset>
  )
}
