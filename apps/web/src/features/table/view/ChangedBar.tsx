/** Says that what is looked at is not what is saved, and what can be done about it. */
import { RotateCcw, Save } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/Button.tsx'
import { Badge } from '../../../ui/Chip.tsx'
import { mayKeep, maySave, useView } from './table-view.ts'
import type { ViewActions } from './use-view-actions.ts'
import { ViewNameDialog } from './ViewNameDialog.tsx'

export function ChangedBar({ actions }: { actions: ViewActions }) {
  const view = useView()
  const { saved, role } = view
  const [isNaming, setNaming] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    if (!saved) return
    setSaving(true)
    const result = await actions.update(saved, { config: view.config })
    setSaving(false)
    if (result.ok) view.settle()
  }
  const asNew = role !== 'creator' ? 'Save as my own view' : saved ? 'Save as new' : 'Save as a view'
  return (
    <>
      {view.isChanged && view.isKept && (
        <fieldset aria-label="Changes of this view" className="flex shrink-0 items-center gap-1">
          {saved && <Badge tone="accent">Changed</Badge>}
          {/* Else nothing would say why it cannot be saved. */}
          {saved?.isLocked && mayKeep(saved, role) && <Badge>Locked</Badge>}
          {maySave(view) && (
            <Button size="sm" icon={<Save aria-hidden />} isPending={isSaving} onPress={() => void save()}>
              Save
            </Button>
          )}
          <Button size="sm" variant="ghost" onPress={() => setNaming(true)}>
            {asNew}
          </Button>
          <Button size="sm" variant="ghost" icon={<RotateCcw aria-hidden />} onPress={() => view.reset()}>
            Reset
          </Button>
        </fieldset>
      )}
      {isNaming && (
        <ViewNameDialog task={{ kind: 'save' }} actions={actions} onClose={() => setNaming(false)} />
      )}
    </>
  )
}
