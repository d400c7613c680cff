import {
  type BaseSchema,
  type RecordAction,
  type Role,
  type RuleTree,
  recordActions,
  type Table,
} from '@plinth/domain'
import { type Problem, parseExpression, printExpression, readAst } from '@plinth/expression'
import { useState } from 'react'
import { ExpressionField } from '../../lib/expression/ExpressionField.tsx'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { useAction } from '../../lib/use-action.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { firstFocus } from '../../ui/first-focus.ts'
import { MatchingCount } from './MatchingCount.tsx'
import { actionNames, roleName } from './role-words.ts'
import { grantOf, useSetGrant } from './use-roles.ts'

export interface RuleDialogProps {
  schema: BaseSchema
  role: Role
  table: Table
  action: RecordAction
  onClose: () => void
}

const expects = { kind: 'boolean' } as const

/** The condition under which a role reaches records of a table, for one action or several. */
export default function RuleDialog({ schema, role, table, action, onClose }: RuleDialogProps) {
  const stored = grantOf(role, table, action).rule
  const [text, setText] = useState(() => textOf(stored, table))
  const [actions, setActions] = useState<readonly RecordAction[]>(() => actionsWith(role, table, action))
  const [isAsked, setAsked] = useState(false)
  const settled = useDebounced(text, 400)
  const save = useAction(useSaveRule(schema, role, table))
  const parsed = parseExpression(text, { fields: table.fields, expects })
  const isFresh = settled !== text && !isAsked
  const problems: readonly Problem[] =
    parsed.ok || isFresh || (text.trim() === '' && !isAsked) ? [] : parsed.error
  const settledRule = parseExpression(settled, { fields: table.fields, expects })

  const submit = async () => {
    setAsked(true)
    if (!parsed.ok || actions.length === 0) return
    const result = await save.run(parsed.value.ast as unknown as RuleTree, actions)
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
      <div className="flex flex-col gap-1">
        <ExpressionField
          label="Condition"
          placeholder={exampleFor(table)}
          fields={table.fields}
          value={text}
          onChange={(value) => {
            setText(value)
            setAsked(false)
          }}
          problems={problems}
          onSubmit={() => void submit()}
          {...firstFocus}
        />
        <MatchingCount
          schema={schema}
          table={table}
          rule={settledRule.ok ? (settledRule.value.ast as unknown as RuleTree) : null}
        />
      </div>
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
      const result = await setGrant(table, action, 'rules', rule)
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

function textOf(rule: RuleTree | null, table: Table): string {
  const tree = rule && readAst(rule)
  return tree?.ok ? printExpression(tree.value, table.fields) : ''
}

/** A condition over a field that the table has. */
function exampleFor({ fields }: Table): string {
  const choice = fields.find(({ type, options }) => type === 'single_select' && options.options?.length)
  if (choice) return `{${choice.name}} = "${choice.options.options![0]!.label}"`
  const number = fields.find(({ type }) => type === 'integer' || type === 'number')
  if (number) return `{${number.name}} > 1000`
  return `is_filled({${fields[0]?.name ?? 'Field'}})`
}
