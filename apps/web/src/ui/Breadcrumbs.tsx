import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Breadcrumbs as AriaBreadcrumbs, Breadcrumb } from 'react-aria-components/Breadcrumbs'
import { Link } from 'react-aria-components/Link'
import { cx } from './cx.ts'

export interface Crumb {
  id: string
  label: string
  icon?: ReactNode
  /** Absent for the place itself. */
  href?: string
  /** Beside the name, such as a menu. */
  end?: ReactNode
}

export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <AriaBreadcrumbs aria-label="Where you are" className="flex min-w-0 items-center">
      {crumbs.map((crumb, index) => (
        <CrumbLink key={crumb.id} crumb={crumb} at={index} isLast={index === crumbs.length - 1} />
      ))}
    </AriaBreadcrumbs>
  )
}

function CrumbLink({ crumb, at, isLast }: { crumb: Crumb; at: number; isLast: boolean }) {
  // A phone has room for two: an icon says enough of what is above, and the page itself says the third.
  const isIcon = crumb.icon !== undefined && !isLast
  return (
    <Breadcrumb
      id={crumb.id}
      // The place itself keeps its room; those above it give way, down to their icon or a few letters.
      className={cx(
        'flex min-w-14 shrink-[9999] items-center coarse:min-w-15 last:min-w-0 last:shrink',
        isIcon && 'max-sm:min-w-11! max-sm:shrink-0!',
        at > 1 && 'max-sm:hidden',
      )}
    >
      {at > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />}
      <Link
        {...(crumb.href ? { href: crumb.href } : {})}
        className={cx(
          'flex h-7 min-w-0 items-center gap-1.5 rounded-control px-1.5 text-sm text-ink-muted outline-none focus-visible:ring-focus data-[href]:hovered:bg-hover current:font-medium current:text-ink coarse:h-11',
          isIcon && 'max-sm:min-w-11 max-sm:justify-center',
        )}
      >
        {crumb.icon && <span className="shrink-0">{crumb.icon}</span>}
        <span className={cx('truncate', isIcon && 'max-sm:sr-only')}>{crumb.label}</span>
      </Link>
      {crumb.end}
    </Breadcrumb>
  )
}
