import { type FieldTypeName, fieldTypes, type SelectOption } from '@plinth/domain'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type DefaultDraft, noDefault } from './default-draft.ts'

export interface DefaultFieldProps {
  type: FieldTypeName
  options: readonly SelectOption[]
  value: DefaultDraft
  onChange: (value: DefaultDraft) => void
  errorMessage?: string | undefined
}

const label = 'Default'
const description = 'What a new record has here. Records that are there stay as they are.'

/** What a new record has in a field: nothing, a value, or the day or moment at which it is made. */
export function DefaultField({ type, options, value, onChange, errorMessage }: DefaultFieldProps) {
  const choices = choicesOf(type, options)
  const error = errorMessage ? { errorMessage } : {}
  const onText = (text: string) => onChange(text === '' ? noDefault : { kind: 'value', text })
  if (fieldTypes[type].defaults.length === 0) return null
  if (choices) {
    return (
      <Select
        label={label}
        description={description}
        options={[{ id: '', label: 'None' }, ...choices]}
        value={value.text}
        onChange={onText}
      />
    )
  }
  if (type === 'person') {
    return (
      <Select
        label={label}
        description={description}
        options={[{ id: 'none', label: 'None' } as const, { id: 'me', label: 'Who makes it' } as const]}
        value={value.kind === 'me' ? 'me' : 'none'}
        onChange={(kind) => onChange({ kind, text: '' })}
      />
    )
  }
  if (type === 'date' || type === 'datetime') {
    return <MomentDefault {...{ type, value, onChange, error }} />
  }
  const about = type === 'multi_select' ? `${description} Several options with commas between.` : description
  const props = { label, description: about, value: value.text, onChange: onText, ...error }
  return type === 'long_text' ? <TextArea rows={2} {...props} /> : <TextField autoComplete="off" {...props} />
}

function choicesOf(type: FieldTypeName, options: readonly SelectOption[]) {
  if (type === 'single_select')
    return options.map(({ id, label: text }) => ({ id: id as string, label: text }))
  if (type !== 'checkbox') return null
  return [
    { id: 'true', label: 'Checked' },
    { id: 'false', label: 'Not checked' },
  ]
}

function MomentDefault({
  type,
  value,
  onChange,
  error,
}: {
  type: 'date' | 'datetime'
  value: DefaultDraft
  onChange: (value: DefaultDraft) => void
  error: { errorMessage?: string }
}) {
  const moment =
    type === 'date'
      ? ({ id: 'today', label: 'The day on which it is made' } as const)
      : ({ id: 'now', label: 'The moment at which it is made' } as const)
  const fixed = type === 'date' ? 'A day' : 'A day and time'
  return (
    <>
      <Select
        label={label}
        description={description}
        options={[{ id: 'none', label: 'None' } as const, moment, { id: 'value', label: fixed } as const]}
        value={value.kind}
        onChange={(kind) => onChange({ kind, text: '' })}
      />
      {value.kind === 'value' && (
        <TextField
          label={fixed}
          value={value.text}
          onChange={(text) => onChange({ kind: 'value', text })}
          autoComplete="off"
          {...error}
        />
      )}
    </>
  )
}
