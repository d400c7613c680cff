import { type FieldTypeName, fieldTypeNames, fieldTypes } from '@plinth/domain'
import { Combine, Search, SquareFunction, Tally5 } from 'lucide-react'
import { FieldIcon } from '../../lib/field-icons.tsx'
import type { RollupKind } from '../../lib/rollup-kind.ts'
import type { Option } from '../../ui/ListBox.tsx'
import { Select } from '../../ui/Select.tsx'

/** What people choose between: the types of values that they write, and what is computed. */
export type FieldKind = FieldTypeName | 'formula' | RollupKind

export const isRollup = (kind: FieldKind): kind is RollupKind =>
  kind === 'lookup' || kind === 'rollup' || kind === 'count'

/** What each kind stands below in a list of them, and the order in which they stand there. */
const sectionOf: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  long_text: 'Text',
  email: 'Text',
  url: 'Text',
  phone: 'Text',
  integer: 'Numbers',
  number: 'Numbers',
  currency: 'Numbers',
  percent: 'Numbers',
  duration: 'Numbers',
  rating: 'Numbers',
  date: 'Dates',
  datetime: 'Dates',
  checkbox: 'Choices',
  single_select: 'Choices',
  multi_select: 'Choices',
  status: 'Choices',
  person: 'Choices',
  link: 'Links, files and documents',
  attachment: 'Links, files and documents',
  json: 'Links, files and documents',
  formula: 'Computed',
  lookup: 'Computed',
  rollup: 'Computed',
  count: 'Computed',
  autonumber: 'Filled in by themselves',
  created_time: 'Filled in by themselves',
  changed_time: 'Filled in by themselves',
  created_by: 'Filled in by themselves',
  changed_by: 'Filled in by themselves',
}

const computed = {
  formula: {
    label: 'Formula',
    description: 'Computed from other fields of the record.',
    icon: <SquareFunction aria-hidden className="size-4" />,
  },
  lookup: {
    label: 'Lookup',
    description: 'Shows a field of the linked records.',
    icon: <Search aria-hidden className="size-4" />,
  },
  rollup: {
    label: 'Rollup',
    description: 'Sums, averages and more over the linked records.',
    icon: <Combine aria-hidden className="size-4" />,
  },
  count: {
    label: 'Count',
    description: 'How many records are linked, all or some of them.',
    icon: <Tally5 aria-hidden className="size-4" />,
  },
}

const isComputed = (kind: FieldKind): kind is keyof typeof computed => kind in computed

const kindOptions = (Object.keys(sectionOf) as FieldKind[]).map((id) => ({
  id,
  section: sectionOf[id],
  ...(isComputed(id)
    ? computed[id]
    : {
        label: fieldTypes[id].label,
        description: fieldTypes[id].description,
        icon: <FieldIcon type={id} />,
      }),
}))

/** Of types among which one is chosen, in the order in which people look for them. */
export function typeOptions(types: readonly FieldTypeName[]): Option<FieldTypeName>[] {
  return kindOptions.filter((option): option is Option<FieldTypeName> & typeof option =>
    (types as readonly FieldKind[]).includes(option.id),
  )
}

interface KindSelectProps {
  value: FieldKind
  onChange: (kind: FieldKind) => void
  isDisabled?: boolean
  /** It is computed when it is read. */
  isOnRead?: boolean
}

/** Of a field that is made, or (closed) that is there. */
export function KindSelect({ value, onChange, isDisabled = false, isOnRead = false }: KindSelectProps) {
  const note = isOnRead
    ? 'It has no values of its own that it could keep as another type.'
    : value === 'formula' || isRollup(value)
      ? 'To keep what it shows as plain values, choose “Change type” in the menu of the field.'
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
      options={typeOptions(fieldTypeNames.filter((id) => id !== without))}
      value={value}
      onChange={onChange}
    />
  )
}
