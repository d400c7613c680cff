import {
  type AutomationTrigger,
  type DateOffset,
  type Field,
  type FieldId,
  isOfMoments,
  type OptionId,
} from '@plinth/domain'
import { useBackend } from '../../lib/backend-context.ts'
import { exampleFor } from '../../lib/expression/ConditionField.tsx'
import { FieldIcon } from '../../lib/field-icons.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import type { TriggerDraft } from './automation-draft.ts'
import { ExpressionText } from './ExpressionText.tsx'
import { useEditing } from './editor-context.ts'
import { ManyChoice } from './ManyChoice.tsx'
import { ProblemLine } from './ProblemLine.tsx'
import { isOfDates, isOfStates, isSeen } from './settable-fields.ts'

export interface TriggerEditorProps {
  trigger: TriggerDraft
  onChange: (trigger: TriggerDraft) => void
}

const kinds: readonly { id: AutomationTrigger['kind']; label: string; description: string }[] = [
  { id: 'created', label: 'A record is made', description: 'Or comes back from a deletion.' },
  { id: 'changed', label: 'A field changes', description: 'One of those you choose gets another value.' },
  {
    id: 'entered',
    label: 'A record enters a state',
    description: 'A status or a single select becomes one of its options.',
  },
  {
    id: 'matches',
    label: 'A record begins to match',
    description: 'A condition that was not true before becomes true.',
  },
  { id: 'reached', label: 'A date is reached', description: 'That of a field, or so long before or after.' },
]

/** What begins a run. */
export function TriggerEditor({ trigger, onChange }: TriggerEditorProps) {
  const { problems } = useEditing()
  return (
    <div className="flex flex-col gap-3">
      <Select
        label="Begins when"
        options={kinds}
        value={trigger.kind}
        onChange={(kind) => onChange({ ...trigger, kind })}
      />
      <TriggerParts trigger={trigger} onChange={onChange} />
      {trigger.kind !== 'matches' && <ProblemLine text={problems.get('trigger')} />}
    </div>
  )
}

function TriggerParts({ trigger, onChange }: TriggerEditorProps) {
  const { table } = useEditing()
  switch (trigger.kind) {
    case 'created':
      return null
    case 'changed':
      return (
        <ManyChoice<FieldId>
          label="Fields"
          placeholder="Choose fields…"
          choices={table.fields.filter(isSeen).map(({ id, name }) => ({ id, label: name }))}
          chosen={trigger.fields}
          onChange={(fields) => onChange({ ...trigger, fields })}
        />
      )
    case 'entered':
      return <StateParts trigger={trigger} onChange={onChange} />
    case 'matches':
      return <MatchParts trigger={trigger} onChange={onChange} />
    case 'reached':
      return <DateParts trigger={trigger} onChange={onChange} />
  }
}

const fieldOptions = (fields: readonly Field[]) =>
  fields.map(({ id, name, type }) => ({ id, label: name, icon: <FieldIcon type={type} /> }))

function StateParts({ trigger, onChange }: TriggerEditorProps) {
  const { table } = useEditing()
  const fields = table.fields.filter((field) => isSeen(field) && isOfStates(field))
  const field = fields.find(({ id }) => id === trigger.field)
  if (fields.length === 0) return <None what="a field of type status or single select" />
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Select<FieldId>
        label="Field"
        placeholder="Choose a field…"
        options={fieldOptions(fields)}
        value={field?.id ?? null}
        onChange={(id) => onChange({ ...trigger, field: id, option: null })}
      />
      <Select<OptionId>
        label="Becomes"
        placeholder="Choose an option…"
        isDisabled={!field}
        options={(field?.options.options ?? []).map(({ id, label }) => ({ id, label }))}
        value={trigger.option}
        onChange={(option) => onChange({ ...trigger, option })}
      />
    </div>
  )
}

const None = ({ what }: { what: string }) => {
  const { table } = useEditing()
  return (
    <p className="text-sm text-ink-muted">
      {table.name} has no such field. Add {what} to it first.
    </p>
  )
}

function MatchParts({ trigger, onChange }: TriggerEditorProps) {
  const { table, problems } = useEditing()
  const { roles } = useBackend()
  return (
    <ExpressionText
      label="What must become true"
      placeholder={exampleFor(table.fields)}
      value={trigger.text}
      onChange={(text) => onChange({ ...trigger, text })}
      expects={{ kind: 'boolean' }}
      counting={{ key: ['matching', table.id], ask: (rule) => roles.countMatching(table.id, rule) }}
      problem={problems.get('trigger')}
    />
  )
}

const sides: readonly { id: TriggerDraft['side']; label: string }[] = [
  { id: 'at', label: 'When it is reached' },
  { id: 'before', label: 'Before it' },
  { id: 'after', label: 'After it' },
]
const units: readonly { id: DateOffset['unit']; label: string }[] = [
  { id: 'minutes', label: 'minutes' },
  { id: 'hours', label: 'hours' },
  { id: 'days', label: 'days' },
]

function DateParts({ trigger, onChange }: TriggerEditorProps) {
  const { table, schema, features } = useEditing()
  const fields = table.fields.filter((field) => isSeen(field) && isOfDates(field))
  const field = fields.find(({ id }) => id === trigger.dateField)
  if (fields.length === 0) return <None what="a field of type date or date with time" />
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Select<FieldId>
          label="Date"
          placeholder="Choose a field…"
          options={fieldOptions(fields)}
          value={field?.id ?? null}
          onChange={(dateField) => onChange({ ...trigger, dateField })}
        />
        <Select
          label="When"
          options={sides}
          value={trigger.side}
          onChange={(side) => onChange({ ...trigger, side })}
        />
      </div>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {trigger.side !== 'at' && (
          <>
            <TextField
              label="How long"
              inputMode="numeric"
              value={trigger.amount}
              onChange={(amount) => onChange({ ...trigger, amount })}
              autoComplete="off"
            />
            <Select
              label="Unit"
              options={units}
              value={trigger.unit}
              onChange={(unit) => onChange({ ...trigger, unit })}
            />
          </>
        )}
        {field && !isOfMoments(field.type) && (
          <TextField
            label="At"
            value={trigger.time}
            onChange={(time) => onChange({ ...trigger, time })}
            placeholder="09:00"
            autoComplete="off"
          />
        )}
      </div>
      <p className="text-xs text-ink-muted">
        {field && !isOfMoments(field.type)
          ? `Time of day in ${schema.base.timeZone.replaceAll('_', ' ')}. `
          : ''}
        {features.clock
          ? 'Dates are looked at each minute.'
          : 'Dates are looked at each minute while somebody has this base open, and else as soon as somebody opens it: never lost, never twice. Whoever runs this project can switch on the extension pg_cron to have them on time.'}{' '}
        Dates that are past already do not count.
      </p>
    </div>
  )
}
