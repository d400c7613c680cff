import type { Field, MoveRefusal } from '@plinth/domain'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { refusalSentence } from '../../../lib/transition-words.ts'
import { unwrap } from '../../../lib/unwrap.ts'
import { useTable } from '../table-context.ts'
import type { Stack } from './stacks.ts'
import type { CardDrag } from './use-card-drag.ts'

/** Why the card that is dragged does not go into a stack, as the database has it now; null: it does, as far as is known. */
export function useRefusals(field: Field, drag: CardDrag | null): (stack: Stack) => string | null {
  const { backend, table } = useTable()
  const { data } = useQuery({
    queryKey: ['moves', table.id, field.id, drag?.id, 'board'],
    queryFn: () => unwrap(backend.workflows.movesOf(table.id, field.id, drag!.id)),
    enabled: field.type === 'status' && drag !== null,
    // What is allowed depends on the record and on rights: it is asked each time.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  const names = useMemo(() => new Map(table.fields.map(({ id, name }) => [id as string, name])), [table])
  return useCallback(
    ({ value }: Stack) => {
      const refusal: MoveRefusal | null | undefined = data?.moves.find(({ to }) => to === value)?.refusal
      return refusal ? refusalSentence(refusal, names) : null
    },
    [data, names],
  )
}
