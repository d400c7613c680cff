import { type BaseMember, type CellValue, labelOfPerson, nameOfFormer } from '@plinth/domain'
import { PersonAvatar } from '../../lib/PersonAvatar.tsx'
import { useTable } from './table-context.ts'

/** Somebody in a cell: picture and name. Nothing until the people of the base are known. */
export function PersonName({ id }: { id: CellValue }) {
  const { values } = useTable()
  const people: readonly BaseMember[] | undefined = values.people
  if (!people) return null
  const person = people.find((one) => one.id === id)
  if (!person) return <span className="truncate text-ink-muted italic">{nameOfFormer(id, values)}</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <PersonAvatar person={person} size={20} />
      <span className="truncate">{labelOfPerson(person, people)}</span>
    </span>
  )
}
