/** The windows open on one table: one for each query, shared by all who look at it. */
import type { ViewQuery } from '@plinth/domain'
import type { RowWindow } from './row-window.ts'
import type { WindowSizes } from './window-fetcher.ts'

/** `sibling`: an open window of the same rows, in which other groups are closed; `sizes`: others than usual. */
type OpenWindow = (query: ViewQuery, sibling: RowWindow | null, sizes: WindowSizes | null) => RowWindow

export class OpenWindows {
  readonly #windows = new Map<string, { window: RowWindow; users: number }>()
  readonly #keys = new WeakMap<RowWindow, string>()
  readonly #open: OpenWindow

  constructor(open: OpenWindow) {
    this.#open = open
  }

  enter(query: ViewQuery, sizes: WindowSizes | null = null): RowWindow {
    const key = windowKey(query, sizes)
    let known = this.#windows.get(key)
    if (!known) {
      const sibling = [...this.#windows.values()].findLast(({ window }) => window.isSiblingOf(query))
      known = { window: this.#open(query, sibling?.window ?? null, sizes), users: 0 }
      this.#windows.set(key, known)
      this.#keys.set(known.window, key)
    }
    known.users += 1
    return known.window
  }

  /** The last one to leave closes it. */
  leave(window: RowWindow): void {
    const key = this.#keys.get(window) ?? ''
    const known = this.#windows.get(key)
    if (!known || known.window !== window) return
    known.users -= 1
    if (known.users > 0) return
    this.#windows.delete(key)
    window.close()
  }

  each(run: (window: RowWindow) => void): void {
    for (const { window } of Array.from(this.#windows.values())) run(window)
  }

  /** Runs many changes; each window shows them once, at the end. */
  quietly(run: () => void): void {
    const all = Array.from(this.#windows.values(), ({ window }) => window)
    for (const window of all) window.hush()
    try {
      run()
    } finally {
      for (const window of all) window.speak()
    }
  }

  close(): void {
    this.each((window) => window.close())
    this.#windows.clear()
  }
}

/** Two queries with the same key show the same rows in the same order; they share a window where its blocks are of one size. */
function windowKey(query: ViewQuery, sizes: WindowSizes | null): string {
  const { table, sorts, fields, filter, search, groups = [], collapsed = [], view = null } = query
  const order = (list: typeof sorts) => list.map(({ field, direction }) => [field, direction])
  const paths = collapsed.map((path) => JSON.stringify(path)).toSorted()
  const words = (search ?? '').trim().split(/\s+/).join(' ').toLowerCase()
  return JSON.stringify([
    table,
    order(sorts),
    fields ?? null,
    filter ?? null,
    words,
    order(groups),
    paths,
    view,
    sizes?.block ?? null,
    sizes?.isUnseen ?? false,
  ])
}
