import {
  type Base,
  type Field,
  type FieldOptions,
  type FieldTypeName,
  fieldTypes,
  type Table,
} from '@plinth/domain'
import { ExpressionField } from '../../../lib/expression/ExpressionField.tsx'
import { FunctionList } from '../../../lib/expression/FunctionList.tsx'
import { FieldIcon } from '../../../lib/field-icons.tsx'
import { Select } from '../../../ui/Select.tsx'
import { FormulaPreview } from './FormulaPreview.tsx'
import { exampleFormula, type ReadFormula } from './formula-draft.ts'

export interface FormulaEditorProps {
  base: Base
  table: Table
  /** The field that is changed. */
  field?: Field | undefined
  text: string
  onText: (text: string) => void
  read: ReadFormula
  /** Problems are told: typing has paused, or the formula was to be stored. */
  isJudged: boolean
  type: FieldTypeName
  options: FieldOptions
  onType: (type: FieldTypeName) => void
  onSubmit: () => void
}

/** A formula asks nobody who they are. */
const momentary = ['person'] as const

/** The expression of a field, the type that its result has, and what the first records would have there. */
export function FormulaEditor(props: FormulaEditorProps) {
  const { base, table, field, text, onText, read, isJudged, type, options, onType, onSubmit } = props
  return (
    <div className="flex flex-col gap-3">
      <ExpressionField
        label="Formula"
        placeholder={exampleFormula(table, field)}
        fields={table.fields.filter(({ id }) => id !== field?.id)}
        value={text}
        onChange={onText}
        problems={isJudged ? read.problems : []}
        onSubmit={onSubmit}
      />
      <FunctionList without={momentary} />
      {read.types.length > 1 && (
        <Select
          label="Shown as"
          options={read.types.map((id) => ({
            id,
            label: fieldTypes[id].label,
            description: fieldTypes[id].description,
            icon: <FieldIcon type={id} />,
          }))}
          value={type}
          onChange={onType}
        />
      )}
      <FormulaPreview base={base} table={table} checked={read.checked} type={type} options={options} />
    </div>
  )
}
