import {
  type Base,
  type Field,
  type FieldRuleName,
  type FieldTypeName,
  limits,
  phonePattern,
  type FieldRules as Rules,
  rulesOfType,
  type Table,
} from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ViolationNote } from '../../lib/rules/ViolationNote.tsx'
import { unwrap } from '../../lib/unwrap.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { type RuledShape, type RulesDraft, type RulesProblem, readRules, sameRules } from './rules-draft.ts'

export interface FieldRulesProps {
  base: Base
  table: Table
  /** The field as it is to be. */
  shape: RuledShape
  /** Absent while the field is being made. */
  field?: Field | undefined
  draft: RulesDraft
  onChange: (draft: RulesDraft) => void
  problem: RulesProblem | null
  isKept: boolean
  onKeep: (isKept: boolean) => void
}

/** What the values of a field must be beyond their type, and which records are not like that. */
export function FieldRules(props: FieldRulesProps) {
  const { field, draft, onChange, problem } = props
  const { type } = props.shape
  const names = rulesOfType(type)
  if (names.length === 0) return null
  const has = (rule: FieldRuleName) => names.includes(rule)
  return (
    <details open={Object.keys(field?.rules ?? {}).length > 0} className="group/rules">
      <summary className="flex min-h-6 w-fit cursor-default list-none items-center gap-1 rounded-[4px] text-sm font-medium outline-none focus-visible:ring-focus coarse:min-h-11">
        <ChevronRight aria-hidden className="size-4 text-ink-muted group-open/rules:rotate-90" />
        Rules
      </summary>
      <div className="mt-2 flex flex-col gap-3">
        <div className="flex flex-wrap gap-x-5">
          {has('required') && (
            <Checkbox
              isSelected={draft.required}
              // Who does not see a field cannot fill it in.
              isDisabled={field?.hidden === true}
              onChange={(required) => onChange({ ...draft, required })}
            >
              Required
            </Checkbox>
          )}
          {has('unique') && (
            <Checkbox isSelected={draft.unique} onChange={(unique) => onChange({ ...draft, unique })}>
              Unique: each value once
            </Checkbox>
          )}
        </div>
        {has('min') && (
          <Range {...{ draft, onChange, problem }} rules={['min', 'max']} labels={boundLabels(type)} />
        )}
        {has('minLength') && (
          <Range
            {...{ draft, onChange, problem }}
            rules={['minLength', 'maxLength']}
            labels={['Characters, at least', 'Characters, at most']}
          />
        )}
        {has('pattern') && <PatternFields {...{ type, draft, onChange, problem }} />}
        {field && <FoundViolations {...props} field={field} />}
        {!field && draft.required && (
          <p className="text-xs text-ink-muted">
            Records that are there stay without a value until somebody fills them in.
          </p>
        )}
      </div>
    </details>
  )
}

type Edited = Pick<FieldRulesProps, 'draft' | 'onChange' | 'problem'>
type Written = keyof RulesDraft['texts']

const boundLabels = (type: FieldTypeName): readonly [string, string] =>
  type === 'date' || type === 'datetime' ? ['Not before', 'Not after'] : ['At least', 'At most']

const errorOf = (problem: RulesProblem | null, rule: FieldRuleName) =>
  problem?.rule === rule ? { errorMessage: problem.text } : {}

function withText(draft: RulesDraft, rule: Written, text: string): RulesDraft {
  return { ...draft, texts: { ...draft.texts, [rule]: text } }
}

/** Lower and upper end of something. */
function Range(props: Edited & { rules: readonly Written[]; labels: readonly string[] }) {
  const { draft, onChange, problem, rules, labels } = props
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      {rules.map((rule, n) => (
        <TextField
          key={rule}
          label={labels[n] ?? rule}
          value={draft.texts[rule]}
          onChange={(text) => onChange(withText(draft, rule, text))}
          autoComplete="off"
          {...errorOf(problem, rule)}
        />
      ))}
    </div>
  )
}

type Shape = 'any' | 'phone' | 'own'

const shapes = [
  { id: 'any', label: 'Any text' },
  { id: 'phone', label: 'Phone numbers' },
  { id: 'own', label: 'A pattern of your own' },
] as const

function shapeOf({ texts }: RulesDraft): Shape {
  if (texts.pattern === '') return 'any'
  return texts.pattern === phonePattern.text ? 'phone' : 'own'
}

/** What the text looks like: for plain texts with a choice of what need not be written as a pattern. */
function PatternFields({ type, draft, onChange, problem }: Edited & { type: FieldTypeName }) {
  // A pattern that is about to be written is empty still.
  const [isOwn, setIsOwn] = useState(false)
  const shape = isOwn || type !== 'text' ? 'own' : shapeOf(draft)
  const write = (text: string, patternMessage: string) =>
    onChange({ ...withText(draft, 'pattern', text), patternMessage })
  const choose = (chosen: Shape) => {
    setIsOwn(chosen === 'own')
    if (chosen === 'any') write('', '')
    else if (chosen === 'phone') write(phonePattern.text, phonePattern.message)
  }
  return (
    <>
      {type === 'text' && <Select label="Allowed" options={shapes} value={shape} onChange={choose} />}
      {shape === 'own' && (
        <TextField
          label="Pattern"
          value={draft.texts.pattern}
          onChange={(text) => onChange(withText(draft, 'pattern', text))}
          placeholder="[A-Z]{2}-\d+"
          maxLength={limits.patternLength}
          autoComplete="off"
          description="What the whole text looks like: \d is a digit, [A-Z] one of these letters, + once or more."
          {...errorOf(problem, 'pattern')}
        />
      )}
      {draft.texts.pattern !== '' && (
        <TextField
          label="What people read when the text is not like that"
          value={draft.patternMessage}
          onChange={(patternMessage) => onChange({ ...draft, patternMessage })}
          maxLength={limits.ruleMessageLength}
          autoComplete="off"
        />
      )}
    </>
  )
}

/** Counted by the database as soon as the rules stand still. */
function FoundViolations(props: FieldRulesProps & { field: Field }) {
  const { base, table, shape, field, draft, isKept, onKeep } = props
  const settled = useDebounced(draft, 400)
  const read = readRules(shape, settled, base)
  const rules = 'rules' in read && !sameRules(read.rules, field.rules ?? {}) ? read.rules : null
  const { data, isError } = useCheckedRules(base, field, rules)
  if (rules === null) return <KeptNote field={field} />
  if (isError)
    return <p className="text-xs text-ink-muted">Too many records to look through while you wait.</p>
  if (!data) return <p className="text-xs text-ink-muted">Looking through the records …</p>
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <ViolationNote {...{ base, table, isKept, onKeep }} violations={data} />
      {rules.unique && !data.seenByAll && (
        <p className="text-xs text-ink-muted">
          Some people do not see all records. A refusal tells them that another record has a value.
        </p>
      )}
    </div>
  )
}

function KeptNote({ field }: { field: Field }) {
  if (!field.rules?.newOnly?.length) return null
  return <p className="text-xs text-ink-muted">Older records that do not follow the rules are left alone.</p>
}

function useCheckedRules(base: Base, field: Field, rules: Rules | null) {
  const backend = useBackend()
  return useQuery({
    queryKey: ['base', base.id, 'rules', field.id, 'check', rules],
    queryFn: () => unwrap(backend.rules.checkField(field.id, rules!)),
    enabled: rules !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
}
