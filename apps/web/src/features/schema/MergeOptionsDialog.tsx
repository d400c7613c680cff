import {
  type BaseId,
  err,
  type Field,
  type OptionId,
  ok,
  type Result,
  type Table,
  type TableId,
} from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { mergeOptions, noteMerge } from '../../lib/option-merges.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { toast } from '../../ui/Toast.tsx'

export interface MergeOptionsDialogProps {
  base: BaseId
  table: Pick<Table, 'id'>
  field: Field
  onClose: () => void
}

/** Makes one option of several: how many records that changes is said before. */
export default function MergeOptionsDialog({ base, table, field, onClose }: MergeOptionsDialogProps) {
  const { bases } = useBackend()
  const options = field.options.options ?? []
  const [chosen, setChosen] = useState<ReadonlySet<OptionId>>(new Set())
  const [into, setInto] = useState<OptionId | null>(options[0]?.id ?? null)
  const from = options.map(({ id }) => id).filter((id) => chosen.has(id) && id !== into)
  const count = useQuery({
    queryKey: ['merge-options', field.id, from, into],
    queryFn: () => unwrap(bases.countOptions(field.id, from, into!)),
    enabled: from.length > 0 && into !== null,
    gcTime: 0,
  })
  const merge = useMergeOptions(base, table.id, field)
  const submit = async () => {
    if (!count.data || into === null) return
    const result = await merge.run(from, into, count.data.records)
    if (!result.ok) return
    onClose()
    toast.success(
      `${countOf(from.length, 'option')} became “${options.find(({ id }) => id === into)?.label}”.`,
    )
  }
  return (
    <FormDialog
      title={`Merge options of “${field.name}”`}
      description="Records keep their place: they have the one option instead of the others, which are gone. Undo brings them back, for a day."
      actionLabel="Merge options"
      action={merge}
      isActionDisabled={!count.data}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-sm font-medium">Options that go</legend>
        {options
          .filter(({ id }) => id !== into)
          .map(({ id, label, hue }) => (
            <Checkbox
              key={id}
              isSelected={chosen.has(id)}
              onChange={(isOn) =>
                setChosen(new Set(isOn ? [...chosen, id] : [...chosen].filter((one) => one !== id)))
              }
            >
              <Chip hue={hue}>{label}</Chip>
            </Checkbox>
          ))}
      </fieldset>
      <Select
        label="Option that stays"
        options={options.map(({ id, label }) => ({ id, label }))}
        value={into}
        onChange={setInto}
        isDisabled={merge.isPending}
      />
      {count.error && <ErrorNote error={toAppError(count.error)} />}
      {count.data && <p className="text-sm">{countOf(count.data.records, 'record')} will be changed.</p>}
      {merge.isPending && <ProgressBar label="Merging" value={merge.share * 100} />}
    </FormDialog>
  )
}

function useMergeOptions(base: BaseId, table: TableId, field: Field) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const [share, setShare] = useState(0)
  const action = useAction(
    async (from: readonly OptionId[], into: OptionId, total: number): Promise<Result<Field>> => {
      const merge = { field: field.id, from, into }
      const done = await mergeOptions(bases, merge, (moved) =>
        setShare(total > 0 ? Math.min(1, moved / total) : 1),
      )
      if (!done.ok) return err(done.error)
      await cache.refreshBase(base)
      noteMerge({ bases, cache, base, table }, merge, done.value)
      return ok(done.value.field)
    },
  )
  return { ...action, share }
}
