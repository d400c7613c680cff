import {
  type BaseSchema,
  type RecordAction,
  type Role,
  type RuleTree,
  recordActions,
  type Table,
} from '@plinth/domain'
import { useState } from 'react'
import { ConditionField } from '../../lib/expression/ConditionField.tsx'
import { useCondition } from '../../lib/expression/use-condition.ts'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { grantOf } from './grant-of.ts'
import { actionNames, roleName } from './role-words.ts'
import { useSetGrant } from './use-roles.ts'
import { useRuleCount } from './use-rule-count.ts'

export interface RuleDialogProps {
  schema: BaseSchema
  role: Role
  table: Table
  action: RecordAction
  onClose: () => void
}

/** The condition under which a role reaches records of a table, for one action or several. */
export default function RuleDialog({ schema, role, table, action, onClose }: RuleDialogProps) {
  const counting = useRuleCount(schema, table)
  const condition = useCondition(table.fields, grantOf(role, table, action).rule)
  const [actions, setActions] = useState<readonly RecordAction[]>(() => actionsWith(role, table, action))
  const save = useAction(useSaveRule(schema, role, table))

  const submit = async () => {
    const rule = condition.ask()
    if (!rule || actions.length === 0) return
    const result = await save.run(rule, actions)
    if (result.ok) onClose()
  }
  return (
    <FormDialog
      title={`Records of ${table.name}`}
      description={`The role “${roleName(role)}” reaches those for which this is true.`}
      actionLabel="Save rule"
      action={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <ConditionField
        fields={table.fields}
        counting={counting}
        condition={condition}
        onSubmit={() => void submit()}
        {...firstFocus}
      />
      <ActionBoxes actions={actions} onChange={setActions} />
    </FormDialog>
  )
}

function ActionBoxes(props: {
  actions: readonly RecordAction[]
  onChange: (actions: readonly RecordAction[]) => void
}) {
  const { actions, onChange } = props
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Holds for</legend>
      <div className="flex flex-wrap gap-x-5">
        {recordActions.map((one) => (
          <Checkbox
            key={one}
            isSelected={actions.includes(one)}
            onChange={(isOn) =>
              onChange(recordActions.filter((each) => (each === one ? isOn : actions.includes(each))))
            }
          >
            {actionNames[one]}
          </Checkbox>
        ))}
      </div>
      {actions.length === 0 && <p className="text-xs text-danger-text">Choose what the rule is for.</p>}
    </fieldset>
  )
}

/** Every action of the list gets the rule, one call each; the first refusal ends it. */
function useSaveRule(schema: BaseSchema, role: Role, table: Table) {
  const setGrant = useSetGrant(schema, role)
  return async (rule: RuleTree, actions: readonly RecordAction[]) => {
    for (const action of actions) {
      const result = await setGrant(table, action, { scope: 'rules', rule })
      if (!result.ok) return result
    }
    return { ok: true as const, value: null }
  }
}

/** The actions that have this rule already; for a new rule, what changes with reading goes along. */
function actionsWith(role: Role, table: Table, action: RecordAction): readonly RecordAction[] {
  const { rule } = grantOf(role, table, action)
  if (!rule) return [action]
  const same = JSON.stringify(rule)
  return recordActions.filter((one) => JSON.stringify(grantOf(role, table, one).rule) === same)
}
