import {
  type ColorRule,
  type ColorRuleId,
  type Hue,
  hues,
  limits,
  uuidV7,
  type ViewQuery,
} from '@plinth/domain'
import { colorScope } from '@plinth/expression'
import { useMemo, useState } from 'react'
import { ConditionField } from '../../../lib/expression/ConditionField.tsx'
import { useCondition } from '../../../lib/expression/use-condition.ts'
import { FormDialog } from '../../../lib/FormDialog.tsx'
import { firstFocus } from '../../../ui/first-focus.ts'
import { HuePicker } from '../../../ui/HuePicker.tsx'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { FieldIcon } from '../FieldIcon.tsx'
import { useTable } from '../table-context.ts'
import { useView } from '../view/table-view.ts'

export interface ColorRuleDialogProps {
  /** Null: a new one. */
  rule: ColorRule | null
  /** The records among which those are counted that it colours. */
  query: ViewQuery
  onSave: (rule: ColorRule) => void
  onClose: () => void
}

/** When records are coloured, and how; stored with the view. */
export default function ColorRuleDialog({ rule, query, onSave, onClose }: ColorRuleDialogProps) {
  const { table, backend } = useTable()
  const { colors } = useView().config
  const fields = useMemo(() => colorScope(table.fields).fields, [table.fields])
  const condition = useCondition(fields, rule?.when ?? null)
  const [name, setName] = useState(rule?.name ?? '')
  const [hue, setHue] = useState<Hue>(rule?.hue ?? freeHue(colors))
  const [paints, setPaints] = useState<ColorRule['paints']>(rule?.paints ?? 'row')
  const submit = () => {
    const when = condition.ask()
    if (!when) return
    const id = rule?.id ?? (uuidV7() as ColorRuleId)
    onSave({ id, name: name.trim() || nameOf(condition.text), when, hue, paints })
  }
  return (
    <FormDialog
      title={rule ? 'Edit colour rule' : 'New colour rule'}
      description="Records for which the condition is true have this colour."
      actionLabel={rule ? 'Save rule' : 'Add rule'}
      onSubmit={submit}
      onClose={onClose}
    >
      <ConditionField
        fields={fields}
        counting={{
          key: ['colors', query],
          ask: (when) => backend.rows.countWhen(query, when),
        }}
        condition={condition}
        onSubmit={submit}
        {...firstFocus}
      />
      <HuePicker label="Colour" value={hue} onChange={setHue} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="What it means"
          value={name}
          onChange={setName}
          placeholder={nameOf(condition.text) || 'Overdue'}
          maxLength={limits.nameLength}
        />
        <Select
          label="Colours"
          options={[
            { id: 'row', label: 'The whole record' },
            ...table.fields.map(({ id, name: label, type }) => ({
              id: id as string,
              label,
              icon: <FieldIcon type={type} />,
            })),
          ]}
          value={paints}
          onChange={(id) => setPaints(id as ColorRule['paints'])}
        />
      </div>
    </FormDialog>
  )
}

/** Without a name of its own a rule is called by its condition. */
const nameOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, limits.nameLength)

/** The first hue that no rule has. */
const freeHue = (colors: readonly ColorRule[]): Hue =>
  hues.find((hue) => hue !== 'stone' && colors.every((one) => one.hue !== hue)) ?? 'red'
