/** Counts verdicts, and keeps what is wrong with all that is needed to see it again. */
import type { Ask } from './wire.ts'

/** `leak`: more came out, or went in, than allowed; `refused`: less, or another refusal than the right one. */
export type FindingKind = 'leak' | 'refused'

export interface Finding {
  readonly kind: FindingKind
  /** Seed of the world: with it alone the world comes again. */
  readonly seed: number
  readonly identity: string
  readonly surface: string
  /** What was tried, in words. */
  readonly action: string
  readonly request: Ask | null
  readonly expected: unknown
  readonly got: unknown
  /** Who is who and what was granted, where it matters. */
  readonly setting: readonly string[]
}

export class Ledger {
  readonly findings: Finding[] = []
  readonly bySurface = new Map<string, number>()
  probes = 0
  private readonly onFinding: (finding: Finding) => void

  constructor(onFinding: (finding: Finding) => void = () => {}) {
    this.onFinding = onFinding
  }

  /** Verdicts that came out as they must. */
  right(surface: string, count = 1): void {
    this.probes += count
    this.bySurface.set(surface, (this.bySurface.get(surface) ?? 0) + count)
  }

  wrong(finding: Finding): void {
    this.right(finding.surface)
    this.findings.push(finding)
    this.onFinding(finding)
  }

  count(kind: FindingKind): number {
    return this.findings.filter((finding) => finding.kind === kind).length
  }
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > 1_500 ? `${text.slice(0, 1_500)}…` : text
}

/** A finding in full, for people. */
export function told(finding: Finding): string {
  const { kind, seed, identity, surface, action, request, expected, got, setting } = finding
  return [
    `${kind === 'leak' ? 'LEAK' : 'WRONGLY REFUSED'}: ${surface}, as ${identity}: ${action}`,
    `  again with: npm run probe -- --replay ${seed}`,
    request === null
      ? null
      : `  request: ${request.method ?? 'GET'} ${request.path} ${short(request.headers ?? {})}`,
    request?.body === undefined ? null : `  body: ${short(request.body)}`,
    `  expected: ${short(expected)}`,
    `  got: ${short(got)}`,
    ...setting.map((line) => `  · ${line}`),
  ]
    .filter((line) => line !== null)
    .join('\n')
}
