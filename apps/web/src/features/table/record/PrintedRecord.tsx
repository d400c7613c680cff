/** A record on paper: its fields, comments and foot, without anything to press. `ui/print.css` shows it in place of the app. */
import {
  completeLayout,
  type Field,
  fieldTypes,
  isLinks,
  isOfPeople,
  type LinkValue,
  linkLabel,
  restrictedLinks,
  starsOf,
  type UserId,
} from '@plinth/domain'
import type { RowView } from '@plinth/record-store'
import { createPortal } from 'react-dom'
import { cx } from '../../../ui/cx.ts'
import { restrictedText } from '../links/link-words.ts'
import { ReadText } from '../markdown/ReadText.tsx'
import { createdText } from '../record-created.ts'
import { useTable } from '../table-context.ts'
import { useWhyEmpty } from '../use-why-empty.ts'
import { Moment, useAbout } from './RecordFoot.tsx'
import { useComments } from './use-comments.ts'
import { usePeople } from './use-people.ts'

export function PrintedRecord({ row, title }: { row: RowView; title: string }) {
  const { table } = useTable()
  const { sections } = completeLayout(table.layout, table.fields)
  const fields = new Map(table.fields.map((field) => [field.id, field]))
  const about = useAbout(row)
  return createPortal(
    <article data-print>
      <header>
        <p>{table.name}</p>
        <h1>{title || 'Unnamed record'}</h1>
      </header>
      {sections.map(({ name, fields: placed }, at) => (
        <section key={`${at} ${name}`}>
          {name !== '' && <h2>{name}</h2>}
          <dl>
            {placed.map(({ field: id, width }) => {
              const field = fields.get(id)
              return (
                field && (
                  <div key={id} className={cx(width === 'whole' && 'whole')}>
                    <dt>{field.name}</dt>
                    <dd>
                      <PrintedValue row={row} field={field} />
                    </dd>
                  </div>
                )
              )
            })}
          </dl>
        </section>
      ))}
      <PrintedComments row={row} />
      <footer>
        {about && (
          <>
            <Moment what="Created" at={about.createdAt} by={about.createdBy} />
            {row.ver > 1 && <Moment what="Changed" at={about.changedAt} by={about.changedBy} />}
          </>
        )}
      </footer>
    </article>,
    document.body,
  )
}

function PrintedValue({ row, field }: { row: RowView; field: Field }) {
  const { values } = useTable()
  const { nameOf } = usePeople()
  const whyEmpty = useWhyEmpty()
  const value = row.values[field.id] ?? null
  if (field.type === 'checkbox') return value === true ? 'Yes' : 'No'
  if (field.type === 'long_text' && !field.rollup && typeof value === 'string') {
    return <ReadText text={value} label={field.name} />
  }
  if (field.type === 'rating' && typeof value === 'number') return starsOf(value, field)
  if (isOfPeople(field.type) && value !== null) return nameOf(value as UserId)
  if (isLinks(value)) return <PrintedLinks value={value} field={field} />
  const text = fieldTypes[field.type].formatText(value, field, values)
  return text || whyEmpty?.(field, row.values)?.error || '–'
}

/** A line each: a name may hold a comma. */
function PrintedLinks({ value, field }: { value: LinkValue; field: Field }) {
  const { values } = useTable()
  const restricted = restrictedLinks(value)
  const more = value.count - value.items.length - restricted
  if (value.count === 0) return '–'
  return (
    <ul>
      {value.items.map((item) => (
        <li key={item[0]}>{linkLabel(item, field, values)}</li>
      ))}
      {more > 0 && <li>{`and ${more.toLocaleString()} more`}</li>}
      {restricted > 0 && <li>{restrictedText(restricted)}</li>}
    </ul>
  )
}

function PrintedComments({ row }: { row: RowView }) {
  const { values } = useTable()
  const { known } = useComments(row.id)
  const { nameOf } = usePeople()
  if (!known || known.comments.length === 0) return null
  return (
    <section>
      <h2>Comments</h2>
      {known.comments.map(({ id, author, body, createdAt }) => (
        <div key={id} className="comment">
          <p>
            <strong>{nameOf(author)}</strong> · {createdText(new Date(createdAt), values)}
          </p>
          <ReadText text={body} />
        </div>
      ))}
    </section>
  )
}
