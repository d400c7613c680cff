import { fieldTypes, limits, mostPoints } from '@plinth/domain'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { CurrencySelect } from './CurrencySelect.tsx'
import { type FieldDraft, hasDecimals, optionsOfDraft } from './field-draft.ts'

const decimalOptions = [
  { id: 'any', label: 'As many as the value has' },
  ...Array.from({ length: 11 }, (_, count) => ({
    id: String(count),
    label: count === 0 ? 'None' : String(count),
  })),
]

const pointOptions = Array.from({ length: mostPoints }, (_, at) => ({
  id: String(at + 1),
  label: at === 0 ? '1 star' : `${at + 1} stars`,
}))

const unitOptions = [
  { id: 'minute', label: 'Hours and minutes, 1:30' },
  { id: 'second', label: 'Hours, minutes and seconds, 1:30:00' },
] as const

/** What a field of numbers says of how they are shown, and how far they go. */
export function NumberOptions({
  draft,
  onChange,
}: {
  draft: FieldDraft
  onChange: (draft: FieldDraft) => void
}) {
  if (hasDecimals(draft.type)) {
    return (
      <Select
        label="Digits after the point"
        options={decimalOptions}
        value={draft.decimals === null ? 'any' : String(draft.decimals)}
        onChange={(id) => onChange({ ...draft, decimals: id === 'any' ? null : Number(id) })}
      />
    )
  }
  if (draft.type === 'currency') {
    return <CurrencySelect value={draft.currency} onChange={(currency) => onChange({ ...draft, currency })} />
  }
  if (draft.type === 'rating') {
    return (
      <Select
        label="Best rating"
        options={pointOptions}
        value={String(draft.max)}
        onChange={(id) => onChange({ ...draft, max: Number(id) })}
      />
    )
  }
  if (draft.type === 'autonumber') return <NumberLook draft={draft} onChange={onChange} />
  if (draft.type !== 'duration') return null
  return (
    <Select
      label="Shown as"
      options={unitOptions}
      value={draft.unit}
      onChange={(unit) => onChange({ ...draft, unit })}
    />
  )
}

const widthOptions = Array.from({ length: limits.numberWidth }, (_, at) => ({
  id: String(at + 1),
  label: at === 0 ? 'As it is' : `At least ${at + 1} digits`,
}))

/** How numbers that fill themselves in are written. */
function NumberLook({ draft, onChange }: { draft: FieldDraft; onChange: (draft: FieldDraft) => void }) {
  const example = fieldTypes.autonumber.toExport(42, { options: optionsOfDraft(draft) })
  return (
    <>
      <TextField
        label="Prefix"
        description={`Shown as ${example}.`}
        value={draft.prefix}
        onChange={(prefix) => onChange({ ...draft, prefix })}
        maxLength={limits.prefixLength}
        autoComplete="off"
      />
      <Select
        label="Width of the number"
        options={widthOptions}
        value={String(draft.digits)}
        onChange={(id) => onChange({ ...draft, digits: Number(id) })}
      />
    </>
  )
}
