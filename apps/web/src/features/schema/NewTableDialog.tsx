import { type BaseId, type FieldId, type FieldTypeName, limits, type TableId, uuidV7 } from '@plinth/domain'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TypeSelect } from './FieldDialog.tsx'

export interface NewTableDialogProps {
  base: BaseId
  onCreated: (table: TableId) => void
  /** The other way to a table: from a file. */
  onImport: () => void
  onClose: () => void
}

interface FieldRow {
  readonly id: FieldId
  readonly name: string
  readonly type: FieldTypeName
}

const row = (name: string, type: FieldTypeName): FieldRow => ({ id: uuidV7() as FieldId, name, type })

export function NewTableDialog({ base, onCreated, onImport, onClose }: NewTableDialogProps) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState('')
  const [fields, setFields] = useState(() => [
    row('Name', 'text'),
    row('Notes', 'long_text'),
    row('Done', 'checkbox'),
  ])
  const create = useAction(async () => {
    const made = await backend.bases.createTable(base, {
      id: uuidV7() as TableId,
      name: name.trim(),
      fields: fields.map((field) => ({ ...field, name: field.name.trim(), options: {} })),
    })
    if (made.ok) await cache.refreshBase(base)
    return made
  })
  const isNameTaken = create.error?.code === 'name_taken' && create.error.details?.field === undefined

  const submit = async () => {
    const made = await create.run()
    if (made.ok) onCreated(made.value.id)
  }
  return (
    <FormDialog
      title="New table"
      actionLabel="Create table"
      action={{ isPending: create.isPending, error: isNameTaken ? null : create.error }}
      names={{ fields: new Map(fields.map((field) => [field.id, field.name])) }}
      footerStart={
        <Button variant="ghost" className="mr-auto max-sm:w-full" onPress={onImport}>
          Import a file instead
        </Button>
      }
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="Customers, Tasks, Films…"
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        autoComplete="off"
        {...(isNameTaken ? { errorMessage: create.error?.message } : {})}
        {...firstFocus}
      />
      <FieldRows fields={fields} onChange={setFields} />
    </FormDialog>
  )
}

function FieldRows({ fields, onChange }: { fields: FieldRow[]; onChange: (fields: FieldRow[]) => void }) {
  const replace = (at: number, change: Partial<FieldRow>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...change } : field)))
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">
        Fields <span className="font-normal text-ink-muted">– the first one names a record</span>
      </legend>
      {fields.map((field, at) => (
        <div key={field.id} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] items-start gap-2">
          <TextField
            label={`Name of field ${at + 1}`}
            isLabelHidden
            value={field.name}
            onChange={(name) => replace(at, { name })}
            maxLength={limits.nameLength}
            isRequired
            autoComplete="off"
          />
          <TypeSelect
            label={`Type of field ${at + 1}`}
            isLabelHidden
            value={field.type}
            onChange={(type) => replace(at, { type })}
            // The table that it would link is to be there first, and this one too.
            without="link"
          />
          <IconButton
            label={`Remove ${field.name || 'field'}`}
            size="md"
            icon={<X aria-hidden />}
            isDisabled={fields.length === 1}
            onPress={() => onChange(fields.toSpliced(at, 1))}
          />
        </div>
      ))}
      <div>
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          isDisabled={fields.length >= limits.fieldsPerTable}
          onPress={() => onChange([...fields, row('', 'text')])}
        >
          Add a field
        </Button>
      </div>
    </fieldset>
  )
}
