import { type BaseId, limits, type Table } from '@plinth/domain'
import { Table2 } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { IconPicker } from '../../lib/IconPicker.tsx'
import { useBaseSchema } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'

export interface TableDialogProps {
  base: BaseId
  table: Table['id']
  onClose: () => void
}

/** Name, description and icon of a table. */
export function TableDialog({ base, table: id, onClose }: TableDialogProps) {
  const table = useBaseSchema(base).tables.find((one) => one.id === id)
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState(table?.name ?? '')
  const [description, setDescription] = useState(table?.description ?? '')
  const [icon, setIcon] = useState(table?.icon ?? null)
  const save = useAction(backend.bases.updateTable)
  const submit = async () => {
    const changes = { name: name.trim(), description: description.trim(), icon }
    const undo = cache.patchBase(base, (schema) => ({
      ...schema,
      tables: schema.tables.map((one) => (one.id === id ? { ...one, ...changes } : one)),
    }))
    const result = await save.run(id, changes)
    if (!result.ok) return undo()
    onClose()
    await cache.refreshBase(base)
  }
  return (
    <FormDialog
      title="Edit table"
      description="Its name in the database stays, so that nothing that uses it breaks."
      actionLabel="Save table"
      action={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        autoComplete="off"
        {...firstFocus}
      />
      <TextArea
        label="Description"
        value={description}
        onChange={setDescription}
        maxLength={limits.descriptionLength}
      />
      <IconPicker value={icon} usual={<Table2 aria-hidden />} onChange={setIcon} />
    </FormDialog>
  )
}
