import { type BaseId, type Field, fieldTypes, type Table } from '@plinth/domain'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { computationOf, isComputing } from '../../lib/computation.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toTheEnd } from '../../lib/to-the-end.ts'
import { noteTypeChange } from '../../lib/type-steps.ts'
import { useAction } from '../../lib/use-action.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/Toast.tsx'

export interface ChangingTypeDialogProps {
  base: BaseId
  table: Pick<Table, 'id'>
  field: Field
  changing: NonNullable<Field['changing']>
  onClose: () => void
}

/** A change of type that somebody began and that is not done: any creator goes on with it, or gives it up. */
export function ChangingTypeDialog({ base, table, field, changing, onClose }: ChangingTypeDialogProps) {
  const { goOn, giveUp, share } = useChanging({ base, table, field, changing })
  const isBusy = goOn.isPending || giveUp.isPending
  const error = goOn.error ?? giveUp.error
  const words = wordsFor(field, changing)
  const end = async (action: typeof goOn | typeof giveUp, message: string) => {
    if (!(await action.run()).ok) return
    onClose()
    toast.success(message)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      title={words.title}
      description={words.description}
      footer={
        <>
          {words.cancel && (
            <Button
              variant="ghost"
              isPending={giveUp.isPending}
              isDisabled={goOn.isPending}
              onPress={() => void end(giveUp, words.kept)}
            >
              {words.cancel}
            </Button>
          )}
          <Button
            variant="primary"
            isPending={goOn.isPending}
            isDisabled={giveUp.isPending}
            onPress={() => void end(goOn, words.done)}
          >
            Continue
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <p>
          If somebody is working on it right now, it goes on by itself. If they closed the app in the middle,
          continue where they stopped
          {words.cancel && (changing.new ? ', or remove it' : ', or cancel: then the field is as it was')}.
        </p>
        <ProgressBar label={isBusy ? words.now : words.soFar} value={share * 100} />
        {error && <ErrorNote error={error} />}
      </div>
    </Dialog>
  )
}

function wordsFor(field: Field, { type, new: isNew, plain: isPlain }: ChangingTypeDialogProps['changing']) {
  const { name } = field
  const label = fieldTypes[type].label.toLocaleLowerCase()
  // A number that is given stays: that is not given up.
  if (computationOf(field) === null && type === field.type) {
    return {
      cancel: null,
      kept: '',
      title: `“${name}” is numbering the records`,
      description: 'Until that is done, records that were there before the field have no number.',
      done: `“${name}” has numbered all records.`,
      now: 'Numbering',
      soFar: 'Numbered so far',
    }
  }
  if (!isComputing(field)) {
    return {
      title: `“${name}” is changing its type`,
      description: `It is on its way to ${label}. Until that is done, ${isPlain ? 'it is computed' : 'nobody can edit its values'}.`,
      cancel: 'Cancel the change',
      kept: isPlain ? `“${name}” is computed as before.` : `“${name}” keeps its type and its values.`,
      done: `“${name}” is now of type ${label}.`,
      now: 'Converting',
      soFar: 'Converted so far',
    }
  }
  const others = isNew
    ? {
        description: 'It is new, and is computed for all records. Until that is done, it shows no values.',
        cancel: 'Remove the field',
        kept: `“${name}” is gone.`,
      }
    : {
        description:
          'What it is computed by has changed, and is computed for all records. Until that is done, the field shows what it did.',
        cancel: 'Cancel the change',
        kept: `“${name}” is as it was.`,
      }
  return {
    ...others,
    title: `“${name}” is being computed`,
    done: `“${name}” is computed.`,
    now: 'Computing',
    soFar: 'Computed so far',
  }
}

function useChanging({ base, table, field, changing }: Omit<ChangingTypeDialogProps, 'onClose'>) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const { type, done, total } = changing
  const [share, setShare] = useState(total > 0 ? Math.min(1, done / total) : 0)
  // Somebody else may have come first: what is true now is asked after a refusal, too.
  const goOn = useAction(async () => {
    if (isComputing(field)) {
      const computed = await toTheEnd(() => bases.changeFormula(field.id, null), setShare)
      await cache.refreshBase(base)
      return computed
    }
    const result = await toTheEnd(() => bases.changeType(field.id, type, {}), setShare)
    if (result.ok && result.value.kept)
      noteTypeChange({ bases, cache, base, table: table.id }, field, result.value)
    await cache.refreshBase(base)
    return result
  })
  const giveUp = useAction(async () => {
    const result = await bases.cancelTypeChange(field.id)
    await cache.refreshBase(base)
    return result
  })
  return { goOn, giveUp, share }
}
