/** What a maker does with a field itself, wherever its menu stands: above its column, or in the list of fields. */
import { type Field, isKept, targetsOf } from '@plinth/domain'
import { Copy, Replace, Settings2, Workflow } from 'lucide-react'
import { capital } from '../../lib/capital.ts'
import { MenuItem } from '../../ui/Menu.tsx'
import { changingWords } from './ChangingMark.tsx'

interface FieldItemsProps {
  readonly field: Field
  readonly onEditField: (field: Field) => void
  /** Of a field of states. */
  readonly onWorkflow: (field: Field) => void
  readonly onChangeType: (field: Field) => void
  readonly onDuplicateField: (field: Field) => void
}

export function FieldItems(props: FieldItemsProps) {
  const { field, onEditField, onWorkflow, onChangeType, onDuplicateField } = props
  return (
    <>
      <MenuItem icon={<Settings2 aria-hidden />} onAction={() => onEditField(field)}>
        Edit field
      </MenuItem>
      {field.type === 'status' && (
        <MenuItem icon={<Workflow aria-hidden />} onAction={() => onWorkflow(field)}>
          Workflow…
        </MenuItem>
      )}
      {targetsOf(field).length > 0 && (
        <MenuItem
          icon={<Replace aria-hidden />}
          {...(isKept(field) ? {} : { isDisabled: true, description: 'It has no values of its own' })}
          onAction={() => onChangeType(field)}
        >
          {field.changing ? capital(changingWords(field)) : 'Change type'}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden />} onAction={() => onDuplicateField(field)}>
        Duplicate field
      </MenuItem>
    </>
  )
}
