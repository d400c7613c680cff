import type { Result, RuleTree } from '@plinth/domain'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { countOf } from '../count-of.ts'
import { unwrap } from '../unwrap.ts'

/** How records are counted for which a condition is true. */
export interface Counting {
  /** What is counted among, for the cache. */
  readonly key: readonly unknown[]
  ask(rule: RuleTree): Promise<Result<{ readonly matching: number; readonly total: number }>>
}

/** Of how many records a condition is true now, counted by the database. */
export function MatchingCount({ counting, rule }: { counting: Counting; rule: RuleTree | null }) {
  const { data, isError, isFetching } = useQuery({
    queryKey: [...counting.key, rule],
    queryFn: () => unwrap(counting.ask(rule!)),
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
