import { useOnline } from '../../lib/use-online.ts'
import { Button } from '../../ui/Button.tsx'

/** Stays in sight while there is something to save. */
export function SaveBar(props: {
  isNew: boolean
  isPending: boolean
  /** How many places are told to be wrong. */
  problems: number
  onDiscard: (() => void) | null
  onSave: () => void
}) {
  const { isNew, isPending, problems, onDiscard, onSave } = props
  const isOnline = useOnline()
  return (
    <div
      data-save-bar
      className="sticky bottom-0 z-10 -mx-4 mt-6 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-page px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8"
    >
      <output className="block min-w-0 flex-1 basis-40 text-sm text-ink-muted">
        {isOnline ? statusText(isNew, problems) : 'You are offline. It can be saved once you are back.'}
      </output>
      {onDiscard && (
        <Button variant="ghost" onPress={onDiscard}>
          Discard
        </Button>
      )}
      <Button variant="primary" isPending={isPending} isDisabled={!isOnline} onPress={onSave}>
        {isNew ? 'Create automation' : 'Save automation'}
      </Button>
    </div>
  )
}

function statusText(isNew: boolean, problems: number): string {
  if (problems > 0) return problems === 1 ? 'Something is missing.' : `${problems} things are missing.`
  return isNew ? 'Not saved yet.' : 'Unsaved changes.'
}
