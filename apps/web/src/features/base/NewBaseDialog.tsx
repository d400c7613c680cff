import { type BaseId, type Hue, hues, limits, uuidV7, type WorkspaceId } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { describeRegion, suggestedRegion } from '../../lib/region.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { HuePicker } from '../../ui/HuePicker.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { RegionFields } from './RegionFields.tsx'

export interface NewBaseDialogProps {
  workspace: WorkspaceId
  /** How many bases there are: the next one gets the next hue. */
  count: number
  onCreated: (base: BaseId) => void
  onClose: () => void
}

export function NewBaseDialog({ workspace, count, onCreated, onClose }: NewBaseDialogProps) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState('')
  const [hue, setHue] = useState<Hue>(() => hues[1 + ((count * 5 + 5) % (hues.length - 1))] ?? 'teal')
  const [region, setRegion] = useState(suggestedRegion)
  const [isRegionOpen, setRegionOpen] = useState(false)
  const create = useAction(async (id: BaseId) => {
    const made = await backend.bases.create({ id, workspace, name: name.trim(), hue, ...region })
    if (made.ok) await cache.refresh()
    return made
  })

  const submit = async () => {
    const id = uuidV7() as BaseId
    if ((await create.run(id)).ok) onCreated(id)
  }
  return (
    <FormDialog
      title="New base"
      description="A base holds tables that belong together, and the people who work in them."
      actionLabel="Create base"
      action={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Name"
        placeholder="Customers, Site works, Film archive…"
        value={name}
        onChange={setName}
        maxLength={limits.nameLength}
        isRequired
        autoComplete="off"
        {...firstFocus}
      />
      <HuePicker label="Colour" value={hue} onChange={setHue} />
      {isRegionOpen ? (
        <RegionFields value={region} onChange={setRegion} />
      ) : (
        <div className="flex items-center justify-between gap-3 rounded-control bg-sunken px-3 py-2">
          <p className="min-w-0 text-xs text-ink-muted">{describeRegion(region)}</p>
          <Button size="sm" variant="ghost" onPress={() => setRegionOpen(true)}>
            Change
          </Button>
        </div>
      )}
    </FormDialog>
  )
}
