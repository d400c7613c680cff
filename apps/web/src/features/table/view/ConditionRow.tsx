import { type FilterCondition, type FilterOperator, isComplete, isKept, operatorsOf } from '@plinth/domain'
import { Select } from '../../../ui/Select.tsx'
import { useTable } from '../table-context.ts'
import { ConditionValue } from './ConditionValue.tsx'
import { FieldSelect } from './FieldSelect.tsx'
import { newCondition, operatorWords, withOperator } from './filter-words.ts'

/** One condition: a field, how it is compared, and with what. */
export function ConditionRow({
  condition,
  onChange,
}: {
  condition: FilterCondition
  onChange: (condition: FilterCondition) => void
}) {
  const { table } = useTable()
  const field = table.fields.find(({ id }) => id === condition.field)
  if (!field) return null
  const operators = operatorsOf(field.type)
  return (
    <div className="flex min-w-0 flex-wrap items-start gap-1.5">
      <FieldSelect
        label="Field"
        fields={table.fields.filter(isKept)}
        value={field.id}
        className="w-44 max-sm:flex-[1_1_9rem]"
        onChange={(id) => {
          const next = table.fields.find((one) => one.id === id)
          if (next && next.id !== field.id) onChange(newCondition(next))
        }}
      />
      {operators.length > 1 && (
        <Select<FilterOperator>
          label={`How ${field.name} is compared`}
          isLabelHidden
          options={operators.map((id) => ({ id, label: operatorWords(field.type, id) }))}
          value={condition.operator}
          onChange={(operator) => onChange(withOperator(condition, operator, field.type))}
          className="w-40 max-sm:flex-[1_1_9rem]"
        />
      )}
      <ConditionValue
        key={`${field.id} ${condition.operator}`}
        field={field}
        condition={condition}
        onChange={(value) =>
          onChange({
            field: condition.field,
            operator: condition.operator,
            ...(value === undefined ? {} : { value }),
          })
        }
      />
      {!isComplete(condition) && (
        <p className="basis-full px-1 text-xs text-ink-muted">Not complete yet: filters nothing.</p>
      )}
    </div>
  )
}
