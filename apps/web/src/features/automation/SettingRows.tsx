import type { Field, FieldId, Table } from '@plinth/domain'
import { typeOfField } from '@plinth/expression'
import { Plus, X } from 'lucide-react'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Select } from '../../ui/Select.tsx'
import { emptySetting, type SettingDraft, type SettingKind } from './automation-draft.ts'
import { ExpressionText } from './ExpressionText.tsx'
import { useEditing } from './editor-context.ts'
import { ProblemLine } from './ProblemLine.tsx'
import { SettingValue } from './SettingValue.tsx'
import { isSettable, settingKinds } from './settable-fields.ts'

/** Fields and what each becomes. */
export function SettingRows(props: {
  table: Table
  settings: readonly SettingDraft[]
  onChange: (settings: readonly SettingDraft[]) => void
}) {
  const { table, settings, onChange } = props
  const free = table.fields.filter(
    (field) => isSettable(field) && !settings.some((setting) => setting.field === field.id),
  )
  return (
    <div className="flex flex-col items-start gap-3">
      {settings.length > 0 && (
        <ul aria-label={`Fields of ${table.name}`} className="flex w-full flex-col gap-4">
          {settings.map((setting, at) => (
            <SettingRow
              key={setting.id}
              {...{ table, setting, free }}
              onChange={(changed) => onChange(settings.with(at, changed))}
              onRemove={() => onChange(settings.toSpliced(at, 1))}
            />
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Plus aria-hidden />}
          onPress={() => onChange([...settings, emptySetting()])}
        >
          Add a field
        </Button>
      )}
    </div>
  )
}

interface SettingRowProps {
  table: Table
  setting: SettingDraft
  free: readonly Field[]
  onChange: (setting: SettingDraft) => void
  onRemove: () => void
}

const kindNames = (field: Field): Record<SettingKind, string> => ({
  value: field.type === 'link' ? 'Records that are there' : 'This value',
  moment: field.type === 'date' ? 'The day on which it runs' : 'The moment at which it runs',
  expression: 'What is computed',
  empty: 'Nothing',
  record: 'The record that it runs for',
})

function SettingRow({ table, setting, free, onChange, onRemove }: SettingRowProps) {
  const { table: own, problems } = useEditing()
  const field = table.fields.find(({ id }) => id === setting.field)
  const options = table.fields.filter((one) => one.id === field?.id || free.includes(one))
  const choose = (id: FieldId) => {
    const next = table.fields.find((one) => one.id === id)
    if (id !== setting.field && next) {
      const [kind = 'value'] = settingKinds(next, own.id)
      onChange({ ...emptySetting(id), id: setting.id, kind })
    }
  }
  const name = field?.name ?? 'this field'
  const problem = problems.get(setting.id)
  // Which tells by itself what is wrong.
  const hasEditor = setting.kind === 'value' || setting.kind === 'expression'
  return (
    <li className="flex flex-col gap-2">
      <div className="flex items-start gap-2">
        <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
          <Select<FieldId>
            label="Field"
            isLabelHidden
            placeholder="Choose a field…"
            options={options.map(({ id, name: label, type }) => ({
              id,
              label,
              icon: <FieldIcon type={type} />,
            }))}
            value={field?.id ?? null}
            onChange={choose}
          />
          {field && (
            <Select<SettingKind>
              label={`What ${name} becomes`}
              isLabelHidden
              options={settingKinds(field, own.id).map((id) => ({ id, label: kindNames(field)[id] }))}
              value={setting.kind}
              onChange={(kind) => onChange({ ...setting, kind, text: '', chosen: [] })}
            />
          )}
        </div>
        <IconButton label={`Take ${name} out`} icon={<X aria-hidden />} size="md" onPress={onRemove} />
      </div>
      {field && setting.kind === 'value' && <SettingValue {...{ field, setting, onChange, problem }} />}
      {field && setting.kind === 'expression' && (
        <ExpressionText
          label={`${name} is computed`}
          value={setting.text}
          onChange={(text) => onChange({ ...setting, text })}
          expects={typeOfField(field)}
          problem={problem}
        />
      )}
      {!(field && hasEditor) && <ProblemLine text={problem} />}
    </li>
  )
}
