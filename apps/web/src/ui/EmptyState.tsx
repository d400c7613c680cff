import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export interface EmptyStateProps {
  /** One of `Drawings.tsx`. */
  drawing?: ReactNode
  title: string
  children?: ReactNode
  /** The first step. */
  actions?: ReactNode
  className?: string
  level?: 1 | 2
}

/** Says what this place is for and offers the first step. */
export function EmptyState({ drawing, title, children, actions, className, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className={cx('flex flex-col items-center px-6 py-12 text-center', className)}>
      {drawing && <div className="mb-5 text-ink-faint">{drawing}</div>}
      <Heading className="text-lg font-semibold">{title}</Heading>
      {children && <div className="mt-1.5 max-w-105 text-sm text-ink-muted text-pretty">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}
