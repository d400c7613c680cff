import { type BaseSchema, limits } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { SettingsForm } from '../../lib/SettingsForm.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { LockDrawing } from '../../ui/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { HuePicker } from '../../ui/HuePicker.tsx'
import { Section } from '../../ui/Section.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/Toast.tsx'
import { RegionFields } from './RegionFields.tsx'

/** Name, colour and region of a base, and its end. Only its creators change them. */
export function BaseSettings({ schema, onDeleted }: { schema: BaseSchema; onDeleted: () => void }) {
  if (schema.role !== 'creator') {
    return (
      <EmptyState drawing={<LockDrawing />} title="Only creators change these settings">
        You can see who they are among the members of this base. Ask one of them.
      </EmptyState>
    )
  }
  return (
    <>
      <Section title="General">
        <GeneralForm schema={schema} />
      </Section>
      <Section
        title="Delete this base"
        tone="danger"
        description="Its tables, records and files are gone for everybody. This cannot be undone."
      >
        <DeleteBase schema={schema} onDeleted={onDeleted} />
      </Section>
    </>
  )
}

function GeneralForm({ schema: { base } }: { schema: BaseSchema }) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [name, setName] = useState(base.name)
  const [hue, setHue] = useState(base.hue)
  const [region, setRegion] = useState({
    timeZone: base.timeZone,
    locale: base.locale,
    weekStart: base.weekStart,
  })
  const save = useAction(backend.bases.update)
  const changes = { name: name.trim(), hue, ...region }
  const isChanged = Object.entries(changes).some(
    ([key, value]) => base[key as keyof typeof changes] !== value,
  )

  const submit = async () => {
    const undo = cache.patchBase(base.id, (schema) => ({ ...schema, base: { ...schema.base, ...changes } }))
    const result = await save.run(base.id, changes)
    if (!result.ok) return undo()
    toast.success('Settings saved.')
    await cache.refreshBase(base.id)
  }
  return (
    <SettingsForm actionLabel="Save settings" action={save} isChanged={isChanged} onSubmit={submit}>
      <TextField label="Name" value={name} onChange={setName} maxLength={limits.nameLength} isRequired />
      <HuePicker label="Colour" value={hue} onChange={setHue} />
      <RegionFields value={region} onChange={setRegion} />
    </SettingsForm>
  )
}

function DeleteBase({ schema: { base, tables }, onDeleted }: { schema: BaseSchema; onDeleted: () => void }) {
  const backend = useBackend()
  const cache = useSessionCache()
  const [isAsking, setAsking] = useState(false)
  const remove = useAction(backend.bases.delete)
  const act = async () => {
    const result = await remove.run(base.id, base.name)
    if (!result.ok) return
    toast.success(`The base “${base.name}” is deleted.`)
    cache.patch((session) => ({
      ...session,
      workspaces: session.workspaces.map((one) => ({
        ...one,
        bases: one.bases.filter(({ id }) => id !== base.id),
      })),
    }))
    onDeleted()
    await cache.refresh()
  }
  return (
    <>
      <Button variant="danger-ghost" className="border border-danger-line" onPress={() => setAsking(true)}>
        Delete base
      </Button>
      <AlertDialog
        isOpen={isAsking}
        onOpenChange={setAsking}
        title={`Delete the base “${base.name}”?`}
        actionLabel="Delete base"
        confirmText={base.name}
        onAction={act}
        isPending={remove.isPending}
        error={<ErrorNote error={remove.error} />}
      >
        {tables.length === 1 ? 'Its table' : `Its ${tables.length} tables`} with all records and files will be
        lost for everybody. This cannot be undone.
      </AlertDialog>
    </>
  )
}
