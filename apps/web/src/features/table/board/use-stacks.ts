import {
  type Field,
  isLinks,
  isSortable,
  type LinkItem,
  labelOfPerson,
  limits,
  linkLabel,
  nameOfFormer,
} from '@plinth/domain'
import type { RowWindow } from '@plinth/record-store'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'
import { type BoardCounts, boardCounts } from './board-counts.ts'
import { type Stack, type StackSource, type StackValue, stacksOf } from './stacks.ts'

const never = () => () => undefined
const none: readonly never[] = []

/** The stacks of a board by a field, or its lanes. `counts`: of records by value, as far as it is known. */
export function useStacks(
  field: Field | null,
  counts: ReadonlyMap<StackValue, number> | null,
): readonly Stack[] {
  const { values } = useTable()
  const linked = useLinkedRecords(field)
  const { people = none } = values
  return useMemo(() => {
    if (!field) return []
    const source: StackSource = {
      counts,
      linked,
      people: people.map((person) => ({ id: person.id, name: labelOfPerson(person, people) })),
      formerName: (id) => nameOfFormer(id, values),
    }
    return stacksOf(field, source)
  }, [field, counts, linked, people, values])
}

/** What is counted of the stacks, and of the lanes, as far as the groups of the window tell it. */
export function useBoardCounts(
  { query, figures: { groups } }: RowWindow,
  { id: stacks }: Field,
  lanes: Field | null,
): BoardCounts {
  const known = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot() ?? null)
  return useMemo(() => {
    const by = (query.groups ?? []).map(({ field }) => field)
    return boardCounts(known?.isKnown ? known.groups : null, by, { stacks, lanes: lanes?.id ?? null })
  }, [known, query, stacks, lanes])
}

/** The records of the linked table in the order of their names; asked for again whenever links are shown anew. */
function useLinkedRecords(field: Field | null): StackSource['linked'] {
  const { backend, tableOf, values } = useTable()
  const target = field?.type === 'link' && field.options.target ? tableOf(field.options.target) : undefined
  const first = target?.fields[0]
  const { data } = useQuery({
    queryKey: ['stacks', target?.id, first?.id],
    queryFn: () =>
      unwrap(
        backend.rows.window({
          query: {
            table: target!.id,
            sorts: first && isSortable(first.type) ? [{ field: first.id, direction: 'asc' }] : [],
            fields: first ? [first.id] : [],
          },
          anchor: null,
          direction: 'forward',
          skip: 0,
          take: limits.stacksByLinks,
        }),
      ),
    enabled: target !== undefined,
  })
  return useMemo(() => {
    if (!field || !first || !data) return none
    return data.rows.map(({ id, values: own }) => {
      const value = own[first.id] ?? null
      const item: LinkItem = [id, isLinks(value) ? null : value]
      return { item, label: linkLabel(item, field, values) }
    })
  }, [data, field, first, values])
}
