/** The windows open on one table: one for each order, shared by all who look at it. */
import type { ViewQuery } from '@plinth/domain'
import type { RowWindow } from './row-window.ts'

export class OpenWindows {
  readonly #windows = new Map<string, { window: RowWindow; users: number }>()
  readonly #open: (query: ViewQuery) => RowWindow

  constructor(open: (query: ViewQuery) => RowWindow) {
    this.#open = open
  }

  enter(query: ViewQuery): RowWindow {
    const key = windowKey(query)
    let known = this.#windows.get(key)
    if (!known) {
      known = { window: this.#open(query), users: 0 }
      this.#windows.set(key, known)
    }
    known.users += 1
    return known.window
  }

  /** The last one to leave closes it. */
  leave(window: RowWindow): void {
    const key = windowKey(window.query)
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

  close(): void {
    this.each((window) => window.close())
    this.#windows.clear()
  }
}

/** Two queries with the same key show the same rows in the same order. */
function windowKey(query: ViewQuery): string {
  const sorts = query.sorts.map((sort) => `${sort.field} ${sort.direction}`)
  return [query.table, sorts.join(','), query.fields?.join(',') ?? '*'].join('|')
}
