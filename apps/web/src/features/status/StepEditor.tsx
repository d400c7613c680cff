import {
  type FieldId,
  limits,
  type OptionId,
  type Role,
  type RoleId,
  type SelectOption,
  type Table,
} from '@plinth/domain'
import { isUsable } from '@plinth/expression'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ExpressionField } from '../../lib/expression/ExpressionField.tsx'
import { roleName } from '../../lib/role-name.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { conditionProblems, type StepDraft } from './workflow-draft.ts'

export interface StepEditorProps {
  table: Table
  /** The field of states itself. */
  field: FieldId
  states: readonly SelectOption[]
  roles: readonly Role[]
  step: StepDraft
  onChange: (step: StepDraft) => void
  onRemove: () => void
  onSubmit: () => void
}

const anyState = 'any'

/** Everything about one step. */
export function StepEditor(props: StepEditorProps) {
  const { table, field, states, roles, step, onChange, onRemove, onSubmit } = props
  const settled = useDebounced(step.condition, 400)
  // Who does not see a field could not fill it in.
  const otherFields = table.fields.filter((one) => one.id !== field && isUsable(one))
  const options = states.map(({ id, label }) => ({ id: id as string, label }))
  return (
    <div className="flex flex-col gap-4 border-t border-line p-4">
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label="Name of the step"
          value={step.name}
          onChange={(name) => onChange({ ...step, name })}
          maxLength={limits.nameLength}
          {...firstFocus}
        />
        <Select
          label="From"
          options={[{ id: anyState, label: 'Any state' }, ...options]}
          value={step.from ?? anyState}
          onChange={(id) => onChange({ ...step, from: id === anyState ? null : (id as OptionId) })}
        />
        <Select
          label="To"
          options={options}
          value={step.to as string}
          onChange={(id) => onChange({ ...step, to: id as OptionId })}
        />
      </div>
      <WhoMay roles={roles} step={step} onChange={onChange} />
      <Boxes legend="Fields that must be filled">
        {otherFields.map(({ id, name }) => (
          <Checkbox
            key={id}
            isSelected={step.requires.includes(id)}
            onChange={(isOn) =>
              onChange({
                ...step,
                requires: isOn ? [...step.requires, id] : step.requires.filter((one) => one !== id),
              })
            }
          >
            {name}
          </Checkbox>
        ))}
      </Boxes>
      <ExpressionField
        label="Condition (optional)"
        fields={table.fields}
        value={step.condition}
        onChange={(condition) => onChange({ ...step, condition })}
        problems={settled === step.condition ? conditionProblems(settled, table) : []}
        onSubmit={onSubmit}
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Checkbox isSelected={step.fourEyes} onChange={(fourEyes) => onChange({ ...step, fourEyes })}>
          Needs a second person
        </Checkbox>
        <Button size="sm" variant="ghost" icon={<Trash2 aria-hidden />} onPress={onRemove}>
          Remove step
        </Button>
      </div>
    </div>
  )
}

function WhoMay({ roles, step, onChange }: Pick<StepEditorProps, 'roles' | 'step' | 'onChange'>) {
  const chosen = step.roles ?? []
  const choices: readonly { id: RoleId | 'creator'; label: string }[] = [
    { id: 'creator', label: 'Creator' },
    ...roles.map((role) => ({ id: role.id, label: roleName(role) })),
  ]
  return (
    <Boxes legend="Who may take it">
      <Checkbox
        isSelected={step.roles === null}
        onChange={(isOn) => onChange({ ...step, roles: isOn ? null : [] })}
      >
        Everybody who may change the record
      </Checkbox>
      {choices.map(({ id, label }) => (
        <Checkbox
          key={id}
          isSelected={chosen.includes(id)}
          onChange={(isOn) =>
            onChange({ ...step, roles: isOn ? [...chosen, id] : chosen.filter((one) => one !== id) })
          }
        >
          {label}
        </Checkbox>
      ))}
    </Boxes>
  )
}

function Boxes({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-x-5">{children}</div>
    </fieldset>
  )
}
