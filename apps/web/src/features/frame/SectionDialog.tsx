import {
  appError,
  type BaseId,
  err,
  limits,
  ok,
  type Result,
  type Table,
  uuidV7,
  type ViewId,
  type ViewSection,
  type ViewSectionId,
  withSection,
  withViewAt,
} from '@plinth/domain'
import { useState } from 'react'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useArrangeViews } from '../../lib/use-arrange-views.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'

interface SectionDialogProps {
  base: BaseId
  table: Table
  /** Null: a new one. */
  section: ViewSection | null
  /** What stands in a new one at once. */
  view: ViewId | null
  onClose: () => void
}

/** What a section of views is called. */
export default function SectionDialog({ base, table, section, view, onClose }: SectionDialogProps) {
  const { now, arrange } = useArrangeViews(base, table)
  const [name, setName] = useState(section?.name ?? '')
  const save = useAction(async (given: string): Promise<Result<null>> => {
    const isTaken = now.sections.some(
      (one) => one.id !== section?.id && one.name.toLowerCase() === given.toLowerCase(),
    )
    if (isTaken) return err(appError('name_taken'))
    const id = section?.id ?? (uuidV7() as ViewSectionId)
    const named = withSection(now, { id, name: given })
    const isDone = await arrange(view ? withViewAt(named, view, { section: id, at: 0 }) : named)
    if (isDone) onClose()
    return ok(null)
  })
  return (
    <FormDialog
      title={section ? 'Rename section' : 'New section'}
      description={section ? undefined : 'A name above some of the shared views of this table.'}
      actionLabel={section ? 'Rename section' : 'Create section'}
      action={save}
      isActionDisabled={name.trim() === ''}
      onSubmit={() => void save.run(name.trim())}
      onClose={onClose}
    >
      <TextField
        {...firstFocus}
        label="Name"
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        autoComplete="off"
      />
    </FormDialog>
  )
}
