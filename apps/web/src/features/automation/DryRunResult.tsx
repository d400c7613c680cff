import {
  type AutomationDryRun,
  type AutomationStep,
  type CellValue,
  type FieldId,
  fieldTypes,
  isLinkChange,
  labelOfPerson,
  type RecordId,
  type Table,
  type WrittenValue,
} from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { useBackend } from '../../lib/backend-context.ts'
import { listOf } from '../../lib/list-of.ts'
import { namesIn } from '../../lib/names-in.ts'
import { useNamedRecords } from '../../lib/records/use-records.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { Badge } from '../../ui/Chip.tsx'
import { useEditing } from './editor-context.ts'
import { failureText } from './run-words.ts'

export interface DryRunResultProps {
  answer: AutomationDryRun
  record: RecordId
  /** It was tried on another record, or before the last change. */
  isStale: boolean
}

const outcomes = {
  done: ['It would do this', 'success'],
  skipped: ['Nothing would happen', 'neutral'],
  failed: ['It would be refused', 'danger'],
} as const

/** What a dry run found, action by action. */
export function DryRunResult({ answer, record, isStale }: DryRunResultProps) {
  const { schema, draft } = useEditing()
  const [label, tone] = outcomes[answer.outcome]
  const failure = failureText(answer, draft.actions, namesIn(schema))
  return (
    <section
      aria-label="What would happen"
      className={`rounded-card border border-line bg-surface px-4 py-3 text-sm ${isStale ? 'opacity-60' : ''}`}
    >
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-xs text-ink-muted">
          {isStale ? 'Of before the last change: show it again.' : 'Nothing was changed.'}
        </span>
      </p>
      {failure && (
        <p className={`mt-2 ${tone === 'danger' ? 'text-danger-text' : 'text-ink-soft'}`}>{failure}</p>
      )}
      {answer.outcome !== 'skipped' && answer.steps.length > 0 && (
        <ol className="mt-2 flex flex-col gap-2">
          {answer.steps.map((step, at) => (
            // Steps have no identity beyond their place.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={at} className="flex gap-2">
              <span className="tabular shrink-0 text-ink-muted">{at + 1}.</span>
              <div className="min-w-0 flex-1">
                <Step step={step} record={record} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

function Step({ step, record }: { step: AutomationStep; record: RecordId }) {
  const { schema, table, people } = useEditing()
  switch (step.kind) {
    case 'set':
      return <Values table={table} values={step.values} record={record} />
    case 'create': {
      const target = schema.tables.find(({ id }) => id === step.table)
      return (
        <>
          <p>
            Make a record of <span className="font-medium">{target?.name ?? 'a table that is gone'}</span>
          </p>
          {target && <Values table={target} values={step.values} record={null} />}
        </>
      )
    }
    case 'link':
      return <Linking field={step.field} record={step.record} />
    case 'notify': {
      const names = step.people.flatMap((id) => people.find((one) => one.id === id) ?? [])
      return (
        <p className="break-words">
          {names.length > 0 ? (
            <>
              Tell{' '}
              <span className="font-medium">{listOf(names.map((one) => labelOfPerson(one, people)))}</span>: “
              {step.message}”
            </>
          ) : (
            'Tell nobody: the fields that name them are empty.'
          )}
        </p>
      )
    }
    case 'webhook':
      return (
        <>
          <p className="break-words">Post to {step.url}</p>
          <pre className="scroll-thin mt-1 max-h-48 overflow-auto rounded-control bg-sunken p-2 font-mono text-xs break-all whitespace-pre-wrap">
            {step.payload}
          </pre>
        </>
      )
  }
}

function Linking({ field: id, record }: { field: FieldId; record: RecordId | null }) {
  const { schema, table, values } = useEditing()
  const field = table.fields.find((one) => one.id === id)
  const target = schema.tables.find((one) => one.id === field?.options.target)
  const { choices } = useNamedRecords(target, record ? [record] : [], { values })
  return (
    <p className="break-words">
      Link{' '}
      <span className="font-medium">
        {record === null ? 'the record that was made' : (choices[0]?.label ?? 'a record')}
      </span>{' '}
      in <span className="font-medium">{field?.name ?? 'a field that is gone'}</span>
    </p>
  )
}

/** Fields with what they become; of a record that is there, with what they are. */
function Values(props: {
  table: Table
  values: Readonly<Record<FieldId, WrittenValue>>
  record: RecordId | null
}) {
  const { table, values: written, record } = props
  const { rows } = useBackend()
  const fields = table.fields.filter(({ id }) => written[id] !== undefined)
  const ids = fields.map(({ id }) => id)
  const { data } = useQuery({
    queryKey: ['automation-before', table.id, record, ids],
    queryFn: () => unwrap(rows.byId({ table: table.id, sorts: [], fields: ids }, [record!])),
    enabled: record !== null && ids.length > 0,
    staleTime: 0,
    gcTime: 0,
  })
  const before = data?.rows[0]?.values
  return (
    <dl className="flex flex-col gap-1">
      {fields.map((field) => (
        <div key={field.id} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-ink-muted">{field.name}</dt>
          <dd className="flex min-w-0 flex-wrap items-baseline gap-x-1.5 break-words">
            {before && (
              <>
                <ValueText field={field} value={before[field.id] ?? null} />
                <ArrowRight aria-hidden className="size-3.5 shrink-0 self-center text-ink-muted" />
                <span className="sr-only">becomes</span>
              </>
            )}
            <span className="font-medium">
              <ValueText field={field} value={written[field.id] ?? null} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function ValueText({ field, value }: { field: Table['fields'][number]; value: WrittenValue }) {
  const { schema, values } = useEditing()
  const links = isLinkChange(value) ? (value.link ?? []) : []
  const target = schema.tables.find(({ id }) => id === field.options.target)
  const { choices } = useNamedRecords(target, links, { values })
  const text = isLinkChange(value)
    ? links.map((id) => choices.find(({ item }) => item[0] === id)?.label ?? 'a record').join(', ')
    : field.type === 'checkbox'
      ? value === true
        ? 'Checked'
        : 'Not checked'
      : fieldTypes[field.type].formatText(value as CellValue, field, values)
  return text === '' ? <span className="font-normal text-ink-muted">Empty</span> : text
}
