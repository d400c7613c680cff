import {
  type Field,
  type Figures,
  isLinks,
  isSortable,
  type LinkItem,
  labelOfPerson,
  limits,
  linkLabel,
  nameOfFormer,
} from '@plinth/domain'
import { groupKey, type RowWindow } from '@plinth/record-store'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'
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

export interface BoardCounts {
  readonly stacks: ReadonlyMap<StackValue, number> | null
  readonly lanes: ReadonlyMap<StackValue, number> | null
  /** What is added up of the records of a stack. */
  figuresOf(stack: StackValue): Figures
  /** Of a stack in a lane. */
  of(stack: StackValue, lane: StackValue): number | null
}

/** How many records there are where, from the groups of the window: by stacks, and by lanes within them. */
export function useBoardCounts({ query, figures: { groups } }: RowWindow, lanes: Field | null): BoardCounts {
  const known = useSyncExternalStore(groups?.subscribe ?? never, () => groups?.snapshot() ?? null)
  const byStacks = known?.isKnown ? known.groups : null
  const hasLanes = lanes !== null && query.groups?.[1]?.field === lanes.id
  return useMemo(() => {
    const outer = byStacks?.filter(({ depth }) => depth === 0) ?? []
    const inner = (hasLanes && byStacks?.filter(({ depth }) => depth === 1)) || []
    const cells = new Map(inner.map(({ key, count }) => [key, count]))
    const byLane = new Map<StackValue, number>()
    for (const { path, count } of inner) {
      const lane = path[1] as StackValue
      byLane.set(lane, (byLane.get(lane) ?? 0) + count)
    }
    return {
      stacks: byStacks && new Map(outer.map(({ path, count }) => [path[0] as StackValue, count])),
      lanes: byStacks && hasLanes ? byLane : null,
      figuresOf: (stack) => outer.find(({ path }) => path[0] === stack)?.figures ?? {},
      of: (stack, lane) => (byStacks && hasLanes ? (cells.get(groupKey([stack, lane])) ?? 0) : null),
    }
  }, [byStacks, hasLanes])
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
