/** What is asked wherever a field of links comes to be: of which table, and how many. */
import type { Table, TableId } from '@plinth/domain'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { Select } from '../../ui/Select.tsx'

export interface LinkTargetProps {
  table: Pick<Table, 'id'>
  tables: readonly Table[]
  value: TableId | null
  onChange: (id: TableId) => void
  isDisabled: boolean
  error: string | null
}

export function LinkTarget({ table, tables, error, ...select }: LinkTargetProps) {
  return (
    <Select
      label="Records of"
      placeholder="Choose a table"
      options={tables.map(({ id, name }) => ({
        id,
        label: id === table.id ? `${name} (this table)` : name,
      }))}
      {...select}
      {...(error === null ? {} : { errorMessage: error })}
    />
  )
}

export interface LinkAmountProps {
  label: string
  isSingle: boolean
  onChange: (isSingle: boolean) => void
  isDisabled?: boolean
}

export function LinkAmount({ label, isSingle, onChange, isDisabled = false }: LinkAmountProps) {
  return (
    <RadioGroup
      label={label}
      options={amounts}
      value={isSingle ? 'one' : 'many'}
      onChange={(amount) => onChange(amount === 'one')}
      isDisabled={isDisabled}
    />
  )
}

const amounts = [
  { id: 'many', label: 'Any number of records' },
  { id: 'one', label: 'One record at most' },
] as const
