import type { Type } from '@plinth/expression'
import { ExpressionField } from '../../lib/expression/ExpressionField.tsx'
import { type Counting, MatchingCount } from '../../lib/expression/MatchingCount.tsx'
import { useJudged } from '../../lib/expression/use-judged.ts'
import { useEditing } from './editor-context.ts'
import { ProblemLine } from './ProblemLine.tsx'

export interface ExpressionTextProps {
  label: string
  placeholder?: string
  value: string
  onChange: (text: string) => void
  expects: Type
  /** Nothing written is right, too. */
  isOptional?: boolean
  /** Tells for how many records it is true now. */
  counting?: Counting
  /** What is wrong with this place, told where the expression itself is right. */
  problem?: string | undefined
}

/** An expression over the records that the automation is for. */
export function ExpressionText(props: ExpressionTextProps) {
  const { label, placeholder, value, onChange, expects, isOptional = false, counting, problem } = props
  const { table, isAsked, onSubmit } = useEditing()
  const isPassedOver = isOptional && value.trim() === ''
  const scope = { fields: table.fields, expects }
  const { tree, settled, problems } = useJudged(value, scope, isAsked && !isPassedOver)
  return (
    <div className="flex flex-col gap-1" {...(problems.length > 0 ? { 'data-problem': true } : {})}>
      <ExpressionField
        label={label}
        {...(placeholder ? { placeholder } : {})}
        fields={table.fields}
        value={value}
        onChange={onChange}
        problems={problems}
        onSubmit={onSubmit}
      />
      {counting && <MatchingCount counting={counting} rule={settled} />}
      {tree !== null && <ProblemLine text={problem} />}
    </div>
  )
}
