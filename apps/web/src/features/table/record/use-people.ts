import { type BaseMember, labelOfPerson, nameOfFormer, type UserId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { queries } from '../../../lib/queries.ts'
import { useTable } from '../table-context.ts'

export interface People {
  /** Null: not in the base any more, or not known yet. */
  find(id: UserId): BaseMember | null
  /** Empty until the people of the base are known. */
  nameOf(id: UserId): string
}

/** Those who are in the base, and the names of those who were. */
export function usePeople(): People {
  const { backend, base, values } = useTable()
  const { data: people } = useQuery(queries.baseMembers(backend, base))
  const find = (id: UserId) => people?.find((one) => one.id === id) ?? null
  return {
    find,
    nameOf(id) {
      if (!people) return ''
      const person = find(id)
      return person ? labelOfPerson(person, people) : nameOfFormer(id, values)
    },
  }
}
