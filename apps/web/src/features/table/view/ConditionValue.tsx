/** With what a condition compares: an editor for each type of field. */
import {
  appError,
  type CellValue,
  err,
  type Field,
  type FieldTypeName,
  type FilterCondition,
  type FilterValue,
  fieldTypes,
  isNumeric,
  ok,
  type Result,
  readAutonumber,
  type ValueContext,
} from '@plinth/domain'
import { useEffect, useEffectEvent } from 'react'
import { describeError } from '../../../lib/describe-error.ts'
import { Select } from '../../../ui/Select.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useTable } from '../table-context.ts'
import { ChoiceValue } from './ChoiceValue.tsx'
import { LinkedValue } from './LinkedValue.tsx'
import { PeriodValue, TimeValue } from './TimeValue.tsx'
import { useTyped } from './use-typed.ts'

export interface ValueProps {
  field: Field
  condition: FilterCondition
  /** Nothing: there is nothing to compare with. */
  onChange: (value: FilterValue | undefined) => void
}

export function ConditionValue(props: ValueProps) {
  const { field, condition, onChange } = props
  const { operator, value } = condition
  if (operator === 'empty' || operator === 'not_empty') return null
  switch (field.type) {
    case 'checkbox':
      return (
        <Select<'on' | 'off'>
          label={`Value of ${field.name}`}
          isLabelHidden
          options={[
            { id: 'on', label: 'is checked' },
            { id: 'off', label: 'is not checked' },
          ]}
          value={value === false ? 'off' : 'on'}
          onChange={(next) => onChange(next === 'on')}
          className="w-40 max-sm:flex-[1_1_9rem]"
        />
      )
    case 'date':
    case 'datetime':
    case 'created_time':
    case 'changed_time':
      return operator === 'within' ? <PeriodValue {...props} /> : <TimeValue {...props} />
    case 'single_select':
    case 'multi_select':
    case 'status':
    case 'person':
    case 'created_by':
    case 'changed_by':
      return <ChoiceValue {...props} />
    case 'link':
      return operator === 'any_of' || operator === 'none_of' ? (
        <LinkedValue {...props} />
      ) : (
        <TypedCondition {...props} />
      )
    default:
      return <TypedCondition {...props} />
  }
}

/** A pause in typing, after which the records are asked for. */
const pauseMs = 300

/** A number with a fraction compares whole ones and points too. */
const comparedType = ({ type }: Field) =>
  type === 'integer' || type === 'rating' ? fieldTypes.number : fieldTypes[type]

/** Numbers that nobody writes are compared all the same. */
function comparedNumber(text: string, field: Field, values: ValueContext): Result<CellValue> {
  if (field.type !== 'autonumber' || text.trim() === '')
    return comparedType(field).parseText(text, field, values)
  const number = readAutonumber(text, field)
  return number === null
    ? err(appError('value_invalid', { hint: 'Type a number of this field.' }))
    : ok(number)
}

const placeholders: Partial<Record<FieldTypeName, string>> = {
  percent: '12.5 %',
  duration: '1:30',
  currency: '12.50',
  autonumber: '42',
}

/** Text, or a number. */
function TypedCondition({ field, condition, onChange }: ValueProps) {
  const { values } = useTable()
  const type = fieldTypes[field.type]
  const isNumber = isNumeric(field.type)
  const { value } = condition
  const {
    shown: text,
    show: setText,
    send,
  } = useTyped(value, (now) =>
    typeof now === 'number' ? type.editText(now, field, values) : typeof now === 'string' ? now : '',
  )
  const parsed = isNumber ? comparedNumber(text, field, values) : null
  const isWrong = parsed !== null && !parsed.ok
  const tell = useEffectEvent((typed: string) => {
    const next =
      parsed === null ? typed : parsed.ok && typeof parsed.value === 'number' ? parsed.value : undefined
    const wanted = next === '' ? undefined : next
    if (wanted === value) return
    send(wanted)
    onChange(wanted)
  })
  useEffect(() => {
    const timer = setTimeout(() => tell(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextField
      label={`Value of ${field.name}`}
      isLabelHidden
      placeholder={placeholders[field.type] ?? (isNumber ? 'A number' : 'Text')}
      value={text}
      onChange={setText}
      onBlur={() => tell(text)}
      className="min-w-32 flex-1"
      {...(isWrong ? { errorMessage: describeError(parsed.error).text } : {})}
    />
  )
}
