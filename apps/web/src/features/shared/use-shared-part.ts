import type { SharedPart, SharedRows } from '@plinth/domain'
import { keepPreviousData, skipToken, useInfiniteQuery } from '@tanstack/react-query'
import { toAppError, unwrap } from '../../lib/unwrap.ts'
import type { SharedSource } from './shared-host.ts'
import { useOutdated } from './use-outdated.ts'

/** The records of a part of a view, some at a time; none while it is not wanted. */
export function useSharedPart(
  { backend, token, pass, onShut }: SharedSource,
  part: SharedPart,
  { take, isWanted = true }: { take: number; isWanted?: boolean },
) {
  const query = useInfiniteQuery({
    queryKey: ['shared', token, pass, 'part', part, take],
    queryFn: isWanted
      ? ({ pageParam }) => unwrap(backend.shares.rows(token, pass, { after: pageParam, take, part }))
      : skipToken,
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: SharedRows) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const error = query.error ? toAppError(query.error) : null
  const isOutdated = useOutdated(error, onShut)
  const more = () => void query.fetchNextPage()
  return {
    rows: query.data?.pages.flatMap(({ rows }) => rows) ?? null,
    error,
    /** What is there is of another part, until this one is. */
    isOld: query.isPlaceholderData,
    isLoading: query.isFetching,
    isLoadingMore: query.isFetchingNextPage,
    hasMore: query.hasNextPage,
    more,
    /** After the last record that is known, or from the beginning where that one is not there any more. */
    retry: () => (query.isFetchNextPageError && !isOutdated ? more() : void query.refetch()),
  }
}
