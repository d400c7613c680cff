/** Memory of this process, in MB, before and at its highest, looked at every 50 ms. */
export interface MemoryFigures {
  rssBeforeMb: number
  rssPeakMb: number
  heapBeforeMb: number
  heapPeakMb: number
}

const mb = (bytes: number) => bytes / 1024 / 1024

export class MemoryWatch {
  private readonly before = process.memoryUsage()
  private rss = this.before.rss
  private heap = this.before.heapUsed
  private readonly timer = setInterval(() => this.look(), 50)

  stop(): MemoryFigures {
    clearInterval(this.timer)
    this.look()
    return {
      rssBeforeMb: mb(this.before.rss),
      rssPeakMb: mb(this.rss),
      heapBeforeMb: mb(this.before.heapUsed),
      heapPeakMb: mb(this.heap),
    }
  }

  private look(): void {
    const { rss, heapUsed } = process.memoryUsage()
    this.rss = Math.max(this.rss, rss)
    this.heap = Math.max(this.heap, heapUsed)
  }
}
