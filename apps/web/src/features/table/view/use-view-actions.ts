import {
  type BaseId,
  type Result,
  type TableId,
  uuidV7,
  type View,
  type ViewId,
  type ViewsApi,
} from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useBackend } from '../../../lib/backend-context.ts'
import { useSessionCache } from '../../../lib/session-cache.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'
import { noteViewChange, noteViewDeleted, noteViewMade, noteViewMove, type ViewCalls } from './view-steps.ts'

/** Time to take a deletion back. */
const undoMs = 10_000

/** Makes, changes and deletes saved views; shown at once where the answer says so. */
export function useViewActions(base: BaseId, table: TableId): ViewActions {
  const { views } = useBackend()
  const { session } = useTable()
  const cache = useSessionCache()
  const patch: PatchViews = (change) =>
    cache.patchBase(base, (schema) => ({
      ...schema,
      tables: schema.tables.map((one) =>
        one.id === table ? { ...one, views: inOrder(change(one.views)) } : one,
      ),
    }))
  return viewActions({ views, session, table, patch })
}

type Changes = Parameters<ViewsApi['update']>[1]
/** Shows other views at once; answers how to take that back. */
type PatchViews = (change: (views: readonly View[]) => readonly View[]) => () => void

export type NewView = Omit<Parameters<ViewsApi['create']>[1], 'id'>

export interface ViewActions {
  create(definition: NewView): Promise<Result<View>>
  update(view: View, changes: Changes): Promise<Result<View>>
  duplicate(view: View, name: string, isShared: boolean): Promise<Result<View>>
  move(view: View, siblings: readonly View[], to: number): Promise<void>
  /** Answers whether it is deleted. */
  remove(view: View): Promise<boolean>
}

interface ViewActionsScope {
  readonly views: ViewsApi
  readonly session: TableSession
  readonly table: TableId
  readonly patch: PatchViews
}

function viewActions({ views, session, table, patch }: ViewActionsScope): ViewActions {
  const put = (view: View) => patch((all) => [...all.filter(({ id }) => id !== view.id), view])
  const calls = viewCalls(views, patch, put)
  const noteMade = (result: Result<View>): Result<View> => {
    if (!result.ok) return result
    put(result.value)
    noteViewMade(session, result.value, calls)
    return result
  }
  const store = async (view: View, changes: Changes): Promise<Result<View>> => {
    const result = await views.update(view.id, changes)
    if (result.ok) put(result.value)
    return result
  }
  const storeAgain = async (view: View, changes: Changes): Promise<boolean> => {
    const stored = await store(view, changes)
    if (!stored.ok) toast.error(stored.error)
    return stored.ok
  }
  return {
    create: async (definition) =>
      noteMade(await views.create(table, { id: uuidV7() as ViewId, ...definition })),
    duplicate: async (view, name, isShared) =>
      noteMade(await views.duplicate(view.id, { id: uuidV7() as ViewId, name, isShared })),
    async update(view, changes) {
      const result = await store(view, changes)
      if (result.ok) noteViewChange(session, view, result.value, changes, storeAgain)
      else if (changes.name === undefined) toast.error(result.error)
      return result
    },
    async move(view, siblings, to) {
      const from = siblings.findIndex(({ id }) => id === view.id)
      if (await calls.move(view, siblings, to)) noteViewMove(session, view, from, to, calls)
    },
    async remove(view) {
      const isGone = await calls.remove(view)
      if (!isGone) return false
      const restore = noteViewDeleted(session, view, calls)
      toast.success(`The view “${view.name}” is deleted.`, {
        durationMs: undoMs,
        action: { label: 'Undo', onAction: () => void restore() },
      })
      return true
    },
  }
}

function viewCalls(views: ViewsApi, patch: PatchViews, put: (view: View) => void): ViewCalls {
  return {
    async remove(view) {
      const result = await views.delete(view.id)
      if (result.ok) patch((all) => all.filter(({ id }) => id !== view.id))
      else toast.error(result.error)
      return result.ok
    },
    async restore({ id, name }) {
      const result = await views.restore(id)
      if (result.ok) {
        put(result.value)
        toast.success(`The view “${name}” is back.`)
      } else if (result.error.code === 'not_found') {
        toast.info(`The view “${name}” is gone for good`, {
          description: 'It was deleted more than a day ago.',
        })
      } else toast.error(result.error)
      return result.ok
    },
    async move(view, siblings, to) {
      const others = siblings.filter(({ id }) => id !== view.id)
      const placed = others.toSpliced(to, 0, view).map((one, position) => ({ ...one, position }))
      const undo = patch((all) => [...all.filter(({ isShared }) => isShared !== view.isShared), ...placed])
      const result = await views.move(view.id, to)
      if (result.ok) return true
      undo()
      toast.error(result.error)
      return false
    },
  }
}

/** As the database lists them: shared ones first. */
function inOrder(views: readonly View[]): View[] {
  return views.toSorted((a, b) => Number(b.isShared) - Number(a.isShared) || a.position - b.position)
}
