import { CircleAlert, TriangleAlert } from 'lucide-react'
import { Meter } from 'react-aria-components/Meter'
import { formatBytes } from '../../lib/file-size.ts'
import { Bar } from '../../ui/Bar.tsx'
import { cx } from '../../ui/cx.ts'
import { type Amount, levelOf, percentText, type UsageLevel } from './usage-levels.ts'

export interface QuotaMeterProps {
  amount: Amount
  used: number
  quota: number
}

const labels: Record<Amount, string> = { tables: 'Tables', rows: 'Records', fileBytes: 'File storage' }

const tones = { fine: 'accent', near: 'warn', full: 'danger' } as const

/** One quantity of the quota: how much, of how much, as a bar, and in words what that means. */
export function QuotaMeter({ amount, used, quota }: QuotaMeterProps) {
  const level = levelOf(used, quota)
  const write = (value: number) => (amount === 'fileBytes' ? formatBytes(value) : value.toLocaleString())
  const note = noteOf(level, used, quota, write)
  return (
    <Meter
      aria-label={labels[amount]}
      value={Math.min(used, quota)}
      maxValue={Math.max(quota, 1)}
      valueLabel={`${write(used)} of ${write(quota)}, ${note}`}
      className="flex min-w-0 flex-col p-4"
    >
      <span className="text-sm font-medium">{labels[amount]}</span>
      <span className="tabular mt-2 flex flex-wrap items-baseline gap-x-1.5 sm:flex-col">
        <span className="text-xl font-semibold">{write(used)}</span>
        <span className="text-sm text-ink-muted">of {write(quota)}</span>
      </span>
      <span className="mt-3">
        <Bar percentage={quota > 0 ? Math.min(100, (used / quota) * 100) : 100} tone={tones[level]} />
      </span>
      <LevelNote level={level}>{note}</LevelNote>
    </Meter>
  )
}

function noteOf(level: UsageLevel, used: number, quota: number, write: (value: number) => string): string {
  if (used > quota) return `${write(used - quota)} over: nothing can be added`
  if (level === 'full') return 'Full: nothing can be added'
  const percent = `${percentText(used, quota)} used`
  return level === 'near' ? `${percent}, ${write(quota - used)} left` : percent
}

function LevelNote({ level, children }: { level: UsageLevel; children: string }) {
  const Icon = level === 'full' ? CircleAlert : TriangleAlert
  return (
    <span
      className={cx(
        'tabular mt-2 flex items-start gap-1.5 text-xs',
        level === 'full' ? 'text-danger-text' : level === 'near' ? 'text-warn-text' : 'text-ink-muted',
      )}
    >
      {level !== 'fine' && <Icon aria-hidden className="mt-px size-3.5 shrink-0" />}
      {children}
    </span>
  )
}
