import { type BaseSchema, type FieldId, knownLocale, type TableId, type TrashItem } from '@plinth/domain'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { countOf } from '../../lib/count-of.ts'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { formatBytes } from '../../lib/file-size.ts'
import { queries } from '../../lib/queries.ts'
import { useAction } from '../../lib/use-action.ts'
import { useTrash } from '../../lib/use-trash.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

export interface TrashLineProps {
  schema: BaseSchema
  item: TrashItem
  onDelete: () => void
}

/** One table or field in the trash: what, from where, how much, who, when, and until when. */
export function TrashLine({ schema, item, onDelete }: TrashLineProps) {
  const restore = useRestore(schema, item)
  return (
    <li className="flex min-h-16 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2.5 last:border-0 sm:flex-nowrap sm:px-4">
      <span className="grid size-6 shrink-0 place-items-center rounded-control bg-hover text-ink-muted [&_svg]:size-3.5">
        {item.type ? <FieldIcon type={item.type} /> : <Table2 aria-hidden />}
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <p className="truncate font-medium">{item.name}</p>
        <p className="text-xs text-ink-muted">{placeOf(item)}</p>
        <Circumstances schema={schema} item={item} />
        {restore.isPending && restore.share > 0 && (
          <ProgressBar label="Restoring" isLabelHidden value={restore.share * 100} className="mt-1.5" />
        )}
      </div>
      <span className="flex items-center gap-1">
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden />}
          aria-label={`Restore ${item.name}`}
          isDisabled={item.inTrash}
          isPending={restore.isPending}
          onPress={() => void restore.run()}
        >
          Restore
        </Button>
        <IconButton label={`Delete ${item.name} for good`} icon={<Trash2 aria-hidden />} onPress={onDelete} />
      </span>
    </li>
  )
}

function useRestore({ base }: BaseSchema, item: TrashItem) {
  const backend = useBackend()
  const client = useQueryClient()
  const trash = useTrash(base.id)
  const [share, setShare] = useState(0)
  const action = useAction(async () => {
    const result =
      item.kind === 'table'
        ? await trash.restoreTable({ id: item.id as TableId, name: item.name })
        : await trash.restoreField({ id: item.id as FieldId, name: item.name }, setShare)
    await client.invalidateQueries({ queryKey: queries.trash(backend, base.id).queryKey })
    return result
  })
  return { ...action, share }
}

function placeOf({ kind, table, inTrash, records, bytes }: TrashItem): string {
  const amount = countOf(records, kind === 'table' ? 'record' : 'value')
  const from = table
    ? `Field of ${table.name}${inTrash ? ', which is in the trash: restore it first' : ''}`
    : 'Table'
  return `${from} · ${amount} · ${formatBytes(bytes)}`
}

function Circumstances({ schema: { base }, item }: { schema: BaseSchema; item: TrashItem }) {
  const { data: members } = useQuery(queries.baseMembers(useBackend(), base.id))
  const who = members?.find((member) => member.id === item.trashedBy)?.name ?? 'Somebody'
  const day = (text: string) =>
    new Date(text).toLocaleDateString(knownLocale(base.locale), { dateStyle: 'medium' })
  return (
    <p className="text-xs text-ink-muted">
      {deedOf(item, who)} on {day(item.trashedAt)}. Gone on {day(item.goesAt)}.
    </p>
  )
}

function deedOf({ replaced, copied }: TrashItem, who: string): string {
  if (copied) return `A copy that is not complete, restoring goes on with it. ${who} began it`
  return `${who} ${replaced ? 'changed its type' : 'deleted it'}`
}
