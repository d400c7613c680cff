import type { ReactNode } from 'react'
import { Switch as AriaSwitch, type SwitchProps as AriaSwitchProps } from 'react-aria-components/Switch'
import { cx } from './cx.ts'

export interface SwitchProps extends Omit<AriaSwitchProps, 'className' | 'style' | 'children'> {
  children: ReactNode
  description?: ReactNode
  className?: string
}

/** A setting that takes effect at once. */
export function Switch({ children, description, className, ...props }: SwitchProps) {
  return (
    <AriaSwitch
      {...props}
      className={cx(
        'group/switch flex min-h-6 cursor-default gap-3 text-sm text-ink select-none coarse:min-h-11 coarse:items-center',
        // Beside several lines it stands at the first, else in the middle of the row that it is in.
        description ? 'items-start' : 'items-center',
        className,
      )}
    >
      <span className="mt-px flex h-4.5 w-7.5 shrink-0 items-center rounded-full bg-line-control p-0.5 transition-colors group-selected/switch:bg-accent group-focus-visible/switch:ring-focus group-disabled/switch:opacity-50 forced-colors:border forced-colors:group-selected/switch:bg-[Highlight]">
        <span className="size-3.5 rounded-full bg-surface transition-transform group-selected/switch:translate-x-3 dark:group-selected/switch:bg-on-accent" />
      </span>
      <span className="flex min-w-0 flex-col">
        <span className="font-medium">{children}</span>
        {description && <span className="text-ink-muted">{description}</span>}
      </span>
    </AriaSwitch>
  )
}
