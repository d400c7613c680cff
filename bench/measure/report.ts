import { cpus, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

export interface Report {
  name: string
  /** Measured values; the unit is part of each name (`Ms`, `PerSecond`, `Mb`). */
  figures: Record<string, number>
  /** Each a quotient of two figures of this run, so that it survives a slower machine. */
  ratios: Record<string, number>
}

/** Three digits are what such figures can carry. */
function rounded(values: Record<string, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Number.isInteger(value) ? value : Number(value.toPrecision(3)),
    ]),
  )
}

/** Prints the one line that tools read; nothing may be printed after it. */
export function printReport({ name, figures, ratios }: Report): void {
  const load = { average: loadavg().map((value) => Number(value.toFixed(2))), cpus: cpus().length }
  console.log(JSON.stringify({ name, figures: rounded(figures), ratios: rounded(ratios), load }))
}

/** The value below which `share` of the samples lie (nearest rank). */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  const rank = Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))
  const value = sorted[rank]
  if (value === undefined) throw new Error('no samples')
  return value
}

/**
 * Milliseconds that each of `times` runs took, after `warmUp` runs that do not count. `pauseMs` before each: for what comes singly, so
 * that what one leaves behind is no part of the next.
 */
export async function sample(
  run: (index: number) => Promise<unknown>,
  { times, warmUp, pauseMs = 0 }: { times: number; warmUp: number; pauseMs?: number },
): Promise<number[]> {
  for (let i = 0; i < warmUp; i += 1) await run(i)
  const samples: number[] = []
  for (let i = 0; i < times; i += 1) {
    if (pauseMs > 0) await delay(pauseMs)
    const started = performance.now()
    await run(warmUp + i)
    samples.push(performance.now() - started)
  }
  return samples
}
