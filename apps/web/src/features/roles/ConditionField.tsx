import type { BaseSchema, Table } from '@plinth/domain'
import { isUsable } from '@plinth/expression'
import { ExpressionField } from '../../lib/expression/ExpressionField.tsx'
import { MatchingCount } from './MatchingCount.tsx'
import type { Condition } from './use-condition.ts'

export interface ConditionFieldProps {
  schema: BaseSchema
  table: Table
  condition: Condition
  onSubmit: () => void
  autoFocus?: boolean
}

/** A condition with the number of records for which it is true. */
export function ConditionField({ schema, table, condition, onSubmit, ...focus }: ConditionFieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <ExpressionField
        label="Condition"
        placeholder={exampleFor(table)}
        fields={table.fields}
        value={condition.text}
        onChange={condition.type}
        problems={condition.problems}
        onSubmit={onSubmit}
        {...focus}
      />
      <MatchingCount schema={schema} table={table} rule={condition.settled} />
    </div>
  )
}

/** A condition over a field that the table has. */
function exampleFor(table: Table): string {
  const fields = table.fields.filter((field) => isUsable(field))
  const choice = fields.find(({ options }) => options.options?.length)
  if (choice) return `{${choice.name}} = "${choice.options.options![0]!.label}"`
  const number = fields.find(({ type }) => type === 'integer' || type === 'number')
  if (number) return `{${number.name}} > 1000`
  return `is_filled({${fields[0]?.name ?? 'Field'}})`
}
