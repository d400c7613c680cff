import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/** A titled part of a settings page. */
export function Section({
  title,
  description,
  children,
  tone = 'plain',
}: {
  title: string
  description?: ReactNode
  children: ReactNode
  tone?: 'plain' | 'danger'
}) {
  return (
    <section className="border-t border-line py-7 first:border-t-0 first:pt-0">
      <h2 className={cx('text-base font-semibold', tone === 'danger' && 'text-danger-text')}>{title}</h2>
      {description && <p className="mt-0.5 max-w-140 text-sm text-ink-muted text-pretty">{description}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
