import type { Automation, BaseSchema } from '@plinth/domain'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useAutomationActions } from './use-automations.ts'

/** Asks before an automation goes, since its history goes with it. */
export function DeleteAutomation(props: {
  schema: BaseSchema
  automation: Automation | null
  onClose: () => void
  onDeleted?: () => void
}) {
  const { schema, automation, onClose, onDeleted } = props
  const remove = useAction(useAutomationActions(schema).remove)
  const act = async () => {
    if (!automation) return
    const result = await remove.run(automation.id)
    if (!result.ok) return
    toast.success(`The automation “${automation.name}” is deleted.`)
    onClose()
    onDeleted?.()
  }
  return (
    <AlertDialog
      isOpen={automation !== null}
      onOpenChange={onClose}
      title={`Delete the automation “${automation?.name ?? ''}”?`}
      actionLabel="Delete automation"
      onAction={act}
      isPending={remove.isPending}
      error={<ErrorNote error={remove.error} />}
    >
      The history of what it did goes with it
      {automation && automation.waiting > 0 ? ', and what waits to be run is not run' : ''}. What it has done
      stays as it is. To stop it for a while, pause it.
    </AlertDialog>
  )
}
