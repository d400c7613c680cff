import type { Base, RecordId, Table, Violations } from '@plinth/domain'
import { Banner } from '../../ui/Banner.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Link } from '../../ui/Link.tsx'
import { countOf } from '../count-of.ts'
import { paths } from '../paths.ts'
import { useRecordNames } from '../records/use-records.ts'

/** Records named in the list; the number says how many there are. */
const mostNamed = 5

export interface ViolationNoteProps {
  base: Base
  table: Table
  violations: Violations
  /** The rule will hold for new and changed values only. */
  isKept: boolean
  onKeep: (isKept: boolean) => void
}

/** Which records do not follow a rule, and what to do about them: change them first, or leave them alone. */
export function ViolationNote({ base, table, violations, isKept, onKeep }: ViolationNoteProps) {
  const { violations: count, records } = violations
  if (count === 0) return <p className="text-xs text-ink-muted">All records follow this.</p>
  return (
    <Banner tone="warn" title={`${countOf(count, 'record does', 'records do')} not follow this`}>
      <RecordLinks base={base} table={table} records={records.slice(0, mostNamed)} />
      {count > mostNamed && <p className="mt-0.5">and {(count - mostNamed).toLocaleString()} more</p>}
      <Checkbox isSelected={isKept} onChange={onKeep} className="mt-2 text-current!">
        Leave what is there; hold for new and changed values only
      </Checkbox>
    </Banner>
  )
}

function RecordLinks(props: { base: Base; table: Table; records: readonly RecordId[] }) {
  const { base, table, records } = props
  const nameOf = useRecordNames(table, records, base)
  return (
    <ul className="mt-1 flex flex-col gap-0.5">
      {records.map((id) => (
        <li key={id} className="truncate">
          <Link
            isAlone
            href={`${paths.table(base.id, table.id)}?record=${id}`}
            target="_blank"
            className="text-inherit!"
          >
            {nameOf(id)}
            <span className="sr-only"> (in a new tab)</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
