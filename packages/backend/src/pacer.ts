export interface Pacer<T> {
  /** Hands the value on now if the budget allows it, else the latest value as soon as it does. */
  push(value: T): void
  stop(): void
}

/** Lets at most `calls` values pass in any `perMs` milliseconds; of those that wait, only the latest survives. */
export function createPacer<T>(
  budget: { calls: number; perMs: number },
  deliver: (value: T) => void,
): Pacer<T> {
  const sentAt: number[] = []
  let waiting: { value: T } | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush(): void {
    timer = undefined
    if (waiting === null) return
    const now = Date.now()
    while (sentAt[0] !== undefined && now - sentAt[0] >= budget.perMs) sentAt.shift()
    const oldest = sentAt[0]
    if (sentAt.length >= budget.calls && oldest !== undefined) {
      timer = setTimeout(flush, oldest + budget.perMs - now)
      return
    }
    sentAt.push(now)
    const { value } = waiting
    waiting = null
    deliver(value)
  }

  return {
    push(value) {
      waiting = { value }
      if (timer === undefined) flush()
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      waiting = null
    },
  }
}
