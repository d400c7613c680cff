import { cx } from './cx.ts'

export type BarTone = 'accent' | 'danger' | 'warn' | 'quiet'

const tones: Record<BarTone, string> = {
  accent: 'bg-accent',
  danger: 'bg-danger',
  warn: 'bg-warn-text',
  quiet: 'bg-line-control',
}

/** The line of a progress bar or a meter. Without words: what it says stands beside it. `percentage` null: on its way. */
export function Bar({ percentage, tone = 'accent' }: { percentage: number | null; tone?: BarTone }) {
  return (
    <span className="block h-1.5 overflow-hidden rounded-full bg-pressed forced-colors:border">
      <span
        className={cx(
          'block h-full rounded-full forced-colors:bg-[Highlight]',
          tones[tone],
          percentage === null ? 'w-1/3 animate-[slide_1.2s_linear_infinite]' : 'transition-[width]',
        )}
        {...(percentage === null ? {} : { style: { width: `${percentage}%` } })}
      />
    </span>
  )
}
