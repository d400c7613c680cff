import type { RuleTree } from '@plinth/domain'
import { parseExpression, type Type } from '@plinth/expression'
import { ExpressionField } from '../../lib/expression/ExpressionField.tsx'
import { type Counting, MatchingCount } from '../../lib/expression/MatchingCount.tsx'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useEditing } from './editor-context.ts'

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
}

/** A pause in typing, after which what is written is judged and counted. */
const pauseMs = 400

/** An expression over the records that the automation is for. */
export function ExpressionText(props: ExpressionTextProps) {
  const { label, placeholder, value, onChange, expects, isOptional = false, counting } = props
  const { table, isAsked, onSubmit } = useEditing()
  const settled = useDebounced(value, pauseMs)
  const scope = { fields: table.fields, expects }
  const parsed = parseExpression(value, scope)
  const counted = parseExpression(settled, scope)
  const isEmpty = value.trim() === ''
  const isJudged = isEmpty ? isAsked && !isOptional : isAsked || settled === value
  return (
    <div className="flex flex-col gap-1" {...(isJudged && !parsed.ok ? { 'data-problem': true } : {})}>
      <ExpressionField
        label={label}
        {...(placeholder ? { placeholder } : {})}
        fields={table.fields}
        value={value}
        onChange={onChange}
        problems={isJudged && !parsed.ok ? parsed.error : []}
        onSubmit={onSubmit}
      />
      {counting && (
        <MatchingCount
          counting={counting}
          rule={counted.ok ? (counted.value.ast as unknown as RuleTree) : null}
        />
      )}
    </div>
  )
}
