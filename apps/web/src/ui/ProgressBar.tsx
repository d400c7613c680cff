import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar'
import { Bar } from './Bar.tsx'
import { cx } from './cx.ts'

export interface ProgressBarProps {
  label: string
  isLabelHidden?: boolean
  /** 0–`max`; null while the length is unknown. */
  value: number | null
  max?: number
  /** Instead of the percentage. */
  valueText?: string
  tone?: 'accent' | 'danger' | 'warn'
  className?: string
}

export function ProgressBar(props: ProgressBarProps) {
  const { label, isLabelHidden = false, value, max = 100, valueText, tone = 'accent', className } = props
  return (
    <AriaProgressBar
      aria-label={label}
      value={value ?? 0}
      maxValue={max}
      isIndeterminate={value === null}
      {...(valueText ? { valueLabel: valueText } : {})}
      className={cx('flex flex-col gap-1.5', className)}
    >
      {({ percentage, valueText: text }) => (
        <>
          {!isLabelHidden && (
            <span className="flex justify-between gap-4 text-sm">
              <span className="truncate">{label}</span>
              <span className="tabular shrink-0 text-ink-muted">{value === null ? '' : text}</span>
            </span>
          )}
          <Bar percentage={value === null ? null : (percentage ?? 0)} tone={tone} />
        </>
      )}
    </AriaProgressBar>
  )
}
