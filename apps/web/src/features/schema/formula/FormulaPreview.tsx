import {
  type Base,
  type FieldOptions,
  type FieldTypeName,
  fieldTypes,
  type Row,
  type Table,
  type ValueContext,
} from '@plinth/domain'
import { type CheckedExpression, cellOfValue, contextOf, evaluate, type Situation } from '@plinth/expression'
import { useQuery } from '@tanstack/react-query'
import { asksForRoles } from '../../../lib/asks-for-roles.ts'
import { useBackend } from '../../../lib/backend-context.ts'
import { type EmptyWords, emptyWords } from '../../../lib/expression/empty-words.ts'
import { queries, useBaseSchema, useSession } from '../../../lib/queries.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { cx } from '../../../ui/cx.ts'

/** Records that are computed while somebody types. */
const shownRecords = 3

export interface FormulaPreviewProps {
  base: Base
  table: Table
  /** Null while the text is no formula. */
  checked: CheckedExpression | null
  type: FieldTypeName
  options: FieldOptions
}

/** What a formula gives for the first records, computed here as the database will. */
export function FormulaPreview(props: FormulaPreviewProps & { wasComputed: boolean }) {
  const { base, table, checked, type, options, wasComputed } = props
  const backend = useBackend()
  const { role } = useBaseSchema(base.id)
  const { profile } = useSession()
  // Which roles one holds is not known here.
  const isUnknown = checked !== null && asksForRoles(checked.ast)
  const { data, isPending, dataUpdatedAt } = useQuery({
    queryKey: ['base', base.id, 'formula-preview', table.id],
    queryFn: () =>
      unwrap(
        backend.rows.window({
          query: { table: table.id, sorts: [] },
          anchor: null,
          direction: 'forward',
          skip: 0,
          take: shownRecords,
        }),
      ),
    staleTime: 10_000,
  })
  const { data: people = [] } = useQuery(queries.baseMembers(backend, base.id))
  const situation: Situation = {
    now: dataUpdatedAt,
    timeZone: base.timeZone,
    me: profile.id,
    role,
    roles: [],
    nameOf: (person) => people.find(({ id }) => id === person)?.name ?? null,
  }
  const label = fieldTypes[type].label.toLocaleLowerCase()
  return (
    <section
      aria-label="Preview"
      aria-live="polite"
      className={cx('flex flex-col gap-1 text-sm', wasComputed && 'min-h-22')}
    >
      <p className="text-xs text-ink-muted">
        {checked === null
          ? 'The result of the first records stands here as soon as the formula can be computed.'
          : `The result is of type ${label}.${data?.rows.length === 0 ? ' The table has no records yet.' : ''}`}
      </p>
      {checked !== null && !isUnknown && !isPending && data && data.rows.length > 0 && (
        <dl className="flex flex-col divide-y divide-line rounded-control border border-line">
          {data.rows.map((row) => (
            <PreviewLine key={row.id} row={row} {...{ base, table, checked, type, options, situation }} />
          ))}
        </dl>
      )}
    </section>
  )
}

function PreviewLine(
  props: FormulaPreviewProps & { checked: CheckedExpression; row: Row; situation: Situation },
) {
  const { base, table, checked, type, options, row, situation } = props
  const [primary] = table.fields
  const values: ValueContext = { locale: base.locale, timeZone: base.timeZone }
  const context = contextOf(table.fields, row.values, situation)
  const value = cellOfValue(evaluate(checked, context), type)
  const name = primary
    ? fieldTypes[primary.type].formatText(row.values[primary.id] ?? null, primary, values)
    : ''
  const text =
    type === 'checkbox'
      ? value === true
        ? 'Yes'
        : 'No'
      : fieldTypes[type].formatText(value, { options }, values)
  return (
    <div className="flex min-w-0 items-center gap-3 px-2 py-1">
      <dt className="min-w-0 flex-1 truncate text-ink-soft">{name || 'Unnamed'}</dt>
      <dd className="tabular min-w-0 max-w-[60%] truncate font-medium">
        {text === '' ? <Empty why={emptyWords(checked, context, { type, fields: table.fields })} /> : text}
      </dd>
    </div>
  )
}

function Empty({ why }: { why: EmptyWords | null }) {
  const text = why ? `${why.error ? 'Error' : 'Empty'}: ${why.text}` : 'Empty'
  return (
    <span title={text} className="font-normal text-ink-muted">
      {text}
    </span>
  )
}
