import {
  type BaseId,
  type Field,
  type FieldTypeName,
  isComputedField,
  isOfMoments,
  isOfPeople,
  type Table,
  type TypeChangePreview,
} from '@plinth/domain'
import { useId } from 'react'
import { countOf } from '../../lib/count-of.ts'
import { useBaseSchema } from '../../lib/queries.ts'
import { useRecordNames } from '../../lib/records/use-records.ts'
import { misfitWords } from './misfit-words.ts'

function fitWords(converts: number, empties: number): string {
  if (empties === 0)
    return converts === 0
      ? 'The field has no values yet.'
      : converts === 1
        ? 'The one value fits.'
        : `All ${countOf(converts, 'value')} fit.`
  const fit = `${countOf(converts, 'value')} ${converts === 1 ? 'fits' : 'fit'}.`
  return `${fit} ${countOf(empties, 'value')} ${
    empties === 1 ? 'does not: that cell will be empty.' : 'do not: those cells will be empty.'
  }`
}

export interface TypeChangeNoteProps {
  base: BaseId
  table: Table
  field: Field
  type: FieldTypeName
  preview: TypeChangePreview
}

/** What a change of type will do, counted before it is begun; what does not fit with its record and the reason. */
export function TypeChangeNote({ base, table, field, type, preview }: TypeChangeNoteProps) {
  const { converts, empties, examples, options } = preview
  const why = empties > 0 ? misfitWords(field, type, options) : null
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p>
        {fitWords(converts, empties)}
        {why && ` A value that ${why} does not fit.`}
        {isOfMoments(field.type) && type === 'date' && ' Each keeps its day, without the time of day.'}
        {(type === 'single_select' || type === 'multi_select') &&
          ` The field will have ${options.options?.length ?? 0} options.`}
        {type === 'status' && ` The field will have ${options.options?.length ?? 0} states.`}
        {isComputedField(field) && ' From then on people write them, and new records have none.'}
        {field.type === 'attachment' && ' The files go to the trash with the old values.'}
        {field.type === 'status' && ' The workflow of the field goes to the trash with the old values.'}
        {type === 'person' &&
          !isOfPeople(field.type) &&
          ' People are found by their name or e-mail address among the members of this base.'}
      </p>
      {examples.length > 0 && <Misfits {...{ base, table, field, examples }} />}
    </div>
  )
}

type MisfitsProps = Omit<TypeChangeNoteProps, 'type' | 'preview'> & Pick<TypeChangePreview, 'examples'>

function Misfits({ base, table, field, examples }: MisfitsProps) {
  const heading = useId()
  const { base: values } = useBaseSchema(base)
  // The first field of a table is what its records are called by: its values need no names beside them.
  const isNamed = table.fields[0]?.id !== field.id
  const nameOf = useRecordNames(table, isNamed ? examples.map(([record]) => record) : [], values)
  return (
    <>
      <h3 id={heading} className="text-xs font-medium text-ink-muted">
        Values that do not fit
      </h3>
      <ul
        aria-labelledby={heading}
        // Scrolled by keys too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="scroll-thin max-h-40 overflow-y-auto rounded-card border border-line outline-none focus-visible:ring-focus"
      >
        {examples.map(([record, text]) => (
          <li
            key={record}
            className="flex items-baseline gap-3 border-b border-line px-3 py-1.5 last:border-0"
          >
            <span className="min-w-0 flex-1 truncate">{text === '' ? 'Records without a name' : text}</span>
            {isNamed && (
              <span className="max-w-[50%] shrink-0 truncate text-xs text-ink-muted">{nameOf(record)}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}
