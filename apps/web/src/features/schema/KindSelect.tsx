import { type FieldTypeName, fieldTypeNames, fieldTypes } from '@plinth/domain'
import { Combine, Hash, Search, SquareFunction } from 'lucide-react'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { Select } from '../../ui/Select.tsx'
import type { RollupKind } from './rollup/rollup-draft.ts'

/** What people choose between: the types of values that they write, and what is computed. */
export type FieldKind = FieldTypeName | 'formula' | RollupKind

export const isRollup = (kind: FieldKind): kind is RollupKind =>
  kind === 'lookup' || kind === 'rollup' || kind === 'count'

const typeOptions = fieldTypeNames.map((id) => ({
  id,
  label: fieldTypes[id].label,
  description: fieldTypes[id].description,
  icon: <FieldIcon type={id} />,
}))

const kindOptions = [
  ...typeOptions,
  {
    id: 'formula' as const,
    label: 'Formula',
    description: 'Computed from other fields of the record.',
    icon: <SquareFunction aria-hidden className="size-4" />,
  },
  {
    id: 'lookup' as const,
    label: 'Lookup',
    description: 'Shows a field of the linked records.',
    icon: <Search aria-hidden className="size-4" />,
  },
  {
    id: 'rollup' as const,
    label: 'Rollup',
    description: 'Sums, averages and more over the linked records.',
    icon: <Combine aria-hidden className="size-4" />,
  },
  {
    id: 'count' as const,
    label: 'Count',
    description: 'How many records are linked, all or some of them.',
    icon: <Hash aria-hidden className="size-4" />,
  },
]

interface KindSelectProps {
  value: FieldKind
  onChange: (kind: FieldKind) => void
  isDisabled?: boolean
}

/** Of a field that is made, or (closed) that is there. */
export function KindSelect({ value, onChange, isDisabled = false }: KindSelectProps) {
  const note =
    value === 'formula' || isRollup(value)
      ? 'What is computed stays so. To keep its values, export them.'
      : 'To change it, choose “Change type” in the menu of the field.'
  return (
    <Select
      label="Type"
      options={kindOptions}
      value={value}
      onChange={onChange}
      isDisabled={isDisabled}
      {...(isDisabled ? { description: note } : {})}
    />
  )
}

/** The type of a field of a table that is being made. */
export function TypeSelect({
  value,
  onChange,
  isLabelHidden = false,
  label = 'Type',
  without,
}: {
  value: FieldTypeName
  onChange: (type: FieldTypeName) => void
  isLabelHidden?: boolean
  label?: string
  /** A type that cannot be chosen here. */
  without?: FieldTypeName
}) {
  return (
    <Select
      label={label}
      isLabelHidden={isLabelHidden}
      options={without ? typeOptions.filter(({ id }) => id !== without) : typeOptions}
      value={value}
      onChange={onChange}
    />
  )
}
