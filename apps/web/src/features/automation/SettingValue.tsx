import {
  type Field,
  type FieldTypeName,
  isNumeric,
  labelOfPerson,
  type OptionId,
  type RecordId,
} from '@plinth/domain'
import { RecordChooser } from '../../lib/records/RecordChooser.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { SettingDraft } from './automation-draft.ts'
import { useEditing } from './editor-context.ts'
import { ManyChoice } from './ManyChoice.tsx'
import { ProblemLine } from './ProblemLine.tsx'
import { editorOf } from './settable-fields.ts'

export interface SettingValueProps {
  field: Field
  setting: SettingDraft
  onChange: (setting: SettingDraft) => void
  problem: string | undefined
}

const placeholders: Partial<Record<FieldTypeName, string>> = {
  percent: '12.5 %',
  duration: '1:30',
  currency: '12.50',
  email: 'name@example.org',
  url: 'https://example.org',
}

/** The value that a field becomes, typed or chosen as its type asks for. */
export function SettingValue({ field, setting, onChange, problem }: SettingValueProps) {
  const { schema, people, values } = useEditing()
  const label = `Value of ${field.name}`
  const [first = null] = setting.chosen
  const choose = (id: string) => onChange({ ...setting, chosen: [id] })
  const error = problem ? { errorMessage: problem } : {}
  switch (editorOf(field)) {
    case 'typed':
      return <TypedValue {...{ field, setting, onChange, label, error }} />
    case 'checkbox':
      return (
        <Select<string>
          label={label}
          isLabelHidden
          options={[
            { id: 'true', label: 'Checked' },
            { id: 'false', label: 'Not checked' },
          ]}
          value={first ?? 'false'}
          onChange={choose}
          {...error}
        />
      )
    case 'option':
      return (
        <Select<string>
          label={label}
          isLabelHidden
          placeholder="Choose an option…"
          options={(field.options.options ?? []).map((one) => ({ id: one.id as string, label: one.label }))}
          value={first}
          onChange={choose}
          {...error}
        />
      )
    case 'person':
      return (
        <Select<string>
          label={label}
          isLabelHidden
          placeholder="Choose a person…"
          options={people.map((one) => ({ id: one.id as string, label: labelOfPerson(one, people) }))}
          value={first}
          onChange={choose}
          {...error}
        />
      )
    case 'options':
      return (
        <>
          <ManyChoice<OptionId>
            label={label}
            placeholder="Choose options…"
            choices={field.options.options ?? []}
            chosen={setting.chosen as readonly OptionId[]}
            onChange={(chosen) => onChange({ ...setting, chosen })}
          />
          <ProblemLine text={problem} />
        </>
      )
    case 'links': {
      const target = schema.tables.find(({ id }) => id === field.options.target)
      if (!target) return null
      return (
        <RecordChooser
          label={label}
          table={target}
          chosen={setting.chosen as readonly RecordId[]}
          isMany={field.options.single !== true}
          values={values}
          onChange={(chosen) => onChange({ ...setting, chosen })}
          errorMessage={problem}
        />
      )
    }
  }
}

function TypedValue(
  props: Omit<SettingValueProps, 'problem'> & { label: string; error: { errorMessage?: string } },
) {
  const { field, setting, onChange, label, error } = props
  const typed = {
    label,
    isLabelHidden: true,
    value: setting.text,
    onChange: (text: string) => onChange({ ...setting, text }),
    ...error,
  }
  if (field.type === 'long_text' || field.type === 'json') return <TextArea rows={3} {...typed} />
  const placeholder = placeholders[field.type] ?? (isNumeric(field.type) ? 'A number' : 'A value')
  return <TextField autoComplete="off" placeholder={placeholder} {...typed} />
}
