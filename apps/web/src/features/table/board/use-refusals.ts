import type { Field, RecordId } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { refusalSentence } from '../../../lib/transition-words.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'
import { valueOfKey } from './stacks.ts'
import type { StackPlace } from './use-card-drag.ts'

/** Why a record does not go to a place of the board; null: it does, as far as is known. */
export type RefusalOf = (id: RecordId, from: StackPlace, to: StackPlace) => string | null

/** Asks the database about the record in hand, for its stack as for its lane, as both have their workflows. */
export function useRefusals(field: Field, lanes: Field | null, inHand: RecordId | null): RefusalOf {
  const ofStacks = useSentences(field, inHand)
  const ofLanes = useSentences(lanes, inHand)
  return useCallback(
    (id, from, to) => {
      if (id !== inHand) return null
      const byStack = from.stack === to.stack ? null : ofStacks.get(valueOfKey(to.stack))
      const byLane = from.lane === to.lane ? null : ofLanes.get(valueOfKey(to.lane))
      return byStack ?? byLane ?? null
    },
    [inHand, ofStacks, ofLanes],
  )
}

/** Which states a record may not go into now, each with the reason. */
function useSentences(field: Field | null, id: RecordId | null): ReadonlyMap<unknown, string> {
  const { backend, table } = useTable()
  const { data } = useQuery({
    queryKey: ['moves', table.id, field?.id, id, 'board'],
    queryFn: () => unwrap(backend.workflows.movesOf(table.id, field!.id, id!)),
    enabled: field?.type === 'status' && id !== null,
    // What is allowed depends on the record and on rights: it is asked each time.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  return useMemo(() => {
    const names = new Map(table.fields.map((one) => [one.id as string, one.name]))
    const refused = (data?.moves ?? []).flatMap(({ to, refusal }) =>
      refusal ? [[to, refusalSentence(refusal, names)] as const] : [],
    )
    return new Map<unknown, string>(refused)
  }, [data, table])
}
