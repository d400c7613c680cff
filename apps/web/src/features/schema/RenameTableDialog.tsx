import { type BaseId, limits, type Table } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'

export interface RenameTableDialogProps {
  base: BaseId
  table: Pick<Table, 'id' | 'name'>
  onClose: () => void
}

export function RenameTableDialog({ base, table, onClose }: RenameTableDialogProps) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState(table.name)
  const rename = useAction(backend.bases.renameTable)
  const submit = async () => {
    const next = name.trim()
    const undo = cache.patchBase(base, (schema) => ({
      ...schema,
      tables: schema.tables.map((one) => (one.id === table.id ? { ...one, name: next } : one)),
    }))
    const result = await rename.run(table.id, next)
    if (!result.ok) return undo()
    onClose()
    await cache.refreshBase(base)
  }
  return (
    <FormDialog
      title="Rename table"
      description="Its name in the database stays, so that nothing that uses it breaks."
      actionLabel="Rename table"
      action={rename}
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
    </FormDialog>
  )
}
