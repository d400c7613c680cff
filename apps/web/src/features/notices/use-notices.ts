import { limits, type NoticeId } from '@plinth/domain'
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { unwrap } from '../../lib/unwrap.ts'

/** Nothing tells the app when a new one comes. */
const askedMs = 20_000
const perPage = Math.min(20, limits.noticesPerRequest)

export function useNotices() {
  const { automations } = useBackend()
  const client = useQueryClient()
  const query = infiniteQueryOptions({
    queryKey: ['notices'],
    queryFn: ({ pageParam }) => unwrap(automations.notices({ before: pageParam, take: perPage })),
    initialPageParam: null as NoticeId | null,
    getNextPageParam: ({ notices }) => (notices.length < perPage ? undefined : notices.at(-1)?.id),
    staleTime: askedMs / 2,
    refetchInterval: askedMs,
    refetchOnWindowFocus: true,
  })
  const answer = useInfiniteQuery(query)
  const notices = answer.data?.pages.flatMap((page) => page.notices) ?? []
  const read = async () => {
    const unread = notices.flatMap(({ id, isRead }) => (isRead ? [] : [id]))
    if (unread.length === 0) return
    const result = await automations.readNotices(unread)
    if (result.ok) await client.invalidateQueries({ queryKey: query.queryKey })
  }
  return { answer, notices, unread: answer.data?.pages[0]?.unread ?? 0, read }
}
