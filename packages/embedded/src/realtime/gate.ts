/** Lets so many tasks run at once; the others wait in order. */
export class Gate {
  private running = 0
  private readonly waiting: (() => void)[] = []

  constructor(private readonly width: number) {}

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.running >= this.width) await new Promise<void>((resolve) => this.waiting.push(resolve))
    else this.running += 1
    try {
      return await task()
    } finally {
      // The place goes to the next in line, or becomes free.
      const next = this.waiting.shift()
      if (next) next()
      else this.running -= 1
    }
  }
}
