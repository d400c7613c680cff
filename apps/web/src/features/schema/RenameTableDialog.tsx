import { type BaseId, limits, type Table } from '@plinth/domain'
import { useId, useState } from 'react'
import { Form } from 'react-aria-components/Form'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
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
  const formId = useId()
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
    <Dialog
      isOpen
      onOpenChange={onClose}
      title="Rename table"
      description="Its name in the database stays, so that nothing that uses it breaks."
      footer={
        <>
          <Button variant="ghost" onPress={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant="primary" isPending={rename.isPending}>
            Rename table
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
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
        <ErrorNote error={rename.error} />
      </Form>
    </Dialog>
  )
}
