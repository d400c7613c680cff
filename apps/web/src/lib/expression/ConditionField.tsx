import { type ExpressionField as FieldInScope, isUsable } from '@plinth/expression'
import { ExpressionField } from './ExpressionField.tsx'
import { type Counting, MatchingCount } from './MatchingCount.tsx'
import type { Condition } from './use-condition.ts'

export interface ConditionFieldProps {
  /** Of the table, as the condition sees them. */
  fields: readonly FieldInScope[]
  counting: Counting
  condition: Condition
  onSubmit: () => void
  autoFocus?: boolean
}

/** A condition with the number of records for which it is true. */
export function ConditionField({ fields, counting, condition, onSubmit, ...focus }: ConditionFieldProps) {
  return (
    <div className="flex flex-col gap-1">
      <ExpressionField
        label="Condition"
        placeholder={exampleFor(fields)}
        fields={fields}
        value={condition.text}
        onChange={condition.type}
        problems={condition.problems}
        onSubmit={onSubmit}
        {...focus}
      />
      <MatchingCount counting={counting} rule={condition.settled} />
    </div>
  )
}

/** A condition over a field that the table has. */
export function exampleFor(all: readonly FieldInScope[]): string {
  const fields = all.filter((field) => isUsable(field))
  const choice = fields.find(({ options }) => options?.options?.length)
  if (choice) return `{${choice.name}} = "${choice.options!.options![0]!.label}"`
  const number = fields.find(({ type }) => type === 'integer' || type === 'number')
  if (number) return `{${number.name}} > 1000`
  return `is_filled({${fields[0]?.name ?? 'Field'}})`
}
