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

export interface Stacks {
  readonly stacks: readonly Stack[]
  /** There are more of them than a board shows. */
  readonly isCut: boolean
}

/** The stacks of a board by a field, or its lanes. `counts`: of records by value, as far as it is known. */
export function useStacks(field: Field | null, counts: ReadonlyMap<StackValue, number> | null): Stacks {
  const { values } = useTable()
  const { linked, isCut } = useLinkedRecords(field)
  const { people = none } = values
  const stacks = useMemo(() => {
    if (!field) return []
    const source: StackSource = {
      counts,
      linked,
      people: people.map((person) => ({ id: person.id, name: labelOfPerson(person, people) })),
      formerName: (id) => nameOfFormer(id, values),
    }
    return stacksOf(field, source)
  }, [field, counts, linked, people, values])
  return { stacks, isCut }
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

/** The first records of the linked table in the order of their names; asked for again whenever links are shown anew. */
function useLinkedRecords(field: Field | null): Pick<StackSource, 'linked'> & Pick<Stacks, 'isCut'> {
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
          // One more tells that there are more.
          take: limits.stacksByLinks + 1,
        }),
      ),
    enabled: target !== undefined,
  })
  const linked = useMemo(() => {
    if (!field || !first || !data) return none
    return data.rows.slice(0, limits.stacksByLinks).map(({ id, values: own }) => {
      const value = own[first.id] ?? null
      const item: LinkItem = [id, isLinks(value) ? null : value]
      return { item, label: linkLabel(item, field, values) }
    })
  }, [data, field, first, values])
  return { linked, isCut: (data?.rows.length ?? 0) > limits.stacksByLinks }
}
