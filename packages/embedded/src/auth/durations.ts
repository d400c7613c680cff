const SECONDS: Record<string, number> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 1e-3, s: 1, m: 60, h: 3600 }
const PART = /(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g
/** A hundred years: longer bans say nothing more, and dates stay in range. */
const MAX_SECONDS = 3_153_600_000

/** Seconds of a duration such as `24h` or `1h30m` (the grammar of Go's `time.ParseDuration`, ≥ 0); null if it is none. */
export function parseDuration(text: string): number | null {
  if (text === '0') return 0
  const parts = [...text.matchAll(PART)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== text) return null
  const seconds = parts.reduce((sum, [, value, unit]) => sum + Number(value) * (SECONDS[unit ?? ''] ?? 0), 0)
  return Math.min(seconds, MAX_SECONDS)
}
