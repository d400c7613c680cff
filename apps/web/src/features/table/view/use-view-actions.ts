import {
  type BaseId,
  emptyViewConfig,
  type Result,
  type TableId,
  uuidV7,
  type View,
  type ViewConfig,
  type ViewId,
} from '@plinth/domain'
import { useBackend } from '../../../lib/backend-context.ts'
import { useSessionCache } from '../../../lib/session-cache.ts'
import { toast } from '../../../ui/Toast.tsx'
import { useTable } from '../table-context.ts'
import { noteViewChange, noteViewDeleted, noteViewMade, noteViewMove, type ViewCalls } from './view-steps.ts'

/** Time to take a deletion back. */
const undoMs = 10_000

/** Makes, changes and deletes saved views; shown at once where the answer says so. */
export function useViewActions(base: BaseId, table: TableId) {
  const { views } = useBackend()
  const { session } = useTable()
  const cache = useSessionCache()

  const patch = (change: (views: readonly View[]) => readonly View[]) =>
    cache.patchBase(base, (schema) => ({
      ...schema,
      tables: schema.tables.map((one) =>
        one.id === table ? { ...one, views: inOrder(change(one.views)) } : one,
      ),
    }))
  const put = (view: View) => patch((all) => [...all.filter(({ id }) => id !== view.id), view])

  async function create(
    name: string,
    isShared: boolean,
    config: ViewConfig = emptyViewConfig,
  ): Promise<Result<View>> {
    const result = await views.create(table, { id: uuidV7() as ViewId, name, isShared, config })
    if (result.ok) noteMade(result.value)
    return result
  }
  async function store(view: View, changes: Parameters<typeof views.update>[1]): Promise<Result<View>> {
    const result = await views.update(view.id, changes)
    if (result.ok) put(result.value)
    return result
  }
  async function update(view: View, changes: Parameters<typeof views.update>[1]): Promise<Result<View>> {
    const result = await store(view, changes)
    if (result.ok) {
      noteViewChange(session, view, result.value, changes, async (now, again) => {
        const stored = await store(now, again)
        if (!stored.ok) toast.error(stored.error)
        return stored.ok
      })
    } else if (changes.name === undefined) toast.error(result.error)
    return result
  }
  async function duplicate(view: View, name: string, isShared: boolean): Promise<Result<View>> {
    const result = await views.duplicate(view.id, { id: uuidV7() as ViewId, name, isShared })
    if (result.ok) noteMade(result.value)
    return result
  }
  function noteMade(view: View): void {
    put(view)
    noteViewMade(session, view, calls)
  }
  async function move(view: View, siblings: readonly View[], to: number): Promise<void> {
    const from = siblings.findIndex(({ id }) => id === view.id)
    if (await place(view, siblings, to)) noteViewMove(session, view, from, to, calls)
  }
  async function place(view: View, siblings: readonly View[], to: number): Promise<boolean> {
    const others = siblings.filter(({ id }) => id !== view.id)
    const placed = others.toSpliced(to, 0, view).map((one, position) => ({ ...one, position }))
    const undo = patch((all) => [...all.filter(({ isShared }) => isShared !== view.isShared), ...placed])
    const result = await views.move(view.id, to)
    if (result.ok) return true
    undo()
    toast.error(result.error)
    return false
  }
  async function remove(view: View): Promise<boolean> {
    if (!(await takeOut(view))) return false
    const restore = noteViewDeleted(session, view, calls)
    toast.success(`The view “${view.name}” is deleted.`, {
      durationMs: undoMs,
      action: { label: 'Undo', onAction: () => void restore() },
    })
    return true
  }
  async function takeOut(view: View): Promise<boolean> {
    const result = await views.delete(view.id)
    if (result.ok) patch((all) => all.filter(({ id }) => id !== view.id))
    else toast.error(result.error)
    return result.ok
  }
  const calls: ViewCalls = {
    async remove(view) {
      const isGone = await takeOut(view)
      if (isGone) toast.success(`The view “${view.name}” is deleted.`)
      return isGone
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
    move: place,
  }

  return { create, update, duplicate, move, remove }
}

/** As the database lists them: shared ones first. */
function inOrder(views: readonly View[]): View[] {
  return views.toSorted((a, b) => Number(b.isShared) - Number(a.isShared) || a.position - b.position)
}
