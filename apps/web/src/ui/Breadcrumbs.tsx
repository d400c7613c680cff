import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Breadcrumbs as AriaBreadcrumbs, Breadcrumb } from 'react-aria-components/Breadcrumbs'
import { Link } from 'react-aria-components/Link'

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
        <Breadcrumb
          key={crumb.id}
          id={crumb.id}
          // The place itself keeps its room; those above it give way, down to their icon or a few letters.
          className="flex min-w-14 shrink-[9999] coarse:min-w-15 items-center last:min-w-0 last:shrink"
        >
          {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-faint" />}
          <Link
            {...(crumb.href ? { href: crumb.href } : {})}
            className="flex h-7 min-w-0 items-center gap-1.5 rounded-control px-1.5 text-sm text-ink-muted outline-none focus-visible:ring-focus data-[href]:hovered:bg-hover current:font-medium current:text-ink coarse:h-11"
          >
            {crumb.icon && <span className="shrink-0">{crumb.icon}</span>}
            <span className="truncate">{crumb.label}</span>
          </Link>
          {crumb.end}
        </Breadcrumb>
      ))}
    </AriaBreadcrumbs>
  )
}
