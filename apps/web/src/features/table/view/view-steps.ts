/** Changes of what a view shows as steps that can be taken back: in the address, where they were made. */
import type { View, ViewConfig, ViewId } from '@plinth/domain'
import type { TableSession } from '@plinth/record-store'
import { useLayoutEffect, useMemo } from 'react'
import { canonical } from '../../../lib/canonical.ts'
import { toast } from '../../../ui/Toast.tsx'
import type { TableView } from './table-view.ts'

/** What each open table shows now: a step is taken back there, however often the page was drawn since. */
const shown = new WeakMap<TableSession, TableView>()

/** The view, with each of its changes noted as a step. */
export function useViewSteps(view: TableView, session: TableSession | null): TableView {
  useLayoutEffect(() => {
    if (!session) return
    shown.set(session, view)
    return () => void shown.delete(session)
  }, [session, view])
  return useMemo(() => {
    if (!session) return view
    const { config, saved } = view
    const note = (before: Partial<ViewConfig>, after: Partial<ViewConfig>) => {
      if (canonical(before) === canonical(after)) return
      const put = (next: Partial<ViewConfig>) => show(session, saved, next)
      const series = `${saved?.id} ${Object.keys(after).join(' ')} ${changedPart(before.settings, after.settings)}`
      session.noteAct({ series, back: () => put(before), again: () => put(after) })
    }
    return {
      ...view,
      change(changes) {
        note(partOf(config, changes), changes)
        view.change(changes)
      },
      reset() {
        if (saved) note(partOf(config, saved.config), saved.config)
        view.reset()
      },
    }
  }, [view, session])
}

/** Where in two documents the one thing is that differs: what is typed there is one step, and what is done elsewhere another. */
export function changedPart(before: unknown, after: unknown): string {
  if (!isWhole(before) || !isWhole(after)) return ''
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = keys.filter((key) => canonical(before[key]) !== canonical(after[key]))
  const [key] = changed
  return changed.length === 1 && key !== undefined ? `${key} ${changedPart(before[key], after[key])}` : ''
}

const isWhole = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** What stood in a view where something else is put. */
export const partOf = (config: ViewConfig, changes: Partial<ViewConfig>): Partial<ViewConfig> =>
  Object.fromEntries((Object.keys(changes) as (keyof ViewConfig)[]).map((key) => [key, config[key]]))

async function show(
  session: TableSession,
  saved: { readonly id: ViewId; readonly name: string } | null,
  next: Partial<ViewConfig>,
): Promise<boolean> {
  const now = shown.get(session)
  if (now?.saved?.id !== saved?.id) {
    toast.info('This step was made in another view', {
      description: saved ? `It stays as it is. Open “${saved.name}” to change it.` : 'It stays as it is.',
    })
    return false
  }
  now?.change(next)
  return now !== undefined
}

/** Parts of a saved view that a person changes. */
export type ViewChanges = Partial<Pick<View, 'name' | 'isLocked' | 'isShared' | 'icon' | 'config'>>

/** Notes a change of a saved view; `update` stores, and answers false where that is refused. */
export function noteViewChange(
  session: TableSession,
  before: View,
  after: View,
  changes: ViewChanges,
  update: (view: View, changes: ViewChanges) => Promise<boolean>,
): void {
  const keys = Object.keys(changes) as (keyof ViewChanges)[]
  const part = (view: View): ViewChanges => Object.fromEntries(keys.map((key) => [key, view[key]]))
  const put = async (from: View, to: View): Promise<boolean> => {
    const now = shown.get(session)?.all.find(({ id }) => id === before.id)
    if (now && canonical(part(now)) === canonical(part(from))) return update(now, part(to))
    tellStayed(before, now)
    return false
  }
  if (canonical(part(before)) === canonical(part(after))) return
  session.noteAct({ back: () => put(after, before), again: () => put(before, after) })
}

/** How a view is deleted, brought back and put elsewhere; each answers false where that is refused, and has told so. */
export interface ViewCalls {
  remove(view: View): Promise<boolean>
  restore(view: View): Promise<boolean>
  move(view: View, siblings: readonly View[], to: number): Promise<boolean>
}

/** Notes that a view was made: taken back it is deleted, unless somebody has changed it since. */
export function noteViewMade(session: TableSession, made: View, calls: ViewCalls): void {
  session.noteAct({
    back: () => removeAsLeft(session, made, calls),
    again: () => restore(session, made, calls),
  })
}

/** Notes that a view was deleted; answers how to bring it back now. */
export function noteViewDeleted(session: TableSession, gone: View, calls: ViewCalls): () => Promise<boolean> {
  const back = () => restore(session, gone, calls)
  session.noteAct({ back, again: () => removeAsLeft(session, gone, calls) })
  return back
}

/** Notes that a view went from one place to another among those like it. */
export function noteViewMove(
  session: TableSession,
  view: View,
  from: number,
  to: number,
  calls: ViewCalls,
): void {
  if (from === to) return
  const put = async (expected: number, place: number): Promise<boolean> => {
    const all = shown.get(session)?.all ?? []
    const now = all.find(({ id }) => id === view.id)
    const siblings = all.filter(({ isShared }) => isShared === now?.isShared)
    if (now && siblings.indexOf(now) === expected) return calls.move(now, siblings, place)
    tellStayed(view, now)
    return false
  }
  session.noteAct({ back: () => put(to, from), again: () => put(from, to) })
}

async function removeAsLeft(session: TableSession, left: View, calls: ViewCalls): Promise<boolean> {
  const now = shown.get(session)?.all.find(({ id }) => id === left.id)
  if (!now || !isSameView(now, left)) {
    tellStayed(left, now)
    return false
  }
  const isGone = await calls.remove(now)
  const view = shown.get(session)
  if (isGone && view?.saved?.id === left.id) view.open(null)
  return isGone
}

function isSameView(one: View, other: View): boolean {
  const keys = ['name', 'isLocked', 'isShared', 'icon', 'config'] as const
  return keys.every((key) => canonical(one[key]) === canonical(other[key]))
}

async function restore(session: TableSession, gone: View, calls: ViewCalls): Promise<boolean> {
  // By another way it is back already: that is what was wanted.
  if (shown.get(session)?.all.some(({ id }) => id === gone.id)) return true
  return calls.restore(gone)
}

function tellStayed(before: View, now: View | undefined): void {
  toast.info(
    now ? `The view “${now.name}” was changed since` : `The view “${before.name}” is not there any more`,
    { description: 'It stays as it is now, so that nobody’s change is lost.' },
  )
}
