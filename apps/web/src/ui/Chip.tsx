import type { Hue } from '@plinth/domain'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import { cx } from './cx.ts'

/** A choice option. The text says it, the hue only helps. */
export function Chip({
  hue,
  children,
  onRemove,
  className,
}: {
  hue: Hue
  children: string
  onRemove?: () => void
  className?: string
}) {
  return (
    <span
      data-hue={hue}
      className={cx(
        'inline-flex h-5 max-w-full items-center gap-0.5 rounded-full bg-chip-tint px-2 text-xs font-medium text-chip-text forced-colors:border',
        className,
      )}
    >
      <span className="truncate">{children}</span>
      {onRemove && (
        <AriaButton
          aria-label={`Remove ${children}`}
          onPress={onRemove}
          className="-mr-1.5 grid size-6 place-items-center rounded-full outline-none focus-visible:ring-focus"
        >
          <X aria-hidden className="size-3" />
        </AriaButton>
      )}
    </span>
  )
}

export type Tone = 'neutral' | 'accent' | 'danger' | 'warn' | 'success'

const tones: Record<Tone, string> = {
  neutral: 'bg-pressed text-ink-soft',
  accent: 'bg-accent-tint text-accent-text',
  danger: 'bg-danger-tint text-danger-text',
  warn: 'bg-warn-tint text-warn-text',
  success: 'bg-success-tint text-success-text',
}

/** A state or a count beside a title. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span
      className={cx(
        'tabular inline-flex h-5 shrink-0 items-center rounded-full px-2 text-xs font-medium whitespace-nowrap forced-colors:border',
        tones[tone],
      )}
    >
      {children}
    </span>
  )
}

/** A tile in the colour of a base, with its first letter. */
export function HueTile({ hue, name, size = 20 }: { hue: Hue; name: string; size?: 16 | 20 | 24 | 40 }) {
  const measures = {
    16: 'size-4 rounded-[4px] text-[0.5625rem]',
    20: 'size-5 rounded-[5px] text-[0.625rem]',
    24: 'size-6 rounded-control text-xs',
    40: 'size-10 rounded-[9px] text-lg',
  }
  return (
    <span
      aria-hidden
      data-hue={hue}
      className={cx(
        'inline-grid shrink-0 place-items-center bg-chip-tint font-semibold text-chip-text select-none forced-colors:border',
        measures[size],
      )}
    >
      {([...name.trim()][0] ?? '·').toLocaleUpperCase()}
    </span>
  )
}
