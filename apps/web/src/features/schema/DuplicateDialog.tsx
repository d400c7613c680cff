import {
  type BaseId,
  type Field,
  type FieldId,
  freeName,
  limits,
  type Table,
  type TableId,
  uuidV7,
} from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog, type FormDialogAction } from '../../lib/FormDialog.tsx'
import { noteFieldMade } from '../../lib/field-steps.ts'
import { pairOfCopy } from '../../lib/link-words.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toTheEnd } from '../../lib/to-the-end.ts'
import { useAction } from '../../lib/use-action.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'

interface CopyDialogProps {
  title: string
  /** Names that are taken beside it. */
  taken: readonly string[]
  of: string
  /** Null: there is nothing to be copied with it. */
  contentLabel: string | null
  /** What else is to be known. */
  note?: string | null
  copy: (name: string, withContent: boolean) => Promise<{ ok: boolean }>
  action: FormDialogAction
  /** From 0 to 1, of work in steps. */
  share?: number
  onClose: () => void
}

function CopyDialog({
  title,
  taken,
  of,
  contentLabel,
  note,
  copy,
  action,
  share = 0,
  onClose,
}: CopyDialogProps) {
  const [name, setName] = useState(() => nameOfCopy(of, taken))
  const [withContent, setWithContent] = useState(true)
  const submit = async () => {
    if ((await copy(name.trim(), withContent && contentLabel !== null)).ok) onClose()
  }
  return (
    <FormDialog title={title} actionLabel="Duplicate" action={action} onSubmit={submit} onClose={onClose}>
      <TextField
        label="Name of the copy"
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        autoComplete="off"
        {...firstFocus}
      />
      {contentLabel && (
        <Checkbox isSelected={withContent} onChange={setWithContent}>
          {contentLabel}
        </Checkbox>
      )}
      {note && <p className="text-sm text-ink-muted">{note}</p>}
      {action.isPending && share > 0 && <ProgressBar label="Copying" value={share * 100} />}
    </FormDialog>
  )
}

const fold = (text: string) => text.toLocaleLowerCase()

function nameOfCopy(name: string, taken: readonly string[]): string {
  const known = new Set(taken.map(fold))
  return freeName(`${[...name].slice(0, limits.nameLength - 9).join('')} copy`, (one) => known.has(fold(one)))
}

export interface DuplicateTableDialogProps {
  base: BaseId
  table: Pick<Table, 'id' | 'name'>
  onClose: () => void
  onCopied: (table: TableId) => void
}

export function DuplicateTableDialog({ base, table, onClose, onCopied }: DuplicateTableDialogProps) {
  const { bases } = useBackend()
  const { tables } = useBaseSchema(base)
  const cache = useSessionCache()
  const action = useAction(bases.duplicateTable)
  const copy = async (name: string, withRecords: boolean) => {
    const result = await action.run(table.id, { id: uuidV7() as TableId, name, withRecords })
    if (!result.ok) return result
    await cache.refreshBase(base)
    toast.success(`“${result.value.name}” is made.`)
    onCopied(result.value.id)
    return result
  }
  return (
    <CopyDialog
      title={`Duplicate “${table.name}”`}
      of={table.name}
      taken={tables.map((one) => one.name)}
      contentLabel="With its records (files stay behind)"
      {...{ copy, action, onClose }}
    />
  )
}

export interface DuplicateFieldDialogProps {
  base: BaseId
  table: Table
  field: Field
  onClose: () => void
}

export function DuplicateFieldDialog({ base, table, field, onClose }: DuplicateFieldDialogProps) {
  const { bases } = useBackend()
  const { tables } = useBaseSchema(base)
  const cache = useSessionCache()
  const [id] = useState(() => uuidV7() as FieldId)
  const [share, setShare] = useState(0)
  const action = useAction((name: string, withValues: boolean) =>
    toTheEnd(() => bases.duplicateField(field.id, { id, name, withValues }), setShare),
  )
  const copy = async (name: string, withValues: boolean) => {
    const result = await action.run(name, withValues)
    if (!result.ok) return result
    noteFieldMade({ bases, cache, base, table: table.id }, result.value.field)
    await cache.refreshBase(base)
    return result
  }
  return (
    <CopyDialog
      title={`Duplicate “${field.name}”`}
      of={field.name}
      taken={table.fields.map((one) => one.name)}
      contentLabel={field.type === 'attachment' ? null : 'With its values'}
      note={pairOfCopy(field, tables)}
      {...{ copy, action, share, onClose }}
    />
  )
}
