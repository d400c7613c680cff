import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './IconButton.tsx'

export interface BannerProps {
  tone: 'info' | 'success' | 'warn' | 'danger'
  title?: string
  children?: ReactNode
  /** A button. */
  action?: ReactNode
  onDismiss?: () => void
  className?: string
}

const looks = {
  info: ['border-line-strong bg-sunken text-ink-soft', Info],
  success: ['border-success-line bg-success-tint text-success-text', CircleCheck],
  warn: ['border-warn-line bg-warn-tint text-warn-text', TriangleAlert],
  danger: ['border-danger-line bg-danger-tint text-danger-text', CircleAlert],
} as const

/** A message that stays where its matter is. Danger and warnings are read out at once. */
export function Banner({ tone, title, children, action, onDismiss, className }: BannerProps) {
  const [look, Icon] = looks[tone]
  return (
    <div
      role={tone === 'danger' || tone === 'warn' ? 'alert' : 'status'}
      className={cx('flex items-start gap-2.5 rounded-control border px-3 py-2 text-sm', look, className)}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        {/* Below some width the button goes under the text instead of squeezing it. */}
        <div className="min-w-0 flex-[1_1_14rem] break-words">
          {title && <p className="font-medium">{title}</p>}
          {children}
        </div>
        {action}
      </div>
      {onDismiss && (
        <IconButton
          label="Dismiss"
          size="xs"
          icon={<X aria-hidden />}
          onPress={onDismiss}
          className="-my-0.5"
        />
      )}
    </div>
  )
}
