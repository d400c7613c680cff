import type { Cancel, Clock } from '../clock.ts'

interface Timer {
  readonly at: number
  readonly no: number
  readonly run: () => void
}

/** Time that moves only when told to; promises settle between any two timers. */
export class FakeClock implements Clock {
  #now = 0
  #no = 0
  #timers: Timer[] = []
  #seed: number

  constructor(seed = 1) {
    this.#seed = seed
  }

  now(): number {
    return this.#now
  }

  after(ms: number, run: () => void): Cancel {
    this.#no += 1
    // As browsers do: parts of a millisecond are cut off, so that a timer may run a little early.
    const timer = { at: this.#now + Math.max(0, Math.trunc(ms)), no: this.#no, run }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  frame(run: () => void): Cancel {
    return this.after(16, run)
  }

  random(): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return this.#seed / 2_147_483_648
  }

  /** Resolves after `ms` of this clock. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.after(ms, resolve)
    })
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms
    await settle()
    for (;;) {
      const next = this.#timers
        .filter((timer) => timer.at <= end)
        .sort((a, b) => a.at - b.at || a.no - b.no)[0]
      if (!next) break
      this.#timers = this.#timers.filter((timer) => timer !== next)
      this.#now = Math.max(this.#now, next.at)
      next.run()
      await settle()
    }
    this.#now = end
  }
}

/** Lets promise chains run out. */
async function settle(): Promise<void> {
  for (let n = 0; n < 12; n++) await Promise.resolve()
}
