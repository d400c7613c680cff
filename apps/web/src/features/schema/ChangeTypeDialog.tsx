import {
  type BaseId,
  type Field,
  type FieldId,
  type FieldTypeName,
  fieldTypes,
  isComputed,
  type NewTypeOptions,
  type Result,
  type Table,
  type ToLink,
  type TypeChangeStep,
  targetsOf,
  usualCurrency,
  uuidV7,
} from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { computationOf } from '../../lib/computation.ts'
import { countOf } from '../../lib/count-of.ts'
import { ErrorNote } from '../../lib/ErrorNote.tsx'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { namesBeside } from '../../lib/names-in.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { useSessionCache } from '../../lib/session-cache.ts'
import { toTheEnd } from '../../lib/to-the-end.ts'
import { noteTypeChange } from '../../lib/type-steps.ts'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Select } from '../../ui/Select.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { toast } from '../../ui/Toast.tsx'
import { ChangingTypeDialog } from './ChangingTypeDialog.tsx'
import { CurrencySelect } from './CurrencySelect.tsx'
import { typeOptions } from './KindSelect.tsx'
import { otherSideName } from './link-draft.ts'
import { ToLinkOptions } from './ToLinkOptions.tsx'
import { TypeChangeNote } from './TypeChangeNote.tsx'
import { emptyToLink, toLinkOptions } from './to-link-draft.ts'

export interface ChangeTypeDialogProps {
  base: BaseId
  table: Table
  field: Field
  onClose: () => void
}

/** Another type for a field, with what becomes of its values said before; or what to do about a change that is under way. */
export function ChangeTypeDialog(props: ChangeTypeDialogProps) {
  // As it was when the dialog opened: what begins in the dialog ends in it.
  const [changing] = useState(props.field.changing)
  return changing ? <ChangingTypeDialog {...props} changing={changing} /> : <NewTypeDialog {...props} />
}

function NewTypeDialog({ base, table, field, onClose }: ChangeTypeDialogProps) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const [type, setType] = useState<FieldTypeName | null>(null)
  const [currency, setCurrency] = useState(usualCurrency)
  const [link, setLink] = useState(emptyToLink)
  const { tables } = useBaseSchema(base)
  const linked = toLinkOptions(link, tables, field.id)
  const options = askedOptions(type, { currency, link: linked })
  const preview = useQuery({
    queryKey: ['type-change', field.id, type, linked?.target, options],
    queryFn: () => unwrap(bases.previewTypeChange(field.id, type as FieldTypeName, options ?? {})),
    enabled: type !== null && options !== null,
    // What was counted for other names stays while it is counted anew.
    placeholderData: (before, query) =>
      query?.queryKey[2] === type && query.queryKey[3] === linked?.target ? before : undefined,
    gcTime: 0,
  })
  const change = useChangeType(base, field)
  const names = namesBeside(table, tables)
  const submit = async () => {
    if (!type || !options || !preview.data || preview.isPlaceholderData) return
    const target = tables.find(({ id }) => id === linked?.target)
    const pair =
      link.isPaired && target
        ? { pair: { id: uuidV7() as FieldId, name: otherSideName(table, namesOf(target)) } }
        : {}
    const result = await change.run(type, type === 'link' ? { ...linked, ...pair } : preview.data.options)
    if (!result.ok) return
    onClose()
    if (result.value.field.type !== type || computationOf(result.value.field))
      return void toast.success(
        computationOf(field)
          ? `“${field.name}” is computed as before.`
          : `“${field.name}” keeps its type and its values.`,
        linked?.create ? { description: 'Records that were made by then stay.' } : {},
      )
    noteTypeChange({ bases, cache, base, table: table.id }, field, result.value)
    toast.success(`“${field.name}” is now of type ${fieldTypes[type].label.toLocaleLowerCase()}.`, {
      description: [
        keptWords(field).undo,
        ...(linked?.create && preview.data.missing && target
          ? [madeWords(preview.data.missing, target.name)]
          : []),
      ].join(' '),
    })
  }
  return (
    <FormDialog
      title={`Change the type of “${field.name}”`}
      description={keptWords(field).before}
      actionLabel="Change type"
      action={change}
      names={names}
      isActionDisabled={!preview.data || preview.isPlaceholderData}
      onSubmit={submit}
      onClose={change.isPending ? change.giveUp : onClose}
    >
      <Select
        {...firstFocus}
        label="New type"
        placeholder="Choose a type"
        options={typeOptions(targetsOf(field))}
        value={type}
        onChange={setType}
        isDisabled={change.isPending}
      />
      {type === 'currency' && field.type !== type && (
        <CurrencySelect value={currency} onChange={setCurrency} />
      )}
      {type === 'link' && (
        <ToLinkOptions
          {...{ table, tables, field }}
          draft={link}
          onChange={setLink}
          missing={preview.data?.missing}
          isDisabled={change.isPending}
        />
      )}
      {type && options && preview.isPending && <Skeleton className="h-10 w-full" />}
      {preview.error && <ErrorNote error={toAppError(preview.error)} names={names} />}
      {type && options && preview.data && (
        <TypeChangeNote {...{ base, table, field, type }} preview={preview.data} />
      )}
      {change.isPending && (
        <ProgressBar label={change.isGivenUp ? 'Giving it up' : 'Converting'} value={change.share * 100} />
      )}
    </FormDialog>
  )
}

const namesOf = ({ fields }: Pick<Table, 'fields'>) => fields.map(({ name }) => name)

/** What the new type is to be; null: it is not said yet. */
function askedOptions(
  type: FieldTypeName | null,
  asked: { readonly currency: string; readonly link: ToLink | null },
): NewTypeOptions | null {
  if (type === 'link') return asked.link
  return type === 'currency' ? { currency: asked.currency } : {}
}

const madeWords = (count: number, table: string) =>
  `${countOf(count, 'record')} of “${table}” ${count === 1 ? 'was' : 'were'} made.`

/** What becomes of that which the field is now, before it is changed and after that. */
function keptWords(field: Field): { readonly before: string; readonly undo: string } {
  if (computationOf(field))
    return {
      before:
        'It keeps the values that it shows, and people write them from then on. What computes them goes to the trash, and undo brings it back.',
      undo: 'Undo has it computed again. What it was computed by is in the trash of the base, too.',
    }
  // Those of records are there whatever becomes of the field.
  if (isComputed(field.type) && field.type !== 'autonumber')
    return {
      before:
        'The values are converted. What the database knows of each record stays there, and undo shows it again.',
      undo: 'Undo brings the old values back.',
    }
  return {
    before:
      'The values are converted. The old ones stay in the trash until you delete them there, and undo brings them back.',
    undo: 'Undo brings the old values back. They are in the trash of the base, too.',
  }
}

/** Answers the field as it is then: of its old type where the change was given up on the way. */
function useChangeType(base: BaseId, field: Field) {
  const { bases } = useBackend()
  const cache = useSessionCache()
  const [share, setShare] = useState(0)
  const [isGivenUp, setGivenUp] = useState(false)
  const wantsEnd = useRef(false)
  const giveUp = () => {
    wantsEnd.current = true
    setGivenUp(true)
  }
  const action = useAction(async (type: FieldTypeName, options: NewTypeOptions) => {
    wantsEnd.current = false
    setGivenUp(false)
    const step = async (): Promise<Result<TypeChangeStep>> => {
      if (!wantsEnd.current) return bases.changeType(field.id, type, options)
      const given = await bases.cancelTypeChange(field.id)
      return given.ok ? { ok: true, value: { done: 0, total: 0, field, table: null, kept: null } } : given
    }
    const result = await toTheEnd(step, setShare)
    await cache.refreshBase(base)
    return result
  })
  return { ...action, share, giveUp, isGivenUp }
}
