import type { UnusedFiles as Unused, WorkspaceSummary } from '@plinth/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
import { unusedText } from './unused-text.ts'

/** Files that no record holds, and a way to be rid of them, for those who shape a base of the workspace. Nothing while there are none. */
export function UnusedFiles({ workspace }: { workspace: WorkspaceSummary }) {
  const backend = useBackend()
  const [isAsked, setAsked] = useState(false)
  const { data } = useQuery({
    ...queries.unusedFiles(backend, workspace.id),
    enabled: workspace.bases.some(({ role }) => role === 'creator'),
  })
  if (!data || (data.files === 0 && data.missing === 0)) return null
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3">
      <p className="min-w-0 text-sm text-pretty">
        {unusedText(data)}
        <span className="block text-xs text-ink-muted">
          What came within the last day and what is in the trash stays.
        </span>
      </p>
      <Button size="sm" icon={<Trash2 aria-hidden />} onPress={() => setAsked(true)}>
        Clean up files
      </Button>
      {isAsked && <CleanUp workspace={workspace} unused={data} onClose={() => setAsked(false)} />}
    </div>
  )
}

interface CleanUpProps {
  workspace: WorkspaceSummary
  unused: Unused
  onClose: () => void
}

function CleanUp({ workspace, unused, onClose }: CleanUpProps) {
  const backend = useBackend()
  const client = useQueryClient()
  const action = useAction(() => backend.files.cleanUp(workspace.id))
  const refresh = () => client.invalidateQueries({ queryKey: ['workspace', workspace.id] })
  const run = async () => {
    const answer = await action.run()
    // A part may be done where the rest was refused.
    await refresh()
    if (!answer.ok) return
    toast.success('Files cleaned up')
    onClose()
  }
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={
        unused.files > 0
          ? `Remove ${countOf(unused.files, 'unused file')}?`
          : 'Take missing files out of records?'
      }
      actionLabel="Clean up files"
      isPending={action.isPending}
      error={<ErrorNote error={action.error} />}
      onAction={run}
    >
      {unusedText(unused)} All of that goes, and cannot be brought back.
    </AlertDialog>
  )
}
