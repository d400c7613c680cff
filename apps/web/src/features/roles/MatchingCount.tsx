import type { BaseSchema, RuleTree, Table } from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { countOf } from '../../lib/count-of.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** How many records a rule reaches now, counted by the database. */
export function MatchingCount(props: { schema: BaseSchema; table: Table; rule: RuleTree | null }) {
  const { schema, table, rule } = props
  const backend = useBackend()
  const { data, isError, isFetching } = useQuery({
    queryKey: ['base', schema.base.id, 'access', 'matching', table.id, rule],
    queryFn: () => unwrap(backend.roles.countMatching(table.id, rule!)),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    retry: false,
  })
  return (
    <p aria-live="polite" className="min-h-5 text-xs text-ink-muted tabular-nums">
      {rule === null
        ? ''
        : isError
          ? 'Too many records to count while you wait.'
          : data
            ? sentence(data)
            : 'Counting …'}
      {rule !== null && data && isFetching && ' …'}
    </p>
  )
}

const sentence = ({ matching, total }: { matching: number; total: number }): string =>
  `${matching.toLocaleString()} of ${countOf(total, 'record matches', 'records match')} now.`
