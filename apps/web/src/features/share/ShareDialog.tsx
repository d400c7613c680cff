/** Links to a view or a record, or all of a base: a list, and behind it one to be made, changed or taken back. */
import type { BaseSchema, ShareLink } from '@plinth/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import type { SharedThing } from '../../lib/dialogs.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { queries } from '../../lib/queries.ts'
import { sharedThing, type ThingToShare } from '../../lib/shared-thing.ts'
import { toAppError } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { useFocusBack } from '../../lib/use-focus-back.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { LinkForm, type LinkSettings } from './LinkForm.tsx'
import { LinkList } from './LinkList.tsx'
import { LinkReady } from './LinkReady.tsx'

export interface ShareDialogProps {
  schema: BaseSchema
  /** Null: all links of the base. */
  shared: ThingToShare | null
  onClose: () => void
}

type Step =
  | { kind: 'list' }
  | { kind: 'new' }
  | { kind: 'change'; link: ShareLink }
  | { kind: 'revoke'; link: ShareLink }
  | { kind: 'ready'; token: string; name: string }

function isOf(link: ShareLink, { target }: ThingToShare): boolean {
  if ('record' in target) return link.record === target.record
  return 'form' in target
    ? link.kind === 'form' && link.view === target.form
    : link.kind === 'view' && link.view === target.view
}

export function ShareDialog({ schema, shared, onClose }: ShareDialogProps) {
  const backend = useBackend()
  const list = useQuery(queries.shareLinks(backend, schema.base.id))
  const [step, setStep] = useState<Step>({ kind: 'list' })
  useFocusBack()
  const back = () => setStep({ kind: 'list' })
  if (step.kind === 'new' && shared)
    return (
      <NewLink
        base={schema.base.id}
        shared={shared}
        onMade={(token, name) => setStep({ kind: 'ready', token, name })}
        onClose={back}
      />
    )
  if (step.kind === 'change') return <ChangedLink schema={schema} link={step.link} onClose={back} />
  if (step.kind === 'revoke') return <RevokedLink base={schema.base.id} link={step.link} onClose={back} />
  if (step.kind === 'ready') return <LinkReady token={step.token} name={step.name} onClose={back} />
  const title = shared ? 'Share by link' : 'Links to people outside'
  if (!list.data) {
    return (
      <Dialog isOpen onOpenChange={onClose} title={title} size="md">
        {list.error ? <ErrorNote error={toAppError(list.error)} /> : <Skeleton className="h-10 w-full" />}
      </Dialog>
    )
  }
  return (
    <LinkList
      title={title}
      schema={schema}
      links={shared ? list.data.filter((link) => isOf(link, shared)) : list.data}
      onNew={shared ? () => setStep({ kind: 'new' }) : null}
      onChange={(link) => setStep({ kind: 'change', link })}
      onRevoke={(link) => setStep({ kind: 'revoke', link })}
      onClose={onClose}
    />
  )
}

type BaseOf = BaseSchema['base']['id']

function useListAgain(base: BaseOf) {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: ['base', base, 'share-links'] })
}

function NewLink({
  base,
  shared,
  onMade,
  onClose,
}: {
  base: BaseOf
  shared: ThingToShare
  onMade: (token: string, name: string) => void
  onClose: () => void
}) {
  const create = useAction(useBackend().shares.create)
  const listAgain = useListAgain(base)
  const submit = async (settings: LinkSettings) => {
    const result = await create.run(shared.table.id, shared.target, { password: null, ...settings })
    if (!result.ok) return
    onMade(result.value.token, result.value.link.name)
    await listAgain()
  }
  return <LinkForm {...{ base, onClose }} link={null} thing={shared} action={create} onSubmit={submit} />
}

const thingOf = ({ table, view, record }: ShareLink): SharedThing | null =>
  record ? { table, record } : view ? { table, view } : null

function ChangedLink({
  schema,
  link,
  onClose,
}: {
  schema: BaseSchema
  link: ShareLink
  onClose: () => void
}) {
  const update = useAction(useBackend().shares.update)
  const listAgain = useListAgain(schema.base.id)
  // What it shows may be gone: then there is nothing to choose.
  const thing = sharedThing(schema, thingOf(link))
  const fields = thing?.offered.map(({ field }) => field) ?? []
  const submit = async ({ fields: chosen, ...settings }: LinkSettings) => {
    // Fields that are gone are none to be chosen again.
    const known = chosen.filter((id) => fields.some((field) => field.id === id))
    const result = await update.run(link.id, { ...settings, fields: known })
    if (!result.ok) return
    await listAgain()
    onClose()
  }
  return (
    <LinkForm
      base={schema.base.id}
      link={{ ...link, fields: link.fields.filter((id) => fields.some((field) => field.id === id)) }}
      thing={thing}
      action={update}
      onSubmit={submit}
      onClose={onClose}
    />
  )
}

function RevokedLink({ base, link, onClose }: { base: BaseOf; link: ShareLink; onClose: () => void }) {
  const revoke = useAction(useBackend().shares.revoke)
  const listAgain = useListAgain(base)
  const act = async () => {
    const result = await revoke.run(link.id)
    if (!result.ok) return
    toast.success(`Took “${link.name}” back`)
    await listAgain()
    onClose()
  }
  return (
    <AlertDialog
      isOpen
      onOpenChange={onClose}
      title={`Take “${link.name}” back?`}
      actionLabel="Take link back"
      onAction={act}
      isPending={revoke.isPending}
      error={<ErrorNote error={revoke.error} />}
    >
      Whoever has it sees nothing by it from now on, also where it is embedded. It cannot be brought back.
    </AlertDialog>
  )
}
