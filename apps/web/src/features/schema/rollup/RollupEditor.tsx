import { type Field, fieldTypes, isKept, type Rollup, type Table } from '@plinth/domain'
import { openedField } from '@plinth/expression'
import { useQuery } from '@tanstack/react-query'
import { useBackend } from '../../../lib/backend-context.ts'
import { canonical } from '../../../lib/canonical.ts'
import { ExpressionField } from '../../../lib/expression/ExpressionField.tsx'
import { FieldIcon } from '../../../lib/field-icons.tsx'
import { onReadLimits } from '../../../lib/on-read-words.ts'
import { rollupDescriptions, rollupLabels, rollupText } from '../../../lib/rollup-words.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { Select } from '../../../ui/Select.tsx'
import {
  functionsFor,
  linksOf,
  type RollupDraft,
  readableFields,
  targetOf,
  withField,
} from './rollup-draft.ts'
import type { RollupState } from './use-rollup.ts'

export interface RollupEditorProps {
  table: Table
  tables: readonly Table[]
  /** The field that is changed. */
  field?: Field | undefined
  rollup: RollupState
  onSubmit: () => void
}

const fieldOption = ({ id, name, type }: Field) => ({ id, label: name, icon: <FieldIcon type={type} /> })

/** Through which links a field is computed, from what of the linked records, how, and from which of them. */
export function RollupEditor({ table, tables, field, rollup, onSubmit }: RollupEditorProps) {
  const { kind, draft, read, isAsked, write } = rollup
  const links = linksOf(table)
  const target = targetOf(table, draft.link, tables)
  const put = (changes: Partial<RollupDraft>) => write({ ...draft, ...changes })
  const missing = (place: typeof read.missing, text: string) =>
    isAsked && read.missing === place ? { errorMessage: text } : {}
  if (links.length === 0) {
    return (
      <p className="rounded-control bg-sunken px-3 py-2 text-sm text-ink-soft">
        {`“${table.name}” links no records yet. Make a field of type “Link” first: from what is linked, this one is computed.`}
      </p>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <Select
        label="Linked records in"
        options={links.map(fieldOption)}
        value={draft.link}
        onChange={(link) => put({ link, field: null, function: null, filter: '' })}
        placeholder="Choose a field of links"
        {...missing('link', 'Choose the field whose linked records are read.')}
      />
      {target && kind !== 'count' && (
        <Select
          label={`Field of “${target.name}”`}
          options={readableFields(target, field).map(fieldOption)}
          value={draft.field}
          onChange={(id) => write(withField(draft, id, target, field))}
          placeholder="Choose a field"
          {...missing('field', 'Choose the field whose values are read.')}
        />
      )}
      {target && kind === 'rollup' && draft.field && (
        <FunctionSelect
          {...{ target, draft, put, field }}
          {...missing('function', 'Choose what is made of the values.')}
        />
      )}
      {target && kind !== 'lookup' && (
        <ExpressionField
          label={`Only records of “${target.name}” for which this is true (optional)`}
          placeholder={exampleCondition(target)}
          fields={conditionFields(target)}
          value={draft.filter}
          onChange={(filter) => put({ filter })}
          problems={rollup.isJudged ? read.problems : []}
          onSubmit={onSubmit}
        />
      )}
      <Result rollup={read.rollup} type={read.type} {...{ table, tables, field }} />
    </div>
  )
}

interface FunctionSelectProps {
  target: Table
  draft: RollupDraft
  put: (changes: Partial<RollupDraft>) => void
  field?: Field | undefined
  errorMessage?: string
}

function FunctionSelect({ target, draft, put, field, ...error }: FunctionSelectProps) {
  const type = target.fields.find(({ id }) => id === draft.field)?.type
  return (
    <Select
      label="Computed"
      options={(type ? functionsFor(type, field) : []).map((id) => ({
        id,
        label: rollupLabels[id],
        ...(rollupDescriptions[id] ? { description: rollupDescriptions[id] } : {}),
      }))}
      value={draft.function}
      onChange={(name) => put({ function: name })}
      placeholder="Choose what is made of the values"
      {...error}
    />
  )
}

interface ResultProps {
  rollup: Rollup | null
  type: Field['type'] | null
  table: Table
  tables: readonly Table[]
  field?: Field | undefined
}

/** A condition that is asked when it is read may look at what some do not see. */
const conditionFields = ({ fields }: Table): readonly Field[] => fields.filter(isKept).map(openedField)

/** What is chosen, in words, and whether it is kept. */
function Result({ rollup, type, table, tables, field }: ResultProps) {
  const { bases } = useBackend()
  const words = rollup && type && rollupText(rollup, table, tables)
  const { data: isNewOnRead } = useQuery({
    queryKey: ['on-read', table.id, canonical(rollup)],
    queryFn: () => unwrap(bases.isOnRead(table.id, { rollup: rollup! })),
    enabled: Boolean(words) && !field,
    staleTime: 10_000,
  })
  const isOnRead = field ? field.onRead === true : isNewOnRead
  return (
    <p aria-live="polite" className="text-xs text-ink-muted empty:hidden">
      {words
        ? `It is ${words}: a field of type ${fieldTypes[type].label.toLocaleLowerCase()}. ${isOnRead === undefined ? '' : keptWords(isOnRead)}`
        : ''}
    </p>
  )
}

const keptWords = (isOnRead: boolean): string =>
  isOnRead
    ? `Computed when it is read, for everybody from what they may read. ${onReadLimits}`
    : 'Kept with each record. Everybody who reads this table reads it.'

function exampleCondition({ fields }: Table): string {
  const done = fields.find(({ type, hidden }) => type === 'checkbox' && !hidden)
  return done ? `{${done.name}}` : `is_filled({${fields[0]?.name ?? 'Field'}})`
}
