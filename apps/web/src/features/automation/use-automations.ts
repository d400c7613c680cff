import {
  type Automation,
  type AutomationId,
  type AutomationRunId,
  type Backend,
  type BaseId,
  type BaseSchema,
  limits,
  type Result,
} from '@plinth/domain'
import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useBackend } from '../../lib/backend-context.ts'
import { unwrap } from '../../lib/unwrap.ts'
import { useAction } from '../../lib/use-action.ts'
import { toast } from '../../ui/Toast.tsx'

/** Nothing tells the app when one has run. */
const freshMs = 10_000
const runsPerPage = Math.min(25, limits.automationRunsPerRequest)

export const automationsQuery = (backend: Backend, base: BaseId) =>
  queryOptions({
    // Of the base: whoever changes an automation tells everybody there that the base is not what it was.
    queryKey: ['base', base, 'automations'],
    queryFn: () => unwrap(backend.automations.list(base)),
    staleTime: freshMs,
    refetchInterval: freshMs,
  })

/** Pages of runs, the last ones first. */
export const runsQuery = (backend: Backend, base: BaseId, automation: AutomationId) =>
  infiniteQueryOptions({
    queryKey: ['base', base, 'automation-runs', automation],
    queryFn: ({ pageParam }) =>
      unwrap(backend.automations.runs(automation, { before: pageParam, take: runsPerPage })),
    initialPageParam: null as AutomationRunId | null,
    getNextPageParam: (page) => (page.length < runsPerPage ? undefined : page.at(-1)?.id),
    staleTime: 0,
    // Only while the newest alone are shown: who reads further back keeps their place.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : freshMs / 2),
  })

export interface AutomationActions {
  create: Backend['automations']['create']
  update: Backend['automations']['update']
  remove: (id: AutomationId) => Promise<Result<null>>
  setPaused: Backend['automations']['setPaused']
}

const replace = (all: readonly Automation[], one: Automation) =>
  all.map((each) => (each.id === one.id ? one : each))

/** What changes automations; the list shows it at once. */
export function useAutomationActions({ base }: Pick<BaseSchema, 'base'>): AutomationActions {
  const backend = useBackend()
  const client = useQueryClient()
  const { queryKey } = automationsQuery(backend, base.id)
  const put = <T>(
    result: Result<T>,
    change: (all: readonly Automation[], value: T) => readonly Automation[],
  ) => {
    if (result.ok) {
      client.setQueryData(queryKey, (now) =>
        now ? { ...now, automations: change(now.automations, result.value) } : now,
      )
      void client.invalidateQueries({ queryKey: ['base', base.id, 'automation-runs'] })
    }
    return result
  }
  const { automations } = backend
  return {
    create: async (id, draft) => put(await automations.create(id, draft), (all, one) => [...all, one]),
    update: async (id, draft) => put(await automations.update(id, draft), replace),
    remove: async (id) => put(await automations.delete(id), (all) => all.filter((one) => one.id !== id)),
    setPaused: async (id, isPaused) => put(await automations.setPaused(id, isPaused), replace),
  }
}

/** Pauses an automation or lets it go on; a refusal is told, and answered with false. */
export function usePause(schema: Pick<BaseSchema, 'base'>) {
  const { run, isPending } = useAction(useAutomationActions(schema).setPaused)
  return {
    isPending,
    async set(id: AutomationId, isPaused: boolean): Promise<boolean> {
      const result = await run(id, isPaused)
      if (!result.ok) toast.error(result.error)
      return result.ok
    },
  }
}
