/** Somebody who does one thing over and over while something else happens, and how long it took at most. */
export interface Loop {
  /** The longest time in ms that one turn took, of those under way since the last call of `begin`. */
  longest(): number
  begin(): void
  stop(): Promise<void>
}

/** Repeats `turn` without a pause until it is stopped. A turn that fails, fails the benchmark. */
export function startLoop(turn: () => Promise<unknown>): Loop {
  const state = { isOn: true }
  let longest = 0
  let started = 0
  let failure: unknown
  const run = async () => {
    while (state.isOn) {
      started = performance.now()
      await turn()
      longest = Math.max(longest, performance.now() - started)
    }
  }
  // A turn that fails because the end has come is no failure of what is measured.
  const running = run().catch((error: unknown) => {
    if (state.isOn) failure = error
  })
  return {
    longest: () => (state.isOn ? Math.max(longest, performance.now() - started) : longest),
    begin() {
      longest = 0
    },
    async stop() {
      state.isOn = false
      await running
      if (failure !== undefined) throw failure
    },
  }
}
