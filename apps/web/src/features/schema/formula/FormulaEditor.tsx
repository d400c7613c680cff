import {
  type Base,
  type Field,
  type FieldOptions,
  type FieldTypeName,
  fieldTypes,
  type Table,
} from '@plinth/domain'
import { openedField } from '@plinth/expression'
import { useState } from 'react'
import { ExpressionField } from '../../../lib/expression/ExpressionField.tsx'
import { FunctionList } from '../../../lib/expression/FunctionList.tsx'
import { FieldIcon } from '../../../lib/field-icons.tsx'
import { onReadLimits, onReadText } from '../../../lib/on-read-words.ts'
import { cx } from '../../../ui/cx.ts'
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

/** The expression of a field, the type that its result has, and what the first records would have there. */
export function FormulaEditor(props: FormulaEditorProps) {
  const { base, table, field, text, onText, read, isJudged, type, options, onType, onSubmit } = props
  // Once there is a result, its place is kept while the text is changed: nothing jumps with each letter.
  const [wasComputed, setWasComputed] = useState(false)
  if (read.checked && !wasComputed) setWasComputed(true)
  return (
    <div className="flex flex-col gap-3">
      <ExpressionField
        label="Formula"
        placeholder={exampleFormula(table, field)}
        fields={openFields(table, field)}
        value={text}
        onChange={onText}
        problems={isJudged ? read.problems : []}
        onSubmit={onSubmit}
      />
      <FunctionList />
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
      <p
        aria-live="polite"
        className={cx('text-xs text-ink-muted', wasComputed ? 'min-h-5' : 'empty:hidden')}
      >
        {read.checked && keptWords(read, table)}
      </p>
      <FormulaPreview {...{ base, table, type, options, wasComputed }} checked={read.checked} />
    </div>
  )
}

/** Fields that the formula may look at. One that keeps its values looks at no others than those that everybody sees as they are. */
const openFields = ({ fields }: Table, self: Field | undefined): readonly Field[] => {
  const others = fields.filter(({ id }) => id !== self?.id)
  return self && !self.onRead ? others : others.map(openedField)
}

const keptWords = ({ checked, isOnRead }: ReadFormula, table: Table): string =>
  checked && isOnRead
    ? `Computed when it is read: ${onReadText({ formula: checked.ast }, table)}. ${onReadLimits}`
    : 'Kept with each record, and computed again when what it reads changes.'
