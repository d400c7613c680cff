import {
  type BaseId,
  err,
  type Field,
  type OptionId,
  ok,
  type RecordId,
  type Result,
  type Table,
} from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { FormDialog } from '../../lib/FormDialog.tsx'
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
export default function MergeOptionsDialog({ base, field, onClose }: MergeOptionsDialogProps) {
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
  const merge = useMergeOptions(base, field)
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
      description="Records keep their place: they have the one option instead of the others, which are gone. This cannot be taken back."
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

function useMergeOptions(base: BaseId, field: Field) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const [share, setShare] = useState(0)
  const action = useAction(
    async (from: readonly OptionId[], into: OptionId, total: number): Promise<Result<Field>> => {
      let after: RecordId | null = null
      let done = 0
      for (;;) {
        const step = await bases.mergeOptions(field.id, from, into, after)
        if (!step.ok) return err(step.error)
        done += step.value.moved
        setShare(total > 0 ? Math.min(1, done / total) : 1)
        after = step.value.last
        if (step.value.field === null) continue
        await cache.refreshBase(base)
        return ok(step.value.field)
      }
    },
  )
  return { ...action, share }
}
