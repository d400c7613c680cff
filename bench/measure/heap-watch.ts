/**
 * What a page and its workers hold while they work: the heaps of their isolates, read through the browser's protocol, and the
 * resident memory of their process from `/proc`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Chromium, Protocol, Tab } from './browser.ts'

/**
 * `as it is` reads twice a second; what nobody can reach any more counts until the browser collects it. `collected` has the
 * garbage collected before each reading, so that what is really held is left.
 */
export type Reading = 'as it is' | 'collected'
const pauseMs: Record<Reading, number> = { 'as it is': 500, collected: 1_000 }

export interface HeapFigures {
  pageMb: number
  workerMb: number
  rssMb: number
}

const mb = (bytes: number) => bytes / 2 ** 20

export class HeapWatch {
  private readonly protocol: Protocol
  private readonly tab: Tab
  private readonly browserPid: number
  private readonly workers = new Set<string>()
  private readonly ignore: () => void

  private constructor(protocol: Protocol, tab: Tab, browserPid: number) {
    this.protocol = protocol
    this.tab = tab
    this.browserPid = browserPid
    this.ignore = protocol.listen(({ method, sessionId, params }) => {
      if (sessionId !== tab.session) return
      const session = String(params?.sessionId)
      if (method === 'Target.attachedToTarget') this.workers.add(session)
      if (method === 'Target.detachedFromTarget') this.workers.delete(session)
    })
  }

  /** Watches a page and the workers that it starts from now on. */
  static async open({ protocol }: Chromium, tab: Tab): Promise<HeapWatch> {
    const { processInfo } = await protocol.send<{ processInfo: { type: string; id: number }[] }>(
      'SystemInfo.getProcessInfo',
    )
    const browser = processInfo.find(({ type }) => type === 'browser')
    if (!browser) throw new Error('the browser names no process of its own')
    const watch = new HeapWatch(protocol, tab, browser.id)
    await tab.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: true })
    return watch
  }

  /** Reads until `isDone`; answers the most of each that was seen. */
  async peak(reading: Reading, isDone: () => boolean): Promise<HeapFigures & { samples: number }> {
    let peak = { pageMb: 0, workerMb: 0, rssMb: 0, samples: 0 }
    while (!isDone()) {
      if (reading === 'collected') await this.collect()
      const now = await this.read()
      peak = {
        pageMb: Math.max(peak.pageMb, now.pageMb),
        workerMb: Math.max(peak.workerMb, now.workerMb),
        rssMb: Math.max(peak.rssMb, now.rssMb),
        samples: peak.samples + 1,
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs[reading]))
    }
    return peak
  }

  close(): void {
    this.ignore()
  }

  private async collect(): Promise<void> {
    for (const session of this.sessions())
      await this.protocol.send('HeapProfiler.collectGarbage', {}, session)
  }

  private sessions(): string[] {
    return [this.tab.session, ...this.workers]
  }

  private async read(): Promise<HeapFigures> {
    const [page, ...workers] = await Promise.all(this.sessions().map((one) => this.heapOf(one)))
    return {
      pageMb: mb(page ?? 0),
      workerMb: mb(workers.reduce((sum, bytes) => sum + bytes, 0)),
      rssMb: mb(rendererBytes(this.browserPid)),
    }
  }

  /** Objects, buffers and what the browser keeps for them. */
  private async heapOf(session: string): Promise<number> {
    const usage = await this.protocol.send<Record<string, number>>('Runtime.getHeapUsage', {}, session)
    return (usage.usedSize ?? 0) + (usage.embedderHeapUsedSize ?? 0) + (usage.backingStorageSize ?? 0)
  }
}

/** Resident bytes of the largest renderer below the browser's process: the others are spares. */
function rendererBytes(browserPid: number): number {
  const parents = new Map<number, number>()
  const renderers: [pid: number, bytes: number][] = []
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      parents.set(pid, Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]))
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) continue
      renderers.push([pid, Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024])
    } catch {
      // The process ended while it was read.
    }
  }
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid)
    return parent !== undefined && (parent === browserPid || isBelow(parent))
  }
  return Math.max(0, ...renderers.filter(([pid]) => isBelow(pid)).map(([, bytes]) => bytes))
}
