import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

/**
 * A state in the footer of a table, on one line however narrow it is: what does not fit is cut off, so that no page grows longer
 * than its window.
 */
export function FooterState({
  icon,
  children,
  onRetry,
  isWarning = false,
}: {
  icon: ReactNode
  children: ReactNode
  onRetry?: () => void
  isWarning?: boolean
}) {
  return (
    <output
      className={cx(
        'flex min-w-0 items-center gap-1.5 [&>svg]:size-3.5 [&>svg]:shrink-0',
        isWarning && 'text-warn-text',
      )}
    >
      {icon}
      <span className="relative truncate">{children}</span>
      {onRetry && (
        <Button size="sm" variant="ghost" className="h-6" onPress={onRetry}>
          Try again
        </Button>
      )}
    </output>
  )
}
