import type { Field, FieldId } from '@plinth/domain'
import { Select } from '../../../ui/Select.tsx'
import { FieldIcon } from '../FieldIcon.tsx'

/** Which field. */
export function FieldSelect({
  label,
  fields,
  value,
  className,
  onChange,
}: {
  label: string
  fields: readonly Field[]
  value: FieldId
  className?: string
  onChange: (field: FieldId) => void
}) {
  return (
    <Select
      label={label}
      isLabelHidden
      options={fields.map(({ id, name, type }) => ({ id, label: name, icon: <FieldIcon type={type} /> }))}
      value={value}
      onChange={onChange}
      {...(className ? { className } : {})}
    />
  )
}
