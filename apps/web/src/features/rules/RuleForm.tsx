import { type Base, limits, type Table, type TableRule, type TableRuleId, uuidV7 } from '@plinth/domain'
import { isUsable, type Problem, parseExpression } from '@plinth/expression'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBackend } from '../../lib/backend-context.ts'
import { ExpressionField } from '../../lib/expression/ExpressionField.tsx'
import { FormDialog } from '../../lib/FormDialog.tsx'
import { ViolationNote } from '../../lib/rules/ViolationNote.tsx'
import { unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { firstFocus } from '../../ui/first-focus.ts'
import { TextField } from '../../ui/TextField.tsx'
import { ruleText } from './rule-text.ts'

const expects = { kind: 'boolean' } as const

export interface RuleFormProps {
  base: Base
  table: Table
  /** Null: a new one. */
  rule: TableRule | null
  onSaved: () => Promise<void>
  onClose: () => void
}

/** One rule: its condition, the words for whoever breaks it, and the records that break it now. */
export function RuleForm({ base, table, rule, onSaved, onClose }: RuleFormProps) {
  const backend = useBackend()
  const [id] = useState(() => rule?.id ?? (uuidV7() as TableRuleId))
  const [text, setText] = useState(() => (rule ? ruleText(rule.rule, table) : ''))
  const [message, setMessage] = useState(rule?.message ?? '')
  const [isKept, setKept] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const settled = useDebounced(text, 400)
  const save = useAction(backend.rules.saveTable)
  const parsed = parseExpression(text, { fields: table.fields, expects })
  const isFresh = settled !== text || text.trim() === ''
  const problems: readonly Problem[] = parsed.ok || (isFresh && !isAsked) ? [] : parsed.error

  const submit = async () => {
    setAsked(true)
    if (!parsed.ok || message.trim() === '') return
    const definition = { message: message.trim(), rule: parsed.value.ast }
    const result = await save.run(table.id, id, definition, isKept)
    if (!result.ok) return
    await onSaved()
    onClose()
  }
  return (
    <FormDialog
      title={rule ? 'Edit rule' : 'New rule'}
      description={`A record of ${table.name} is stored when this is true for it. Where a field may be empty, say so: is_empty({Field}) or …`}
      actionLabel="Save rule"
      action={save}
      onSubmit={submit}
      onClose={onClose}
    >
      <ExpressionField
        label="Condition"
        placeholder={exampleFor(table)}
        fields={table.fields}
        value={text}
        onChange={(value) => {
          setText(value)
          setAsked(false)
        }}
        problems={problems}
        onSubmit={() => void submit()}
        {...firstFocus}
      />
      <TextField
        label="What people read who break it"
        value={message}
        onChange={setMessage}
        maxLength={limits.ruleMessageLength}
        autoComplete="off"
        {...(isAsked && message.trim() === ''
          ? { errorMessage: 'People need to know what is asked of them.' }
          : {})}
      />
      <Found {...{ base, table, isKept }} text={settled} onKeep={setKept} />
    </FormDialog>
  )
}

interface FoundProps {
  base: Base
  table: Table
  text: string
  isKept: boolean
  onKeep: (isKept: boolean) => void
}

/** Counted by the database as soon as the condition stands still. */
function Found({ base, table, text, isKept, onKeep }: FoundProps) {
  const backend = useBackend()
  const parsed = parseExpression(text, { fields: table.fields, expects })
  const rule = parsed.ok ? parsed.value.ast : null
  const { data, isError } = useQuery({
    queryKey: ['base', base.id, 'rules', table.id, 'check', rule],
    queryFn: () => unwrap(backend.rules.checkTable(table.id, rule!)),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  if (rule === null) return null
  if (isError)
    return <p className="text-xs text-ink-muted">The records cannot be looked through while you wait.</p>
  if (!data) return <p className="text-xs text-ink-muted">Looking through the records …</p>
  return (
    <div aria-live="polite" className="flex flex-col gap-2">
      <ViolationNote {...{ base, table, isKept, onKeep }} violations={data} />
      {data.momentary && (
        <p className="text-xs text-ink-muted">
          It is asked when a record is made and when one of its fields changes, because it depends on who
          writes, when, or on files.
        </p>
      )}
    </div>
  )
}

/** A condition over fields that the table has. */
function exampleFor(table: Table): string {
  const fields = table.fields.filter((field) => isUsable(field))
  const days = fields.filter(({ type }) => type === 'date')
  if (days.length > 1) return `is_empty({${days[1]!.name}}) or {${days[1]!.name}} >= {${days[0]!.name}}`
  const number = fields.find(({ type }) => type === 'integer' || type === 'number')
  return number ? `{${number.name}} >= 0` : `is_filled({${fields[0]?.name ?? 'Field'}})`
}
