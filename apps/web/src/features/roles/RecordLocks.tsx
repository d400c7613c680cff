import type { BaseSchema, RecordLock, Table } from '@plinth/domain'
import { Lock, Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { openersText } from '../../lib/lock-words.ts'
import { useAction } from '../../lib/use-action.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useRefreshLocks } from './use-roles.ts'

// The expression language comes with them.
const LockDialog = lazy(() => import('./LockDialog.tsx'))
const RuleText = lazy(() => import('./RuleText.tsx'))

interface Place {
  readonly table: Table
  readonly lock: RecordLock | null
}

/** The locks of all tables of a base, for its creators. */
export function RecordLocks({ schema }: { schema: BaseSchema }) {
  const [edited, setEdited] = useState<Place | null>(null)
  const [doomed, setDoomed] = useState<RecordLock | null>(null)
  const places = schema.tables.flatMap((table) => table.locks.map((lock) => ({ table, lock })))
  const [first] = schema.tables
  if (!first) return <p className="text-sm text-ink-muted">This base has no tables yet.</p>
  return (
    <div className="flex flex-col items-start gap-3">
      {places.length > 0 && (
        <ul aria-label="Locks" className="w-full rounded-card border border-line bg-surface">
          {places.map((place) => (
            <LockLine
              key={place.lock.id}
              {...place}
              onEdit={() => setEdited(place)}
              onDelete={() => setDoomed(place.lock)}
            />
          ))}
        </ul>
      )}
      <Button icon={<Plus aria-hidden />} onPress={() => setEdited({ table: first, lock: null })}>
        New lock
      </Button>
      {edited && (
        <Suspense>
          <LockDialog schema={schema} {...edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      <DeleteLock schema={schema} lock={doomed} onClose={() => setDoomed(null)} />
    </div>
  )
}

function LockLine(props: { table: Table; lock: RecordLock; onEdit: () => void; onDelete: () => void }) {
  const { table, lock, onEdit, onDelete } = props
  return (
    <li className="flex items-start gap-3 border-b border-line px-4 py-3 last:border-0">
      <Lock aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium break-words">
          {lock.name} <span className="font-normal text-ink-muted">in {table.name}</span>
        </p>
        <p className="mt-1 text-xs text-ink-muted">
          <code className="rounded-[4px] bg-sunken px-1.5 py-0.5 font-mono break-words text-ink-soft">
            <Suspense fallback="…">
              <RuleText rule={lock.rule} fields={table.fields} />
            </Suspense>
          </code>
        </p>
        <p className="mt-1 text-xs text-ink-muted">{openersText(lock)}</p>
      </div>
      <IconButton label={`Edit the lock ${lock.name}`} icon={<Pencil aria-hidden />} onPress={onEdit} />
      <IconButton label={`Delete the lock ${lock.name}`} icon={<Trash2 aria-hidden />} onPress={onDelete} />
    </li>
  )
}

function DeleteLock(props: { schema: BaseSchema; lock: RecordLock | null; onClose: () => void }) {
  const { schema, lock, onClose } = props
  const backend = useBackend()
  const refresh = useRefreshLocks(schema)
  const remove = useAction(backend.roles.deleteLock)
  const act = async () => {
    if (!lock) return
    const result = await remove.run(lock.id)
    if (!result.ok) return
    toast.success(`The lock “${lock.name}” is deleted.`)
    onClose()
    await refresh()
  }
  return (
    <AlertDialog
      isOpen={lock !== null}
      onOpenChange={onClose}
      title={`Delete the lock “${lock?.name ?? ''}”?`}
      actionLabel="Delete lock"
      onAction={act}
      isPending={remove.isPending}
      error={<ErrorNote error={remove.error} />}
    >
      The records that it holds can be changed again by everybody whose role allows it.
    </AlertDialog>
  )
}
